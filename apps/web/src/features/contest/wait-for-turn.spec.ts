import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ApiError } from '@/lib/api';
import { waitForTurn, type Waiting } from './wait-for-turn';

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
