import type { FoundVote, HeldVotesDecided, HeldVoteView, Overview } from '@abato/contracts';
import { aContest, aUser, type BuiltContest, type BuiltUser, database, sql } from '../support/builders.js';
import { intakeOf, manyPhonesOfOneDevice } from '../support/held-votes.js';
import { ApiClient } from '../support/http.js';
import { publicTotal, voteStatus } from '../support/payments.js';
import { waitFor } from '../support/wait-for.js';

/** What the voter of a held or rejected free vote reads, and asks for once (ADR 42). */

const api = new ApiClient();

async function aHeldVote() {
  const owner = await aUser().save();
  const contest = await aContest().ownedBy(owner).save();
  const { held } = await manyPhonesOfOneDevice(contest, 6);
  const rows = await sql<{ voter_phone: string }>`SELECT voter_phone FROM votes WHERE id = ${held[0]?.id}`;
  const input = { phone: rows[0]?.voter_phone ?? '', reference: held[0]?.receiptCode ?? '' };
  return { owner, contest, id: held[0]?.id ?? '', input };
}

const find = async (input: object) => (await api.post<FoundVote>('/votes/find', input)).data;
const appeal = async (input: object) => (await api.post<FoundVote>('/votes/appeal', input)).data;
const decide = (owner: BuiltUser, contest: BuiltContest, body: object) =>
  owner.api.post<HeldVotesDecided>(`/votes/contest/${contest.id}/held/decide`, {
    reason: 'We asked them',
    ...body,
  });
const heldOf = async (owner: BuiltUser, contest: BuiltContest, state: string) =>
  (await owner.api.get<HeldVoteView[]>(`/votes/contest/${contest.id}/held?state=${state}`)).data;
const waitingOf = async (owner: BuiltUser) =>
  (await owner.api.get<Overview>('/statistics/overview')).data.decisions.map(({ kind, count }) => [
    kind,
    count,
  ]);
const anyTime = expect.any(String) as string;

describe('the voter of a free vote that is held', () => {
  it('reads that it is held and why, and nothing of it once it counts', async () => {
    const { owner, contest, input } = await aHeldVote();
    expect(await find(input)).toMatchObject({
      status: 'PENDING',
      amount: 0,
      held: { reason: 'DEVICE_MANY_PHONES', appealedAt: null, appealable: true },
    });
    await decide(owner, contest, { decision: 'RELEASED', all: true });
    const counted = await find(input);
    expect([counted.status, counted.held, counted.undone]).toEqual(['COMPLETED', undefined, undefined]);
    await appeal(input);
    expect(await heldOf(owner, contest, 'RELEASED')).toMatchObject([{ appealedAt: null }]);
  });

  it('asks the organiser to look at it, who sees that beside the vote and in what waits', async () => {
    const { owner, contest, id, input } = await aHeldVote();
    expect(await waitingOf(owner)).toEqual([['HELD_VOTES', 1]]);
    const asked = await appeal(input);
    expect(asked).toMatchObject({ status: 'PENDING', held: { appealedAt: anyTime, appealable: false } });
    // Pressed twice.
    expect(await appeal(input)).toEqual(asked);
    expect(await waitingOf(owner)).toEqual([['APPEALS', 1]]);
    const appealed = await heldOf(owner, contest, 'APPEALED');
    expect(appealed).toMatchObject([{ id, state: 'HELD', appealedAt: asked.held?.appealedAt }]);
    expect(await heldOf(owner, contest, 'HELD')).toEqual(appealed);
  });

  it('is told the same of an unknown phone as where there is no vote', async () => {
    const { input } = await aHeldVote();
    const answer = await api.post('/votes/appeal', { ...input, phone: '+233201234567' });
    expect([answer.status, answer.code]).toEqual([404, 'VOTE_NOT_FOUND']);
    expect((await find(input)).held?.appealable).toBe(true);
  });
});

describe('the voter of a free vote that was rejected', () => {
  it('reads so, asks once, and the vote waits again; then it counts once when it is released', async () => {
    const { owner, contest, id, input } = await aHeldVote();
    await decide(owner, contest, { decision: 'REJECTED', all: true });
    expect(await find(input)).toMatchObject({
      status: 'FAILED',
      undone: 'REJECTED',
      held: { reason: 'DEVICE_MANY_PHONES', appealedAt: null, appealable: true },
    });
    const asked = await appeal(input);
    expect([asked.status, asked.undone, asked.held?.appealable]).toEqual(['PENDING', undefined, false]);
    expect(await voteStatus(id)).toBe('PENDING');
    expect(await intakeOf(owner, contest)).toEqual({ received: 6, counted: 5, held: 1, rejected: 0 });
    expect(
      (await decide(owner, contest, { decision: 'RELEASED', all: true, appealed: true })).data.decided,
    ).toBe(1);
    await waitFor(async () => (await publicTotal(contest.id)) === 6);
    expect(await appeal(input)).toMatchObject({ status: 'COMPLETED' });
    expect(await intakeOf(owner, contest)).toEqual({ received: 6, counted: 6, held: 0, rejected: 0 });
  });

  it('cannot ask again after the second decision, which is written down as one about an appeal', async () => {
    const { owner, contest, id, input } = await aHeldVote();
    await decide(owner, contest, { decision: 'REJECTED', all: true });
    await appeal(input);
    await decide(owner, contest, { decision: 'REJECTED', voteIds: [id] });
    expect(await appeal(input)).toMatchObject({
      status: 'FAILED',
      undone: 'REJECTED',
      held: { appealable: false },
    });
    expect(await voteStatus(id)).toBe('FAILED');
    expect(await waitingOf(owner)).toEqual([]);
    const rows = await sql<{ detail: unknown }>`SELECT detail FROM audit_log
      WHERE subject_id = ${contest.id} AND action = 'vote.reject' ORDER BY at, id`;
    expect(rows.map(({ detail }) => detail)).toEqual([
      { voteIds: [id], votes: 1, reason: 'We asked them' },
      { voteIds: [id], votes: 1, reason: 'We asked them', appeals: [id] },
    ]);
  });

  it('waits for a decision that is being written: a vote that is rejected while its voter asks is held again', async () => {
    const { owner, contest, id, input } = await aHeldVote();
    const organiser = await database().connect();
    try {
      await organiser.query('BEGIN');
      const { rows } = await organiser.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      await organiser.query(
        `UPDATE held_votes SET decision = 'REJECTED', decided_at = now() WHERE vote_id = $1`,
        [id],
      );
      await organiser.query(`UPDATE votes SET status = 'FAILED' WHERE id = $1`, [id]);
      const asked = appeal(input);
      await waitFor(async () => {
        const blocked = await sql`SELECT FROM pg_stat_activity
          WHERE ${rows[0]?.pid}::int = ANY(pg_blocking_pids(pid))`;
        return blocked.length === 1;
      });
      await organiser.query('COMMIT');
      expect(await asked).toMatchObject({ status: 'PENDING', held: { appealable: false } });
    } finally {
      organiser.release();
    }
    expect(await voteStatus(id)).toBe('PENDING');
    expect(await heldOf(owner, contest, 'APPEALED')).toMatchObject([{ id, state: 'HELD' }]);
  });
});

it('an appeal decides only about votes with one when all with one are decided', async () => {
  const { owner, contest, id, input } = await aHeldVote();
  await manyPhonesOfOneDevice(contest, 6);
  await appeal(input);
  const { data } = await decide(owner, contest, { decision: 'RELEASED', all: true, appealed: true });
  expect(data).toEqual({ decided: 1, votes: 1, waiting: 1 });
  expect(await voteStatus(id)).toBe('COMPLETED');
});

it('a vote of a contest that was deleted cannot be asked about', async () => {
  const { contest, input } = await aHeldVote();
  await sql`UPDATE contests SET archived_at = now() WHERE id = ${contest.id}`;
  expect((await find(input)).held?.appealable).toBe(false);
  expect((await appeal(input)).held?.appealedAt).toBeNull();
});
