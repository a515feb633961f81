import { randomUUID } from 'node:crypto';
import type { CashEntryView, CastVoteResult, VoteRecordView, VoteStats } from '@abato/contracts';
import {
  aContest,
  aUser,
  aVote,
  type BuiltContest,
  type BuiltUser,
  closeDatabase,
  database,
} from '../support/builders.js';
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

describe('cash above GHS 10,000', () => {
  const VOTES = 200;
  let admin: BuiltUser;
  beforeAll(async () => {
    admin = await aUser().superAdmin().save();
  });

  /** GHS 20,000 in one entry. */
  async function enter(by: BuiltUser = owner, fields: object = {}) {
    const contest = await aContest().ownedBy(by).active().paid('100.00').save();
    const body = { ...aVote(contest, { voteCount: VOTES, ...fields }), reason: 'Table sponsors' };
    const headers = { 'idempotency-key': randomUUID() };
    const send = () => by.api.post<CastVoteResult>('/votes/manual', body, { headers });
    const { status, data } = await send();
    expect([status, data.status, data.awaitsConfirmation]).toEqual([201, 'PENDING', true]);
    return { contest, id: data.id, again: send };
  }
  const confirm = (by: BuiltUser, id: string) => by.api.post<CastVoteResult>(`/votes/manual/${id}/confirm`);
  const audited = async (id: string): Promise<unknown[]> =>
    (
      await database().query<{ action: string; actor: string }>(
        'SELECT action, actor_user_id AS actor FROM audit_log WHERE subject_id = $1 ORDER BY id',
        [id],
      )
    ).rows;
  const listed = async (by: BuiltUser, path: string, id: string): Promise<CashEntryView | undefined> =>
    (await by.api.get<CashEntryView[]>(path)).data.find((entry) => entry.id === id);

  it('counts when a second person has confirmed it, once, however often and by how many', async () => {
    const { contest, id, again } = await enter();
    expect(await ledgerOf(id)).toEqual([]);
    const waiting = await listed(owner, `/votes/manual?contestId=${contest.id}`, id);
    expect(waiting).toMatchObject({
      ...{ voteCount: VOTES, amount: 20_000, reason: 'Table sponsors', state: 'WAITING' },
      ...{ enteredBy: { id: owner.id }, decidedBy: null },
    });
    expect((await again()).data).toMatchObject({ id, status: 'PENDING', awaitsConfirmation: true });

    const others = await Promise.all([0, 1].map(() => aUser().superAdmin().save()));
    const answers = await Promise.all([admin, ...others].flatMap((by) => [confirm(by, id), confirm(by, id)]));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    expect(await ledgerOf(id)).toEqual([VOTES]);
    expect(await paymentsOf(id)).toEqual([
      {
        ...{ method: 'MANUAL', state: 'COMPLETED', channel: 'cash', amount_pesewas: 2_000_000 },
        ...{ actor_user_id: owner.id, reason: 'Table sponsors' },
      },
    ]);
    await waitFor(async () => (await publicTotal(contest.id)) === VOTES);
    expect((await again()).data).toMatchObject({ id, status: 'COMPLETED' });
    expect(await audited(id)).toEqual([
      { action: 'vote.manual-wait', actor: owner.id },
      { action: 'vote.manual-confirm', actor: expect.any(String) },
    ]);
    const { rows } = await database().query(
      'SELECT voter_phone, voter_email, voter_name FROM cash_entries WHERE id = $1',
      [id],
    );
    expect(rows).toEqual([{ voter_phone: null, voter_email: null, voter_name: null }]);
  });

  it('is never confirmed by the person who entered it, nor by an organiser', async () => {
    const { id } = await enter(admin);
    const own = await confirm(admin, id);
    expect([own.status, own.message]).toEqual([
      403,
      'Another person than the one who entered this cash must confirm it.',
    ]);
    expect((await confirm(owner, id)).status).toBe(403);
    expect(await ledgerOf(id)).toEqual([]);
    await expect(
      database().query(
        `UPDATE cash_entries SET decision = 'CONFIRMED', decided_by = entered_by, decided_at = now() WHERE id = $1`,
        [id],
      ),
    ).rejects.toThrow(/check constraint/);
  });

  it('is rejected with a reason, or withdrawn by its owner, and then never counts', async () => {
    const [rejected, withdrawn] = [await enter(), await enter()];
    const path = (id: string) => `/votes/manual/${id}/reject`;
    expect((await admin.api.post(path(rejected.id), {})).message).toBe('Reason is required');
    const stranger = await aUser().save();
    expect((await stranger.api.post(path(rejected.id), { reason: 'x' })).code).toBe('VOTE_NOT_FOUND');
    expect((await admin.api.post(path(rejected.id), { reason: 'No receipt' })).status).toBe(200);
    expect((await owner.api.post(path(withdrawn.id), { reason: 'Typed twice' })).status).toBe(200);
    for (const { id, again } of [rejected, withdrawn]) {
      expect((await confirm(admin, id)).status).toBe(409);
      expect(await ledgerOf(id)).toEqual([]);
      const { status, awaitsConfirmation } = (await again()).data;
      expect([status, awaitsConfirmation]).toEqual(['FAILED', undefined]);
    }
    expect(
      await listed(admin, '/votes/manual/admin/all?state=REJECTED&pageSize=1000', rejected.id),
    ).toMatchObject({
      ...{ decisionReason: 'No receipt', decidedBy: { id: admin.id } },
    });
    expect(await listed(stranger, '/votes/manual?state=REJECTED', rejected.id)).toBeUndefined();
  });

  it('is not counted once voting is over or the price is another', async () => {
    const [ended, dearer] = [await enter(), await enter()];
    await owner.api.put(`/contests/${ended.contest.id}`, { status: 'ENDED' });
    expect((await confirm(admin, ended.id)).code).toBe('CONTEST_ENDED');
    await owner.api.put(`/contests/${dearer.contest.id}`, { votePrice: 101 });
    expect((await confirm(admin, dearer.id)).code).toBe('CONTEST_CHANGED');
    for (const { id } of [ended, dearer]) {
      expect(await ledgerOf(id)).toEqual([]);
      expect((await listed(owner, '/votes/manual', id))?.state).toBe('WAITING');
    }
  });

  it('is announced by mail to the other super admins, once an hour while entries of the same person wait', async () => {
    const organiser = await aUser().save();
    const [verified, unverified, entering] = await Promise.all([
      aUser().superAdmin().save(),
      aUser().superAdmin().unverified().save(),
      aUser().superAdmin().save(),
    ]);
    const mailsTo = async ({ email }: BuiltUser, contestOf?: { title: string }): Promise<string[]> => {
      const { rows } = await database().query<{ subject: string; body: string }>(
        `SELECT subject, body FROM mail_outbox WHERE recipient = $1 AND subject LIKE '%in cash waits%' ORDER BY id`,
        [email],
      );
      return rows
        .filter(({ body }) => !contestOf || body.includes(contestOf.title))
        .map(({ subject, body }) => `${subject}\n${body}`);
    };
    const [first, second] = [await enter(organiser), await enter(organiser)];
    const [mail] = await mailsTo(verified, first.contest);
    expect(mail).toMatch(/^GHS 20,000\.00 in cash waits for your confirmation\nHello \w+,/);
    expect(mail).toContain(`200 votes in the contest "${first.contest.title}"`);
    expect(mail).toContain('/admin/votes/cash\n');
    const [plain = ''] = await mailsTo(unverified);
    expect(plain).toMatch(/^GHS 20,000\.00 in cash waits for your confirmation\nHello,\n/);
    expect(plain).not.toContain(first.contest.title);
    expect(await mailsTo(verified, second.contest)).toEqual([]);
    expect(await mailsTo(organiser)).toEqual([]);

    const own = await enter(entering);
    expect(await mailsTo(entering, own.contest)).toEqual([]);
    expect(await mailsTo(verified, own.contest)).toHaveLength(1);

    await database().query(
      `UPDATE cash_entries SET entered_at = entered_at - interval '61 minutes' WHERE id = ANY($1)`,
      [[first.id, second.id]],
    );
    const later = await enter(organiser);
    expect(await mailsTo(verified, later.contest)).toHaveLength(1);
  });

  it('may be GHS 100,000 and not more; a voter need not have a phone', async () => {
    const { id } = await enter(owner, { voteCount: 1_000, voterPhone: undefined });
    expect((await confirm(admin, id)).data.amount).toBe(100_000);
    const contest = await aContest().ownedBy(owner).active().paid('100.01').save();
    const tooMuch = await owner.api.post('/votes/manual', {
      ...aVote(contest, { voteCount: 1_000 }),
      reason: 'Cash',
    });
    expect([tooMuch.status, tooMuch.code, tooMuch.message]).toEqual([
      400,
      'AMOUNT_TOO_LARGE',
      'Cash of one entry can be at most GHS 100,000.00.',
    ]);
  });
});

describe('votes entered by hand in a free contest', () => {
  const enter = async (contest: BuiltContest, voteCount = 3) => {
    const body = { ...aVote(contest, { voteCount }), reason: 'Paper ballots' };
    return (await owner.api.post<CastVoteResult>('/votes/manual', body)).data.id;
  };
  const undo = (by: BuiltUser, id: string) =>
    by.api.post(`/votes/manual/${id}/undo`, { reason: 'Counted twice' });
  const undoable = async (contest: BuiltContest) =>
    (await owner.api.get<VoteRecordView[]>(`/votes/contest/${contest.id}`)).data.map((vote) => [
      vote.id,
      vote.status,
      vote.undoable,
    ]);

  it('can be undone by the organiser once, and leave every figure', async () => {
    const contest = await aContest().ownedBy(owner).active().save();
    const [kept, wrong] = [await enter(contest, 2), await enter(contest)];
    await waitFor(async () => (await publicTotal(contest.id)) === 5);
    const stranger = await aUser().save();
    expect((await undo(stranger, wrong)).code).toBe('VOTE_NOT_FOUND');
    const answers = await Promise.all([undo(owner, wrong), undo(owner, wrong)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await ledgerOf(wrong)).toEqual([3, -3]);
    await waitFor(async () => (await publicTotal(contest.id)) === 2);
    await waitFor(async () => {
      const { data } = await owner.api.get<VoteStats>(`/votes/contest/${contest.id}/stats`);
      return data.totalVotes === 2 && data.totalTransactions === 1 && data.uniqueVoters === 1;
    });
    expect(await undoable(contest)).toEqual([
      [wrong, 'FAILED', false],
      [kept, 'COMPLETED', true],
    ]);
    const { rows } = await database().query(
      `SELECT actor_user_id AS actor, detail FROM audit_log WHERE subject_id = $1 AND action = 'vote.manual-undo'`,
      [wrong],
    );
    expect(rows).toEqual([
      { actor: owner.id, detail: { contestId: contest.id, votes: 3, reason: 'Counted twice' } },
    ]);
  });

  it('can be undone by a super admin after the end, and by none once the results are final', async () => {
    const admin = await aUser().superAdmin().save();
    const contest = await aContest().ownedBy(owner).active().save();
    const [first, second] = [await enter(contest), await enter(contest)];
    await database().query('UPDATE contests SET end_date = now() WHERE id = $1', [contest.id]);
    expect((await undo(owner, first)).code).toBe('CONTEST_ENDED');
    expect((await undo(admin, first)).status).toBe(200);
    await database().query('UPDATE contests SET results_final_at = now() WHERE id = $1', [contest.id]);
    expect((await undo(admin, second)).status).toBe(409);
    expect([await ledgerOf(first), await ledgerOf(second)]).toEqual([[3, -3], [3]]);
  });

  it('are told apart from votes that voters cast, and from cash', async () => {
    const free = await aContest().ownedBy(owner).active().save();
    const cast = await new ApiClient().post<CastVoteResult>('/votes/cast', aVote(free));
    const paid = await aContest().ownedBy(owner).active().paid('1.00').save();
    const cash = await enter(paid);
    for (const id of [cast.data.id, cash]) expect((await undo(owner, id)).status).toBe(409);
    expect([await ledgerOf(cast.data.id), await ledgerOf(cash)]).toEqual([[1], [3]]);
    expect([...(await undoable(free)), ...(await undoable(paid))].map(([, , one]) => one)).toEqual([
      false,
      false,
    ]);
  });
});

it('votes without a phone count, in a free contest too, and are nobody’s unique voter', async () => {
  for (const price of ['0.00', '2.00']) {
    const contest = await aContest().ownedBy(owner).active().paid(price).save();
    const body = { ...aVote(contest, { voteCount: 3, voterPhone: undefined }), reason: 'Paper ballots' };
    const entered = await owner.api.post<CastVoteResult>('/votes/manual', body);
    expect([entered.status, entered.data.status]).toEqual([201, 'COMPLETED']);
    expect(await ledgerOf(entered.data.id)).toEqual([3]);
    await waitFor(async () => (await publicTotal(contest.id)) === 3);
    const { data } = await owner.api.get<VoteStats>(`/votes/contest/${contest.id}/stats`);
    expect([data.totalVotes, data.uniqueVoters]).toEqual([3, 0]);
    const wrong = await owner.api.post('/votes/manual', { ...body, voterPhone: '12' });
    expect(wrong.message).toBe('Enter a valid phone number, for example 024 123 4567');
  }
});
