import { randomUUID } from 'node:crypto';
import type { CastVoteResult } from '@abato/contracts';
import { aContest, aUser, aVote, type BuiltUser, closeDatabase, database } from '../support/builders.js';
import { ApiClient } from '../support/http.js';
import { ledgerOf, publicTotal } from '../support/payments.js';
import { waitFor } from '../support/wait-for.js';

let owner: BuiltUser;

beforeAll(async () => {
  owner = await aUser().save();
});
afterAll(closeDatabase);

const paymentsOf = async (voteId: string): Promise<unknown[]> =>
  (
    await database().query<Record<string, unknown>>(
      'SELECT method, state, channel, amount_pesewas, actor_user_id, reason FROM payments WHERE vote_id = $1',
      [voteId],
    )
  ).rows;

describe('votes received in cash', () => {
  it('are counted like every other, with a manual payment that says who entered it and why', async () => {
    const contest = await aContest().ownedBy(owner).active().paid('1.50').save();
    const entered = await owner.api.post<CastVoteResult>('/votes/manual', {
      ...aVote(contest, { voteCount: 10 }),
      reason: 'Cash at the gate',
    });
    expect(entered.status).toBe(201);
    expect(entered.data).toMatchObject({ status: 'COMPLETED', voteCount: 10, amount: 15 });
    expect(await ledgerOf(entered.data.id)).toEqual([10]);
    expect(await paymentsOf(entered.data.id)).toEqual([
      {
        method: 'MANUAL',
        state: 'COMPLETED',
        channel: 'cash',
        amount_pesewas: 1500,
        actor_user_id: owner.id,
        reason: 'Cash at the gate',
      },
    ]);
    await waitFor(async () => (await publicTotal(contest.id)) === 10);
  });

  it('make no payment in a free contest', async () => {
    const contest = await aContest().ownedBy(owner).active().save();
    const entered = await owner.api.post<CastVoteResult>('/votes/manual', {
      ...aVote(contest),
      reason: 'Paper ballot',
    });
    expect([entered.status, entered.data.amount]).toEqual([201, 0]);
    expect(await paymentsOf(entered.data.id)).toEqual([]);
    expect(await ledgerOf(entered.data.id)).toEqual([1]);
  });

  it('are entered once with the same key', async () => {
    const contest = await aContest().ownedBy(owner).active().paid('1.00').save();
    const body = { ...aVote(contest, { voteCount: 4 }), reason: 'Cash' };
    const headers = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => owner.api.post<CastVoteResult>('/votes/manual', body, { headers })),
    );
    expect(new Set(answers.map((answer) => `${answer.status} ${answer.data.id}`)).size).toBe(1);
    await waitFor(async () => (await publicTotal(contest.id)) === 4);
    const other = await owner.api.post('/votes/manual', { ...body, voteCount: 5 }, { headers });
    expect([other.status, other.code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
  });

  it('need a reason, a signed-in owner and an open contest', async () => {
    const contest = await aContest().ownedBy(owner).active().paid('1.00').save();
    const body = { ...aVote(contest), reason: 'Cash' };
    expect((await owner.api.post('/votes/manual', aVote(contest))).message).toBe('Reason is required');
    expect((await new ApiClient().post('/votes/manual', body)).status).toBe(401);
    const stranger = await aUser().save();
    expect((await stranger.api.post('/votes/manual', body)).code).toBe('CONTEST_NOT_FOUND');
    const admin = await aUser().superAdmin().save();
    const refused = await admin.api.post('/votes/manual', body);
    expect([refused.status, refused.message]).toEqual([
      403,
      'Super Admins can only manage their own contests',
    ]);
    const other = await aContest().ownedBy(owner).active().paid('1.00').save();
    const elsewhere = await owner.api.post('/votes/manual', {
      ...body,
      contestantId: other.contestant.id,
      categoryId: other.contestant.categoryId,
    });
    expect([elsewhere.status, elsewhere.code]).toEqual([400, 'WRONG_NESTING']);
    const paused = await aContest().ownedBy(owner).paused().paid('1.00').save();
    expect((await owner.api.post('/votes/manual', { ...aVote(paused), reason: 'Cash' })).code).toBe(
      'CONTEST_PAUSED',
    );
    const draft = await aContest().ownedBy(owner).draft().paid('1.00').save();
    expect((await owner.api.post('/votes/manual', { ...aVote(draft), reason: 'Cash' })).code).toBe(
      'CONTEST_NOT_ACTIVE',
    );
    const ended = await aContest().ownedBy(owner).ended().paid('1.00').save();
    expect((await owner.api.post('/votes/manual', { ...aVote(ended), reason: 'Cash' })).code).toBe(
      'CONTEST_ENDED',
    );
  });
});
