import fc from 'fast-check';
import { ProviderError } from '@abato/paystack';
import { CALL_PURPOSES, SharedCallLimit } from '@abato/testing/paystack';
import { type Limiter, repeat, SECOND, START } from './limiter.js';

interface Call {
  afterMs: number;
  purpose: (typeof CALL_PURPOSES)[number];
  endpoint: string;
  /** The provider's answer: seconds of a 429, 0 for a success, null when none came. */
  pause: number | null;
}

const call = (fields: Partial<Call>): Call => ({
  ...{ afterMs: 0, purpose: 'begin', endpoint: 'initialize', pause: null },
  ...fields,
});

/** Calls per minute of the account; a process alone takes a tenth. */
const CALLS = 40;

export const providerCalls: Limiter<Call> = {
  start({ redis, isLua }) {
    let now = START;
    const calls = isLua ? CALLS : 10 * CALLS;
    const limit = new SharedCallLimit(redis, calls, { now: () => new Date(now) });
    return Promise.resolve(async ({ purpose, endpoint, pause }, nowMs) => {
      now = nowMs;
      const waitSeconds = await limit.pass(purpose, { endpoint }).then(
        () => 0,
        (error: unknown) => (error instanceof ProviderError ? error.details.retryAfter : String(error)),
      );
      if (waitSeconds === 0 && pause === 0) await limit.answered(endpoint);
      if (waitSeconds === 0 && pause) await limit.refused(endpoint, pause);
      return { waitSeconds };
    });
  },
  cases: [
    {
      title: 'the budget of one purpose, until its first calls are a minute old',
      steps: repeat(60, () => call({ afterMs: 1_500 })).concat(call({ afterMs: 61 * SECOND })),
      reaches: '"waitSeconds":1',
    },
    {
      title: 'the reserves of other purposes',
      steps: CALL_PURPOSES.flatMap((purpose) => repeat(30, () => call({ purpose, afterMs: 10 }))),
      reaches: '"waitSeconds":60',
    },
    {
      title: 'a paused endpoint, its probes, and the end of the pause',
      steps: [
        call({ pause: 30 }),
        ...repeat(25, (nr) => call({ afterMs: 2 * SECOND, pause: nr === 20 ? 0 : null })),
      ],
      reaches: '"waitSeconds":28',
    },
    {
      title: 'a pause that no probe ends',
      steps: [
        call({ pause: 10 }),
        call({}),
        ...repeat(8, () => call({ afterMs: 30 * SECOND })),
        ...repeat(3, () => call({})),
      ],
      reaches: '"waitSeconds":10',
    },
  ],
  generated: fc.record({
    afterMs: fc.constantFrom(0, 10, 700, 3 * SECOND, 19 * SECOND),
    purpose: fc.constantFrom(...CALL_PURPOSES),
    endpoint: fc.constantFrom('initialize', 'verify'),
    pause: fc.constantFrom(null, null, null, 0, 25),
  }),
};
