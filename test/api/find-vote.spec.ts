import { createHash, randomUUID } from 'node:crypto';
import type { CastVoteResult, FoundVote } from '@abato/contracts';
import { aContest, aVote, sql } from '../support/builders.js';
import { ApiClient } from '../support/http.js';
import { redis, useRedis } from '../support/own-redis.js';
import { beginPaid, castPaid, initialize, tellByWebhook, verify, waitForState } from '../support/payments.js';
import { phonesOf } from '../support/phones.js';
import { SimulatorControl } from '../support/simulator.js';

const api = new ApiClient();
useRedis();
const newPhone = phonesOf('find-vote');
const find = (phone: string, reference: string) => api.post<FoundVote>('/votes/find', { phone, reference });

describe('find my vote', () => {
  it('shows the vote by payment reference and by receipt code, as written down, and names no voter', async () => {
    const contest = await aContest().active().paid('1.00').save();
    const voterPhone = newPhone();
    const { reference, voteId } = await beginPaid(contest, { voterPhone, voterName: 'Abena', voteCount: 3 });
    expect((await find(voterPhone, reference)).data).toMatchObject({ status: 'PENDING', receiptCode: null });
    await new SimulatorControl().complete(reference);
    await waitForState(reference, 'COMPLETED');
    const { receiptCode = '' } = (await verify(reference)).data;
    for (const text of [
      reference,
      reference.toLowerCase(),
      receiptCode,
      receiptCode.toLowerCase().replace('-', ' '),
    ]) {
      const found = await find(voterPhone.replace('+233', '0'), text);
      expect(found.status).toBe(200);
      expect(found.data).toEqual({
        id: voteId,
        reference,
        receiptCode,
        status: 'COMPLETED',
        voteCount: 3,
        amount: 3,
        createdAt: expect.any(String) as string,
        contestId: contest.id,
        contest: { title: contest.title },
        category: { name: 'Category 1' },
        contestant: { name: contest.contestant.name },
      });
      const told = JSON.stringify(found.body);
      for (const secret of ['Abena', voterPhone.slice(4)]) expect(told).not.toContain(secret);
    }
  });

  it('shows the payment that counts the vote, although another attempt was given up later', async () => {
    const contest = await aContest().active().paid('1.00').save();
    const voterPhone = newPhone();
    const voteId = await castPaid(contest, { voterPhone });
    const { reference: left } = (await initialize(voteId)).data;
    const prompt = { voteId, phoneNumber: '0551234987', network: 'mtn' };
    const { reference } = (await api.post<{ reference: string }>('/payments/paystack/charge', prompt)).data;
    await waitForState(reference, 'COMPLETED');
    const { receiptCode = '' } = (await verify(reference)).data;
    await sql`UPDATE payments SET state = 'FAILED', settled_at = now() + interval '30 minutes'
      WHERE reference = ${left}`;
    expect((await find(voterPhone, receiptCode)).data).toMatchObject({ reference, status: 'COMPLETED' });
  });

  it('mails the receipt to a voter who gave an address, once', async () => {
    const contest = await aContest().active().paid('1.00').save();
    const voterEmail = `voter-${contest.id}@example.com`;
    const { reference } = await beginPaid(contest, { voterEmail, voteCount: 2 });
    await new SimulatorControl().complete(reference);
    await waitForState(reference, 'COMPLETED');
    await tellByWebhook(reference, { times: 3 });
    const { receiptCode = 'none' } = (await verify(reference)).data;
    const rows = await sql<{ subject: string; body: string }>`SELECT subject, body FROM mail_outbox
      WHERE recipient = ${voterEmail}`;
    expect(rows).toHaveLength(1);
    expect(rows[0]?.subject).toContain(receiptCode);
    expect(rows[0]?.body).toContain('GHS 2.00');
  });

  it('shows a free vote by its id and by the code that the cast answered with, also when repeated', async () => {
    const contest = await aContest().active().save();
    const voterPhone = newPhone();
    const vote = aVote(contest, { voterPhone });
    const key = { headers: { 'Idempotency-Key': randomUUID() } };
    const { data } = await api.post<CastVoteResult>('/votes/cast', vote, key);
    const { receiptCode = '' } = data;
    expect(receiptCode).toMatch(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){2}$/);
    expect((await api.post<CastVoteResult>('/votes/cast', vote, key)).data.receiptCode).toBe(receiptCode);
    for (const text of [data.id, receiptCode, receiptCode.toLowerCase().replaceAll('-', ' ')]) {
      const found = (await find(voterPhone, text)).data;
      expect(found).toMatchObject({ id: data.id, reference: null, receiptCode, amount: 0 });
    }
    // The code alone, or with another's number, tells nothing.
    expect((await find(newPhone(), receiptCode)).status).toBe(404);
    const other = receiptCode.slice(0, -1) + (receiptCode.endsWith('0') ? '1' : '0');
    expect((await find(voterPhone, other)).status).toBe(404);
  });

  it('gives an unpaid vote no code of its own', async () => {
    const contest = await aContest().active().paid('1.00').save();
    const { data } = await api.post<CastVoteResult>('/votes/cast', aVote(contest));
    expect(data.receiptCode).toBeUndefined();
  });

  it('says the same for a wrong phone and a wrong reference', async () => {
    const contest = await aContest().active().paid('1.00').save();
    const voterPhone = newPhone();
    const { reference } = await beginPaid(contest, { voterPhone });
    for (const answer of [await find(newPhone(), reference), await find(voterPhone, 'A-WRONG')]) {
      expect([answer.status, answer.code, answer.message]).toEqual([404, 'VOTE_NOT_FOUND', 'Vote not found']);
    }
  });

  it('stops a guesser', async () => {
    const voterPhone = newPhone();
    expect((await find(voterPhone, 'GUESS-1')).status).toBe(404);
    // It has to wait a minute: no machine is so slow that this is over. How many tries are free: limit-guards.
    const tried = `phone ${voterPhone} from 127.0.0.1`;
    const digest = createHash('sha256').update(tried).digest('base64url').slice(0, 22);
    expect(await redis.get(`abato:attempts:findVote:account:${digest}`)).toBe('1');
    await redis.set(`abato:waits:findVote:account:${digest}`, 1, 'EX', 60);
    const refused = await find(voterPhone, 'GUESS-2');
    expect([refused.status, refused.code]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(10);
    expect((await find(newPhone(), 'GUESS-2')).status).toBe(404);
  });
});
