import { ATTEMPT_RULES, waitAfter } from './throttle-rules.js';

const rule = { free: 3, waitSeconds: 2, maxWaitSeconds: 30, forgetSeconds: 600 };

it('the wait before a further try doubles with each try up to the longest', () =>
  expect([3, 4, 5, 6, 7, 8].map((nr) => waitAfter(nr, rule))).toEqual([2, 4, 8, 16, 30, 30]));

it('the wait before a further try is never longer than what is forgotten after', () => {
  for (const { account, address } of Object.values(ATTEMPT_RULES)) {
    for (const rule of [account, address]) {
      if (rule) expect(rule.maxWaitSeconds).toBeLessThanOrEqual(rule.forgetSeconds);
    }
  }
});
