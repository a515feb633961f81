import { randomUUID } from 'node:crypto';
import type { CashEntryView, CastVoteResult } from '@abato/contracts';
import { aContest, aUser, aVote, type BuiltUser, sql } from '../support/builders.js';
import { enterByHand, ledgerOf, manualPaymentsOf, publicTotal } from '../support/payments.js';
import { expectRefusal } from '../support/refusal.js';
import { waitFor } from '../support/wait-for.js';

const owner = await aUser().save();

describe('cash above GHS 10,000', () => {
  const VOTES = 200;
  let admin: BuiltUser;
  beforeAll(async () => {
    admin = await aUser().superAdmin().save();
  });

  /** GHS 20,000 in one entry. */
  async function enter(by: BuiltUser = owner, fields: object = {}) {
    const contest = await aContest().ownedBy(by).paid('100.00').withContestants(1, 1).save();
    const body = { ...aVote(contest, { voteCount: VOTES, ...fields }), reason: 'Table sponsors' };
    const headers = { 'idempotency-key': randomUUID() };
    const send = () => by.api.post<CastVoteResult>('/votes/manual', body, { headers });
    const { status, code, data } = await send();
    expect([status, code, data?.status, data?.awaitsConfirmation]).toEqual([201, undefined, 'PENDING', true]);
    return { contest, id: data.id, again: send };
  }
  const confirm = (by: BuiltUser, id: string) => by.api.post<CastVoteResult>(`/votes/manual/${id}/confirm`);
  const audited = (id: string): Promise<unknown[]> =>
    sql<{ action: string; actor: string }>`SELECT action, actor_user_id AS actor FROM audit_log
        WHERE subject_id = ${id} ORDER BY id`;
  const listed = async (by: BuiltUser, path: string, id: string): Promise<CashEntryView | undefined> =>
    (await by.api.get<CashEntryView[]>(path)).data.find((entry) => entry.id === id);

  it('counts when a second person has confirmed it, once, however often and by how many', async () => {
    const { contest, id, again } = await enter();
    expect(await ledgerOf(id)).toEqual([]);
    expect(await listed(owner, `/votes/manual?contestId=${contest.id}`, id)).toMatchObject({
      voteCount: VOTES,
      amount: 20_000,
      reason: 'Table sponsors',
      state: 'WAITING',
      enteredBy: { id: owner.id },
      decidedBy: null,
    });
    expect((await again()).data).toMatchObject({ id, status: 'PENDING', awaitsConfirmation: true });

    const others = await Promise.all([0, 1].map(() => aUser().superAdmin().save()));
    const answers = await Promise.all([admin, ...others].flatMap((by) => [confirm(by, id), confirm(by, id)]));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    expect(await ledgerOf(id)).toEqual([VOTES]);
    expect(await manualPaymentsOf(id)).toEqual([
      {
        method: 'MANUAL',
        state: 'COMPLETED',
        channel: 'cash',
        amount_pesewas: 2_000_000,
        actor_user_id: owner.id,
        reason: 'Table sponsors',
      },
    ]);
    await waitFor(async () => (await publicTotal(contest.id)) === VOTES);
    // The same key has the first answer.
    expect((await again()).data).toMatchObject({ id, status: 'PENDING', awaitsConfirmation: true });
    expect(await audited(id)).toEqual([
      { action: 'vote.manual-wait', actor: owner.id },
      { action: 'vote.manual-confirm', actor: expect.any(String) },
    ]);
    const rows = await sql`SELECT voter_phone, voter_email, voter_name FROM cash_entries WHERE id = ${id}`;
    expect(rows).toEqual([{ voter_phone: null, voter_email: null, voter_name: null }]);
  });

  it('is never confirmed by the person who entered it, nor by an organiser', async () => {
    const { id } = await enter(admin);
    expect(await confirm(admin, id)).toMatchObject({
      status: 403,
      message: 'Another person than the one who entered this cash must confirm it.',
    });
    expect((await confirm(owner, id)).status).toBe(403);
    expect(await ledgerOf(id)).toEqual([]);
    await expect(
      sql`UPDATE cash_entries SET decision = 'CONFIRMED', decided_by = entered_by, decided_at = now()
        WHERE id = ${id}`,
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
      expect((await again()).data.id).toBe(id);
      expect(await ledgerOf(id)).toEqual([]);
    }
    expect(
      await listed(admin, '/votes/manual/admin/all?state=REJECTED&pageSize=1000', rejected.id),
    ).toMatchObject({ decisionReason: 'No receipt', decidedBy: { id: admin.id } });
    expect(await listed(stranger, '/votes/manual?state=REJECTED', rejected.id)).toBeUndefined();
  });

  it('is not counted once voting is over or the price is another', async () => {
    const [ended, dearer] = [await enter(), await enter()];
    await owner.api.put(`/contests/${ended.contest.id}`, { status: 'ENDED' });
    expect((await confirm(admin, ended.id)).code).toBe('RESULT_CLOSED');
    await owner.api.put(`/contests/${dearer.contest.id}`, { votePrice: 101 });
    expect((await confirm(admin, dearer.id)).code).toBe('CONTEST_CHANGED');
    for (const { id } of [ended, dearer]) {
      expect(await ledgerOf(id)).toEqual([]);
      expect((await listed(owner, '/votes/manual', id))?.state).toBe('WAITING');
    }
  });

  it('is decided before what it names is deleted, or the nominee is moved', async () => {
    const organiser = await aUser().save();
    const { contest, id } = await enter(organiser);
    const { contestant } = contest;
    const refused = {
      status: 409,
      code: 'CONFLICT',
      message: 'Cash waits here for a second person. Have it confirmed, rejected or withdrawn first.',
    };
    const paths = [
      `/contests/${contest.id}`,
      `/categories/${contestant.categoryId}`,
      `/contestants/${contestant.id}`,
    ];
    for (const path of paths) expect(await organiser.api.delete(path)).toMatchObject(refused);
    expect(await admin.api.delete(`/users/${organiser.id}`)).toMatchObject(refused);
    const moved = await organiser.api.put(`/contestants/${contestant.id}`, {
      categoryId: contest.categories[1]?.id,
    });
    expect(moved).toMatchObject(refused);
    expect((await listed(organiser, '/votes/manual', id))?.state).toBe('WAITING');

    expect((await organiser.api.post(`/votes/manual/${id}/reject`, { reason: 'Twice' })).status).toBe(200);
    for (const path of paths.reverse()) expect((await organiser.api.delete(path)).status).toBe(200);
  });

  it('is announced by mail to the other super admins, once an hour while entries of the same person wait', async () => {
    const organiser = await aUser().save();
    const [verified, unverified, entering] = await Promise.all([
      aUser().superAdmin().save(),
      aUser().superAdmin().unverified().save(),
      aUser().superAdmin().save(),
    ]);
    const mailsTo = async ({ email }: BuiltUser, contestOf?: { title: string }): Promise<string[]> => {
      const rows = await sql<{ subject: string; body: string }>`SELECT subject, body FROM mail_outbox
        WHERE recipient = ${email} AND subject LIKE '%in cash waits%' ORDER BY id`;
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

    await sql`UPDATE cash_entries SET entered_at = entered_at - interval '61 minutes'
      WHERE id = ANY(${[first.id, second.id]})`;
    const later = await enter(organiser);
    expect(await mailsTo(verified, later.contest)).toHaveLength(1);
  });

  it('is the sum of a contest and day: parts wait as the whole does, also when they come at once', async () => {
    const contest = await aContest().ownedBy(owner).paid('100.00').withContestants(1, 1).save();
    const send = async (voteCount: number) => (await enterByHand(owner, contest, { voteCount })).data;
    const parts = await Promise.all([60, 60, 60].map(send));
    expect(parts.map(({ status }) => status).sort()).toEqual(['COMPLETED', 'PENDING', 'PENDING']);
    expect((await send(41)).awaitsConfirmation).toBe(true);
    expect((await send(40)).status).toBe('COMPLETED');
    expect((await send(1)).awaitsConfirmation).toBe(true);
    const waiting = parts.find(({ status }) => status === 'PENDING');
    expect((await confirm(admin, waiting?.id ?? '')).status).toBe(200);
    await sql`UPDATE votes SET created_at = created_at - interval '1 day' WHERE contest_id = ${contest.id}
      AND vote_count = 60`;
    expect((await send(60)).status).toBe('COMPLETED');
    expect((await send(1)).awaitsConfirmation).toBe(true);
  });

  it('may be GHS 100,000 and not more; a voter need not have a phone', async () => {
    const { id } = await enter(owner, { voteCount: 1_000, voterPhone: undefined });
    expect((await confirm(admin, id)).data.amount).toBe(100_000);
    const contest = await aContest().ownedBy(owner).paid('100.01').save();
    const message = 'Cash of one entry can be at most GHS 100,000.00.';
    const tooMuch = enterByHand(owner, contest, { voteCount: 1_000 });
    await expectRefusal(tooMuch, 400, 'AMOUNT_TOO_LARGE', message);
  });
});

it('free votes entered by hand wait for a second person above 50 and 5 % of the contest’s votes, and count when one has confirmed them', async () => {
  const [admin, organiser] = await Promise.all([aUser().superAdmin().save(), aUser().save()]);
  const contest = await aContest().ownedBy(organiser).withContestants(1, 1).save();
  const send = async (voteCount: number) => (await enterByHand(organiser, contest, { voteCount })).data;
  expect([(await send(30)).status, (await send(20)).status]).toEqual(['COMPLETED', 'COMPLETED']);
  const { id, awaitsConfirmation } = await send(3_000);
  expect(awaitsConfirmation).toBe(true);
  const rows = await sql<{ body: string }>`SELECT body FROM mail_outbox WHERE recipient = ${admin.email}
      AND subject = '3,000 votes entered by hand wait for your confirmation'`;
  expect(rows).toEqual([{ body: expect.stringContaining('See the paper ballots first.') as string }]);
  expect(await organiser.api.post(`/votes/manual/${id}/confirm`)).toMatchObject({ status: 403 });
  const confirmed = await admin.api.post<CastVoteResult>(`/votes/manual/${id}/confirm`);
  expect([confirmed.status, confirmed.data.status, confirmed.data.amount]).toEqual([200, 'COMPLETED', 0]);
  await waitFor(async () => (await publicTotal(contest.id)) === 3_050);
  // 5 % of 3,050 votes are 152; 50 were entered alone.
  expect((await send(103)).awaitsConfirmation).toBe(true);
  expect((await send(102)).status).toBe('COMPLETED');
});
