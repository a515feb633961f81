import { Registry } from 'prom-client';
import { FanoutMetrics } from './fanout-metrics.js';
import { LivePace, pauseFor } from './live-pace.js';

const DEFAULTS = {
  LIVE_INTERVAL_MS: 250,
  LIVE_SLOW_INTERVAL_MS: 1_000,
  LIVE_SLOW_VIEWERS: 100_000,
  LIVE_LEADERS: 5,
  LIVE_LEADERS_VIEWERS: 50_000,
  LIVE_LEADERS_CONTESTANTS: 500,
  LIVE_REST_INTERVAL_MS: 5_000,
};

it.each([
  [1, 250],
  [1_000, 250],
  [10_000, 500],
  [100_000, 1_000],
  [1_000_000, 1_000],
])('of a contest with %i viewers is %i ms', (viewers, pause) =>
  expect(pauseFor(viewers, DEFAULTS)).toBe(pause),
);

it('never gets shorter with more viewers', () => {
  let last = 0;
  for (let viewers = 1; viewers < 300_000; viewers = Math.ceil(viewers * 1.1)) {
    const pause = pauseFor(viewers, DEFAULTS);
    expect(pause).toBeGreaterThanOrEqual(last);
    last = pause;
  }
});

it('is the same for all when the slow one is set below the fast one', () =>
  expect(pauseFor(1_000_000, { ...DEFAULTS, LIVE_SLOW_INTERVAL_MS: 100 })).toBe(250));

it('follows the viewers of all processes, or those of this one where more is not known', () => {
  const pace = new LivePace(DEFAULTS);
  expect(pace.pauseOf('c', 500)).toBe(250);
  pace.note(new Map([['c', 100_000]]));
  expect(pace.pauseOf('c', 500)).toBe(1_000);
  expect(pace.pauseOf('other', 500)).toBe(250);
  pace.note(new Map());
  expect(pace.pauseOf('c', 10_000)).toBe(500);
});

it('names only the first places in between for crowds, over all processes, and for very many contestants', () => {
  const pace = new LivePace(DEFAULTS);
  const rule = { first: 5, restMs: 5_000 };
  expect([pace.crowdOf('c', 49_999, 499), pace.crowdOf('c', 50_000, 2)]).toEqual([null, rule]);
  expect(pace.crowdOf('c', 1, 500)).toEqual(rule);
  pace.note(new Map([['c', 50_000]]));
  expect([pace.crowdOf('c', 1, 2), pace.crowdOf('other', 1, 2)]).toEqual([rule, null]);
});

it('of one second leaves the alert about counts older than 2 s silent: their age has a bucket in between', async () => {
  const metrics = new Registry();
  new FanoutMetrics(metrics).forget('c');
  expect(await metrics.metrics()).toContain('abato_fanout_delay_seconds_bucket{le="1.5"}');
});
