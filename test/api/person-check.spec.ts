import { randomUUID } from 'node:crypto';
import type { CastVoteResult, PersonChallenge } from '@abato/contracts';
import { aContest, aVote } from '../support/builders.js';
import { countedCasts } from '../support/held-votes.js';
import { ApiClient } from '../support/http.js';
import { solvedCheck } from '../support/person-check.js';

const api = new ApiClient();
const cast = (vote: Record<string, unknown>, key: string, challenge?: string) =>
  api.post<CastVoteResult>('/votes/cast', { ...vote, challenge }, { headers: { 'idempotency-key': key } });

describe('a contest that wants a person check', () => {
  it('refuses a free vote without one, and takes it with one', async () => {
    const contest = await aContest().personCheck().save();
    const [vote, key] = [aVote(contest), randomUUID()];
    const refused = await cast(vote, key);
    expect([refused.status, refused.code]).toEqual([403, 'CHALLENGE_REQUIRED']);
    expect(await countedCasts(contest)).toBe(0);
    const taken = await cast(vote, key, await solvedCheck(contest.id, key));
    expect([taken.status, taken.data.status]).toEqual([201, 'COMPLETED']);
  });

  it('counts one vote per solved check, however often and however many at once it is used', async () => {
    const contest = await aContest().personCheck().save();
    const [vote, key] = [aVote(contest), randomUUID()];
    const solved = await solvedCheck(contest.id, key);
    const atOnce = await Promise.all([1, 2, 3, 4].map(() => cast(vote, key, solved)));
    expect(new Set(atOnce.map((answer) => answer.data.id)).size).toBe(1);
    // Without its check too: a repeated request gets its first answer.
    expect((await cast(vote, key)).status).toBe(201);
    const others = await Promise.all([1, 2, 3].map(() => cast(aVote(contest), randomUUID(), solved)));
    expect(others.map((answer) => answer.code)).toEqual(Array(3).fill('CHALLENGE_REQUIRED'));
    expect((await cast(aVote(contest), key, solved)).code).toBe('IDEMPOTENCY_KEY_REUSED');
    expect(await countedCasts(contest)).toBe(1);
  });

  it('takes no check of another contest, none that was tampered with, and nothing that is none', async () => {
    const [contest, other] = await Promise.all([
      aContest().personCheck().save(),
      aContest().personCheck().save(),
    ]);
    const key = randomUUID();
    const foreign = await solvedCheck(other.id, key);
    const payload = JSON.parse(Buffer.from(foreign, 'base64').toString()) as {
      challenge: PersonChallenge;
      solution: { derivedKey: string };
    };
    const seal = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');
    const moved = structuredClone(payload);
    moved.challenge.parameters.data = { contestId: contest.id, key };
    const unsigned = structuredClone(moved);
    delete unsigned.challenge.signature;
    const wrong = { ...payload, solution: { counter: 0, derivedKey: '00'.repeat(32) } };
    for (const challenge of [foreign, seal(moved), seal(unsigned), 'x', seal(null), seal({ challenge: 1 })]) {
      expect((await cast(aVote(contest), key, challenge)).code).toBe('CHALLENGE_REQUIRED');
    }
    expect((await cast(aVote(other), key, seal(wrong))).code).toBe('CHALLENGE_REQUIRED');
  });

  it('tells of limits before it asks for work', async () => {
    const contest = await aContest().personCheck().freeVotesPerHour(1).save();
    expect((await cast(aVote(contest, { voteCount: 2 }), randomUUID())).status).toBe(400);
  });

  it('is not asked of payers', async () => {
    const contest = await aContest().personCheck().paid('1.00').save();
    expect((await cast(aVote(contest), randomUUID())).status).toBe(201);
  });

  it('gives a check only for a key', async () => {
    const contest = await aContest().personCheck().save();
    const answer = await api.post('/votes/challenge', { contestId: contest.id });
    expect([answer.status, answer.code]).toEqual([400, 'IDEMPOTENCY_KEY_INVALID']);
  });
});
