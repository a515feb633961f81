import { ATTEMPT_RULES, waitFor } from './throttle-rules.js';

const rule = { free: 3, waitSeconds: 2, maxWaitSeconds: 30, forgetSeconds: 600 };

describe('the wait before a further try', () => {
  it('is nothing for the free tries', () => {
    expect(waitFor(undefined, rule, 0)).toBe(0);
    expect(waitFor({ tries: 2, lastMs: 1_000 }, rule, 1_000)).toBe(0);
  });

  it('doubles with each try up to the longest', () => {
    const waits = [3, 4, 5, 6, 7, 8].map((tries) => waitFor({ tries, lastMs: 0 }, rule, 0));
    expect(waits).toEqual([2, 4, 8, 16, 30, 30]);
  });

  it('shrinks as time passes and is forgotten at last', () => {
    expect(waitFor({ tries: 5, lastMs: 0 }, rule, 3_000)).toBe(5);
    expect(waitFor({ tries: 5, lastMs: 0 }, rule, 8_000)).toBe(0);
    expect(waitFor({ tries: 99, lastMs: 0 }, rule, 600_001)).toBe(0);
  });

  it('is never longer than what is forgotten after', () => {
    for (const { account, address } of Object.values(ATTEMPT_RULES)) {
      for (const rule of [account, address]) {
        if (rule) expect(rule.maxWaitSeconds).toBeLessThanOrEqual(rule.forgetSeconds);
      }
    }
  });
});
