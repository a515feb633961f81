import { randomUUID } from 'node:crypto';
import type { CastVoteResult, ErrorBody } from '@abato/contracts';
import { expireUnpaidVotes } from '@abato/testing/payments';
import { aContest, aVote, database, sql } from '../support/builders.js';
import { ApiClient } from '../support/http.js';
import { aNetwork } from '../support/networks.js';
import { castPaid, initialize, voteStatus } from '../support/payments.js';
import { phonesOf } from '../support/phones.js';
import { secondUrl } from '../support/state.js';
import { secondsSinceFirst } from '../support/stored-times.js';

/** As libs/voting/src/limits/unpaid-votes.ts has them. */
const PER_PHONE = 20;
const UNCHECKED_PER_ADDRESS = 100;
const MINUTES_31 = 31 * 60_000;

const aPhone = phonesOf('unpaid-votes');

describe('votes that wait for payment', () => {
  it('are at most twenty per phone, and a paid one makes room', async () => {
    const contest = await aContest().active().paid('1.00').save();
    const voterPhone = aPhone();
    const first = await castPaid(contest, { voterPhone });
    for (let nr = 1; nr < PER_PHONE; nr++) await castPaid(contest, { voterPhone });
    const api = new ApiClient();
    const refused = await api.post('/votes/cast', aVote(contest, { voterPhone }));
    expect([refused.status, refused.code]).toEqual([429, 'VOTE_LIMIT_REACHED']);
    const { retryAfter } = refused.body as ErrorBody;
    expect(retryAfter).toBeGreaterThanOrEqual(30 * 60 - 1 - (await secondsSinceFirst('votes', [contest.id])));
    expect(retryAfter).toBeLessThanOrEqual(30 * 60);
    expect(refused.headers.get('retry-after')).toBe(String(retryAfter));
    expect(refused.message).toMatch(/^20 votes with this number wait for payment\./);
    await castPaid(contest, { voterPhone: aPhone() });
    await sql`UPDATE votes SET status = 'COMPLETED', counted_at = created_at WHERE id = ${first}`;
    // By another process, which has not looked this phone up a moment ago.
    const room = await new ApiClient(secondUrl()).post('/votes/cast', aVote(contest, { voterPhone }));
    expect(room.status).toBe(201);
  });

  it('give a repeated cast its first answer also over the limit', async () => {
    const contest = await aContest().active().paid('1.00').save();
    const voterPhone = aPhone();
    const vote = aVote(contest, { voterPhone });
    const options = { headers: { 'idempotency-key': randomUUID() } };
    const first = await new ApiClient().post<CastVoteResult>('/votes/cast', vote, options);
    for (let nr = 1; nr < PER_PHONE; nr++) await castPaid(contest, { voterPhone });
    const again = await new ApiClient().post<CastVoteResult>('/votes/cast', vote, options);
    expect([again.status, again.data.id]).toEqual([201, first.data.id]);
  });

  it('need a person check from an address that has a hundred of them, and other addresses do not', async () => {
    const contest = await aContest().active().paid('1.00').save();
    const network = aNetwork();
    const client = new ApiClient();
    const cast = (from: string) =>
      client.post('/votes/cast', aVote(contest, { voterPhone: aPhone() }), {
        headers: { 'x-forwarded-for': from },
      });
    const free = await Promise.all(
      Array.from({ length: UNCHECKED_PER_ADDRESS }, (_, nr) => cast(`${network}::${nr}`)),
    );
    expect(new Set(free.map(({ status }) => status))).toEqual(new Set([201]));
    // A cast whose question Redis answers too late on a busy machine is noted in the process only: a few more may pass.
    let checked = await cast(`${network}::ffff`);
    for (let nr = 0; checked.status === 201 && nr < UNCHECKED_PER_ADDRESS; nr++)
      checked = await cast(`${network}::ffff`);
    expect([checked.status, checked.code]).toEqual([403, 'CHALLENGE_REQUIRED']);
    expect((await cast(`${aNetwork()}::1`)).status).toBe(201);
  });

  it('expire after thirty minutes: neither a page nor a prompt is begun for them', async () => {
    const contest = await aContest().active().paid('1.00').save();
    const voteId = await castPaid(contest);
    await sql`UPDATE votes SET created_at = created_at - interval '30 minutes' WHERE id = ${voteId}`;
    const charge = { voteId, phoneNumber: '0241230003', network: 'mtn' };
    const answers = [
      await initialize(voteId),
      await new ApiClient().post('/payments/paystack/charge', charge),
    ];
    expect(answers.map(({ status, code }) => [status, code])).toEqual([
      [409, 'VOTE_EXPIRED'],
      [409, 'VOTE_EXPIRED'],
    ]);
    const { length: rowCount } = await sql`SELECT FROM payments WHERE vote_id = ${voteId}`;
    expect(rowCount).toBe(0);
  });

  it('leave what is pending when they expire, unless a payment was begun', async () => {
    const contest = await aContest().active().paid('1.00').save();
    const [unpaid, begun] = [await castPaid(contest), await castPaid(contest)];
    await initialize(begun);
    const inTime = new Date();
    await expireUnpaidVotes(database(), MINUTES_31, inTime, 1_000);
    expect(await voteStatus(unpaid)).toBe('PENDING');
    const rows = await sql<{ at: Date }>`SELECT max(created_at) AS at FROM votes
      WHERE id = ANY(${[unpaid, begun]})`;
    // Rolled back: other tests' votes would expire, too.
    const client = await database().connect();
    try {
      await client.query('BEGIN');
      const late = new Date((rows[0]?.at.getTime() ?? 0) + MINUTES_31 + 61_000);
      await expireUnpaidVotes(client, MINUTES_31, late, 100_000);
      const after = await client.query<{ id: string; status: string }>(
        'SELECT id, status FROM votes WHERE id = ANY($1)',
        [[unpaid, begun]],
      );
      expect(Object.fromEntries(after.rows.map(({ id, status }) => [id, status]))).toEqual({
        [unpaid]: 'FAILED',
        [begun]: 'PENDING',
      });
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  });
});
