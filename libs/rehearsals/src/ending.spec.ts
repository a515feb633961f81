import { endingAfter, endingOf, Hindrance, type Signals } from './ending.js';
import type { LoadReport } from './load/index.mjs';

const [running, aborted] = [new AbortController().signal, AbortSignal.abort()];
const signals: Signals = { stop: running, worker: running, late: running };
const failure = Object.assign(new Error('connect ECONNREFUSED 10.42.0.7:3000'), {
  phase: 'visible',
});

describe('a rehearsal whose load failed', () => {
  it.each<[keyof Signals, unknown]>([
    ['worker', { state: 'INTERRUPTED', reason: 'The worker that ran it was stopped.' }],
    ['stop', { state: 'STOPPED' }],
    ['late', { state: 'FAILED', reason: 'It did not end in time.' }],
  ])('ends as the signal %s says', (name, ending) => {
    expect(endingAfter(failure, { ...signals, [name]: aborted })).toEqual(ending);
  });

  it('says what failed in a sentence of ours, without an address of the installation', () => {
    expect(endingAfter(failure, signals)).toEqual({
      state: 'FAILED',
      reason: 'The platform did not show its contest at the address where the load is sent.',
    });
    expect(endingAfter(new Error('10.42.0.7'), signals).reason).toBe('The votes could not be sent.');
  });
});

describe('a rehearsal that was stopped', () => {
  const times = { count: 1, mean: 1, p50: 1, p90: 1, p95: 1, p99: 1, p999: 1, max: 1 };
  const report: LoadReport = {
    contestId: '',
    asked: { votesPerSecond: 1, viewers: 1, minutes: 1, contestants: 1, shape: 'STEADY' },
    seconds: 1,
    votes: {
      ...{ sent: 1, accepted: 1, refused: 0, unanswered: 0, brokenConnections: 0, closedIdle: 0 },
      ...{ perSecond: 1, counted: 1, lost: 0, noneLost: true },
    },
    viewers: { lost: 0, allUpToDate: true },
    milliseconds: { answer: times, screen: times },
    stopped: true,
    verdict: null,
  };
  const hindered = AbortSignal.abort(new Hindrance('Others vote.'));

  it('has its result, and a reason where no person wanted it', () => {
    const result = expect.objectContaining({ acknowledged: 1, verdict: null }) as unknown;
    expect(endingOf(report, { stop: aborted })).toEqual({ state: 'STOPPED', result });
    expect(endingOf(report, { stop: hindered })).toEqual({
      state: 'STOPPED',
      result,
      reason: 'Others vote.',
    });
    expect(endingAfter(failure, { ...signals, stop: hindered })).toEqual({
      state: 'STOPPED',
      reason: 'Others vote.',
    });
  });

  it('is done where the stop came after its end', () => {
    const ended = endingOf({ ...report, stopped: false }, { stop: hindered });
    expect(ended).toMatchObject({ state: 'DONE', result: { acknowledged: 1 } });
    expect(ended.reason).toBeUndefined();
  });
});
