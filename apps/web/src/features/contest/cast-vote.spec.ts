import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { isUuid, type CastVoteRequest } from '@abato/contracts';
import { ApiError } from '@/lib/api';
import { VoteAttempt } from './cast-vote';
import { waitForTurn, type Waiting } from './wait-for-turn';
import { newUuid } from '@/lib/uuid';

const vote: CastVoteRequest = {
  contestId: 'contest',
  categoryId: 'category',
  contestantId: 'contestant',
  voteCount: 2,
  voterPhone: '0241234567',
};

it('VoteAttempt keeps its key for every press with the same vote', () => {
  const attempt = new VoteAttempt();
  const key = attempt.keyFor(vote);
  expect(isUuid(key)).toBe(true);
  expect(attempt.keyFor({ ...vote })).toBe(key);
  expect(attempt.keyFor({ ...vote })).toBe(key);
});

it.each([
  ['the number of votes', { voteCount: 3 }],
  ['the contestant', { contestantId: 'another' }],
  ['the phone', { voterPhone: '0241234568' }],
  ['the name', { voterName: 'Ama' }],
])('VoteAttempt makes a new key when %s changes', (_, change) => {
  const attempt = new VoteAttempt();
  expect(attempt.keyFor({ ...vote, ...change })).not.toBe(new VoteAttempt().keyFor(vote));
  const key = attempt.keyFor(vote);
  expect(attempt.keyFor({ ...vote, ...change })).not.toBe(key);
});

it('VoteAttempt makes a new key for the same vote after a success', () => {
  const attempt = new VoteAttempt();
  const key = attempt.keyFor(vote);
  attempt.done();
  expect(attempt.keyFor(vote)).not.toBe(key);
});

it('newUuid is a UUID of version 7 with the time first and no two alike', () => {
  const now = Date.UTC(2026, 10, 26);
  const made = Array.from({ length: 200 }, () => newUuid(now));
  expect(new Set(made).size).toBe(200);
  for (const one of made)
    expect(one).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(made.map((one) => parseInt(one.replace('-', '').slice(0, 12), 16))).toEqual(made.map(() => now));
  expect(newUuid(now + 1) > newUuid(now)).toBe(true);
});

const refusal = (code: string, retryAfter?: number, position?: number): ApiError =>
  new ApiError(503, { success: false, message: 'no', code, retryAfter, position });

/** Answers in turn; the last one is given again and again. */
function serverThat(...answers: (ApiError | string)[]): jest.Mock<() => Promise<string>> {
  return jest.fn(async () => {
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer instanceof ApiError) throw answer;
    return answer as string;
  });
}

describe('waitForTurn', () => {
  let shown: (Waiting | null)[];
  const onWait = (waiting: Waiting | null): number => shown.push(waiting);
  const never = new AbortController().signal;

  beforeEach(() => {
    shown = [];
    jest.useFakeTimers({ now: 1_000_000 });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it.each(['OVERLOADED', 'UNAVAILABLE'])('does the same again after %s', async (code) => {
    const work = serverThat(refusal(code, 2), refusal(code, 2), 'counted');
    const outcome = waitForTurn(work, onWait, never);
    await jest.advanceTimersByTimeAsync(10_000);
    await expect(outcome).resolves.toBe('counted');
    expect(work).toHaveBeenCalledTimes(3);
    expect(shown.at(-1)).toBeNull();
  });

  it('shows the place in the queue and when the turn comes', async () => {
    const outcome = waitForTurn(serverThat(refusal('OVERLOADED', 40, 7), 'counted'), onWait, never);
    await jest.advanceTimersByTimeAsync(0);
    expect(shown).toEqual([{ position: 7, until: 1_040_000 }]);
    await jest.advanceTimersByTimeAsync(60_000);
    await outcome;
  });

  it('asks again at the latest after a quarter of a minute', async () => {
    const work = serverThat(refusal('OVERLOADED', 600), 'counted');
    const outcome = waitForTurn(work, onWait, never);
    await jest.advanceTimersByTimeAsync(16_000);
    expect(work).toHaveBeenCalledTimes(2);
    await outcome;
  });

  it('tells the voter when the server has been unavailable for a minute', async () => {
    const work = serverThat(refusal('UNAVAILABLE', 2));
    const outcome = waitForTurn(work, onWait, never);
    const failure = expect(outcome).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await jest.advanceTimersByTimeAsync(50_000);
    const asked = work.mock.calls.length;
    await jest.advanceTimersByTimeAsync(30_000);
    await failure;
    expect(work.mock.calls.length).toBeGreaterThan(asked);
  });

  it('waits in a queue however long it is', async () => {
    const work = serverThat(refusal('OVERLOADED', 15));
    const closed = new AbortController();
    const outcome = waitForTurn(work, onWait, closed.signal);
    const ended = expect(outcome).rejects.toMatchObject({ name: 'AbortError' });
    await jest.advanceTimersByTimeAsync(600_000);
    expect(work.mock.calls.length).toBeGreaterThan(30);
    closed.abort();
    await ended;
    expect(shown.at(-1)).toBeNull();
  });

  it.each([
    ['another refusal', refusal('VOTING_CLOSED', 2)],
    ['no time at which to come back', refusal('UNAVAILABLE')],
  ])('does not repeat after %s', async (_, answer) => {
    const work = serverThat(answer);
    await expect(waitForTurn(work, onWait, never)).rejects.toBe(answer);
    expect(work).toHaveBeenCalledTimes(1);
  });
});
