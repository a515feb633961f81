import { endingAfter, type Signals } from './ending.js';

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
