import type { FairPlay, FoundVote, QuarantinePreview, QuarantineView, Receipt } from '@abato/contracts';
import { runAdmin } from '../support/admin.js';
import type { BuiltContest, BuiltUser } from '../support/builders.js';
import { aContest, aUser, aVote, withOwner, sql } from '../support/builders.js';
import { manyPhonesOfOneDevice } from '../support/held-votes.js';
import { ApiClient } from '../support/http.js';
import { publicTotal } from '../support/payments.js';
import {
  castFree,
  differencesFromLedger,
  entriesOf,
  verifyWithTotals,
  waitForLog,
} from '../support/transparency.js';
import { waitFor } from '../support/wait-for.js';

/** Counted free votes that an organiser takes out of the count (ADR 42), and the public trace of every change of a count. */

const api = new ApiClient();
const REASON = 'A script cast these votes';
const NETWORK = '00112233445566aa';
const window = () => ({
  from: new Date(Date.now() - 3_600_000).toISOString(),
  to: new Date(Date.now() + 60_000).toISOString(),
});
const call = <T>(who: BuiltUser, contest: BuiltContest, path: string, body: object = {}) =>
  who.api.post<T>(`/contests/${contest.id}/quarantine${path}`, body);
const uniqueVoters = async (owner: BuiltUser, { id }: BuiltContest): Promise<number> =>
  (await owner.api.get<{ uniqueVoters: number }>(`/votes/contest/${id}/stats`)).data.uniqueVoters;

/** 100 votes of one voter for the first nominee, and three single ones for the second, two of them of one network. */
async function aContestWithInventedVotes() {
  const { owner, contest } = await withOwner(aContest().withContestants(2).freeVotesPerHour(1_000));
  const [first, second] = contest.categories[0]?.contestants ?? [];
  await castFree(contest, { contestantId: first?.id, voteCount: 100 });
  const invented: string[] = [];
  for (let nr = 0; nr < 3; nr++) {
    const vote = aVote(contest, { contestantId: second?.id });
    const { data } = await api.post<{ id: string }>('/votes/cast', vote);
    invented.push(data.id);
  }
  await sql`UPDATE votes SET network_digest = ${Buffer.from(NETWORK, 'hex')}
    WHERE id = ANY(${invented.slice(0, 2)})`;
  await waitForLog(contest, 4, 103);
  return { owner, contest, first, second, invented };
}

it('an organiser takes invented votes out of the count and puts them back, each with a public entry and told to its voter', async () => {
  const { owner, contest, first, second, invented } = await aContestWithInventedVotes();
  const selection = { ...window(), contestantId: second?.id, networkGroup: NETWORK };
  const whole = await call<QuarantinePreview>(owner, contest, '/preview', { ...window(), channel: 'web' });
  expect(whole.data).toMatchObject({
    casts: 4,
    votes: 103,
    voters: 4,
    share: 1,
    needsSecondPerson: true,
    networks: [{ networkGroup: NETWORK, casts: 2, votes: 2, voters: 2 }],
    networkCount: 1,
  });
  const { data: preview } = await call<QuarantinePreview>(owner, contest, '/preview', selection);
  expect(preview).toMatchObject({
    casts: 2,
    votes: 2,
    voters: 2,
    needsSecondPerson: false,
    nominees: [
      { contestantId: first?.id, chosen: 0, votesBefore: 100, votesAfter: 100, rankBefore: 1, rankAfter: 1 },
      { contestantId: second?.id, chosen: 2, votesBefore: 3, votesAfter: 1, rankBefore: 2, rankAfter: 2 },
    ],
  });
  expect(await uniqueVoters(owner, contest)).toBe(4);
  const applied = await call<QuarantineView>(owner, contest, '', { ...selection, reason: REASON });
  expect([applied.status, applied.data.state, applied.data.votes]).toEqual([201, 'APPLIED', 2]);
  expect(applied.data.undoable).toBe(true);
  await waitForLog(contest, 6, 101);
  await waitFor(async () => (await uniqueVoters(owner, contest)) === 2);
  const reversals = (await entriesOf(contest, 6)).slice(4);
  expect(reversals).toMatchObject([
    { v: 2, kind: 'reversal', contestant: second?.id, votes: -1, amount: 0, of: expect.any(Number) },
    { v: 2, kind: 'reversal', contestant: second?.id, votes: -1, amount: 0, of: expect.any(Number) },
  ]);

  const voterPhone = await sql.value<string>`SELECT voter_phone FROM votes WHERE id = ${invented[0]}`;
  const found = async () =>
    (await api.post<FoundVote>('/votes/find', { phone: voterPhone, reference: invented[0] })).data;
  const told = await found();
  expect(told).toMatchObject({
    status: 'FAILED',
    undone: 'QUARANTINED',
    decisions: [{ kind: 'QUARANTINED', reason: REASON }],
  });
  const receipt = async () => (await api.get<Receipt>(`/receipts/${told.receiptCode}`)).data;
  expect(await receipt()).toMatchObject({
    later: [{ entry: { kind: 'reversal' } }],
    decisions: told.decisions,
  });

  const undone = await call<QuarantineView>(owner, contest, `/${applied.data.id}/undo`);
  expect([undone.status, undone.data.state, undone.data.undoable]).toEqual([200, 'UNDONE', false]);
  await waitForLog(contest, 8, 103);
  await waitFor(async () => (await uniqueVoters(owner, contest)) === 4);
  const restored = (await entriesOf(contest, 8)).slice(6);
  // The log takes rows in random order.
  const named = restored.toSorted((a, b) => Number(a.of) - Number(b.of));
  expect(named.map(({ v, kind, votes, of, voter }) => [v, kind, votes, of, voter])).toEqual([
    [2, 'restore', 1, 5, undefined],
    [2, 'restore', 1, 6, undefined],
  ]);
  expect((await receipt()).decisions.map(({ kind }) => kind)).toEqual(['QUARANTINED', 'RESTORED']);
  expect(await found()).toMatchObject({ status: 'COMPLETED' });
  expect((await verifyWithTotals(contest)).code).toBe(0);
  // Taken out again, in one batch of the log with nothing between: the steps keep their order.
  const again = await call<QuarantineView>(owner, contest, '', { ...selection, reason: REASON });
  await call(owner, contest, `/${again.data.id}/undo`);
  await waitForLog(contest, 12, 103);
  expect(await differencesFromLedger(contest)).toBe(0);
  expect((await verifyWithTotals(contest)).code).toBe(0);
  expect((await runAdmin(['verify-tallies', '--contest', contest.id])).code).toBe(0);
  const audit = await sql<{ action: string }>`SELECT action FROM audit_log WHERE subject_id = ${contest.id}
    AND action LIKE 'quarantine.%' ORDER BY id LIMIT 2`;
  expect(audit.map(({ action }) => action)).toEqual(['quarantine.apply', 'quarantine.undo']);
});

it('a quarantine above the allowed share waits for another person, and small ones add up', async () => {
  const { owner, contest, second } = await aContestWithInventedVotes();
  const [superAdmin, other] = [await aUser().superAdmin().save(), await aUser().save()];
  const asked = await call<QuarantineView>(owner, contest, '', { ...window(), reason: REASON });
  expect(asked.data).toMatchObject({ state: 'WAITING', casts: 4, votes: 103, appliedAt: null });
  expect((await call(owner, contest, `/${asked.data.id}/confirm`)).status).toBe(403);
  expect((await call(other, contest, `/${asked.data.id}/reject`)).status).toBe(404);
  expect((await call(owner, contest, `/${asked.data.id}/reject`)).status).toBe(200);
  expect((await call(superAdmin, contest, `/${asked.data.id}/confirm`)).status).toBe(409);
  expect(await publicTotal(contest.id)).toBe(103);

  const some = { contestantId: second?.id, reason: REASON };
  const one = await call<QuarantineView>(owner, contest, '', { ...window(), ...some, networkGroup: NETWORK });
  expect(one.data.state).toBe('APPLIED');
  await sql`UPDATE quarantines SET votes = 5 WHERE id = ${one.data.id}`;
  const two = await call<QuarantineView>(owner, contest, '', {
    ...window(),
    ...some,
    tokenYoungerThanMinutes: 1,
  });
  expect(two.data).toMatchObject({ state: 'WAITING', casts: 1 });
  const confirmed = await call<QuarantineView>(superAdmin, contest, `/${two.data.id}/confirm`);
  expect(confirmed.data).toMatchObject({ state: 'APPLIED', decidedBy: { id: superAdmin.id } });
  await waitFor(async () => (await publicTotal(contest.id)) === 100);
  const list = await owner.api.get<QuarantineView[]>(`/contests/${contest.id}/quarantine`);
  expect(list.data.map(({ state }) => state)).toEqual(['APPLIED', 'APPLIED', 'REJECTED']);
});

it('nothing is taken out or put back after the end, in an election, or without a vote that fits', async () => {
  const { owner, contest } = await aContestWithInventedVotes();
  const some = { ...window(), networkGroup: NETWORK, reason: REASON };
  const none = await call(owner, contest, '', { ...some, networkGroup: 'ffffffffffffffff' });
  expect([none.status, none.errors?.[0]?.field]).toEqual([400, 'from']);
  const wrong = await call(owner, contest, '', { ...some, to: some.from });
  expect([wrong.status, wrong.errors?.[0]?.field]).toEqual([400, 'to']);
  expect((await call(owner, contest, '', { ...some, reason: '' })).errors?.[0]?.field).toBe('reason');
  const { data } = await call<QuarantineView>(owner, contest, '', some);
  await sql`UPDATE quarantines SET applied_at = applied_at - interval '24 hours' WHERE id = ${data.id}`;
  expect((await call(owner, contest, `/${data.id}/undo`)).code).toBe('CONFLICT');
  await sql`UPDATE quarantines SET applied_at = now() WHERE id = ${data.id}`;
  await owner.api.put(`/contests/${contest.id}`, { status: 'ENDED' });
  for (const path of ['', '/preview', `/${data.id}/undo`])
    expect((await call(owner, contest, path, { ...window(), reason: REASON })).code).toBe('RESULT_CLOSED');
  const election = await aContest().ownedBy(owner).electorate().save();
  expect((await call(owner, election, '/preview', window())).code).toBe('BALLOTS_ARE_SECRET');
});

it('every action of a person that changes a count leaves public entries that stay', async () => {
  const { owner, contest } = await withOwner(aContest().withContestants(2));
  const [, second] = contest.categories[0]?.contestants ?? [];
  await manyPhonesOfOneDevice(contest, 6);
  const reason = REASON;
  const manual = await owner.api.post<{ id: string }>('/votes/manual', { ...aVote(contest), reason });
  await castFree(contest, { contestantId: second?.id });
  await waitForLog(contest, 7, 7);
  const steps: [() => Promise<unknown>, number, number][] = [
    [() => owner.api.post(`/votes/manual/${manual.data.id}/undo`, { reason }), 8, 6],
    [
      () =>
        owner.api.post(`/votes/contest/${contest.id}/held/decide`, {
          decision: 'RELEASED',
          all: true,
          reason,
        }),
      9,
      7,
    ],
    // Its entries stay, of a nominee that the page does not show.
    [() => owner.api.delete(`/contestants/${second?.id}`), 9, 6],
  ];
  for (const [act, entries, votes] of steps) {
    await act();
    await waitForLog(contest, entries, votes);
  }
  const { data } = await api.get<FairPlay>(`/contests/${contest.id}/fair-play`);
  expect(data.decisions).toMatchObject([{ decision: 'RELEASED', votes: 1, reason }]);
  expect(
    (await entriesOf(contest, 9)).map(({ kind, contestant }) => [kind, contestant === second?.id]),
  ).toEqual(
    expect.arrayContaining([
      ['reversal', false],
      ['free', true],
    ]),
  );
});
