import { Chance, Events, percentile, Station } from './queueing.js';

/** One station fed by independent arrivals. @returns its mean wait and use over many of them */
function run(options: { perMs: number; servers?: number; service: (chance: Chance) => number }) {
  const [events, chance] = [new Events(), new Chance(16)];
  const station = new Station('s', events, options.servers);
  const arrive = (): void => {
    station.take(options.service(chance), () => undefined);
    events.after(chance.exponential(1 / options.perMs), arrive);
  };
  arrive();
  events.runUntil(5_000);
  station.observe();
  events.runUntil(100_000);
  return { wait: station.meanWaitMs, use: station.utilization };
}

const within = (measured: number, expected: number, share: number): void => {
  expect(Math.abs(measured - expected)).toBeLessThan(expected * share);
};

it('has the mean wait of M/M/1: use ÷ (1 - use) service times', () => {
  const { wait, use } = run({ perMs: 0.8, service: (chance) => chance.exponential(1) });
  within(use, 0.8, 0.02);
  within(wait, 4, 0.12);
});

it('has half of that with service times that do not vary, M/D/1', () => {
  within(run({ perMs: 0.8, service: () => 1 }).wait, 2, 0.12);
});

it('has the wait of M/M/2 (Erlang C): use² ÷ (1 - use²) service times', () => {
  const { wait, use } = run({ perMs: 1.6, servers: 2, service: (chance) => chance.exponential(1) });
  within(use, 0.8, 0.02);
  within(wait, 0.64 / 0.36, 0.12);
});

it('has the wait of M/E4/1 (Pollaczek and Khinchine)', () => {
  const { wait } = run({ perMs: 0.8, service: (chance) => chance.erlang(1, 4) });
  within(wait, (4 * (1 + 1 / 4)) / 2, 0.12);
});

it('grows without end, and is fully used, when more arrives than is served', () => {
  const events = new Events();
  const station = new Station('s', events);
  const arrive = (): void => {
    station.take(2, () => undefined);
    events.after(1, arrive);
  };
  arrive();
  events.runUntil(1_000);
  expect(station.waiting).toBeGreaterThan(490);
  expect(station.utilization).toBeCloseTo(1, 2);
});

it('runs events in the order of their times, and equal ones as they were ordered', () => {
  const [events, seen] = [new Events(), [] as string[]];
  for (const [ms, name] of [
    [3, 'd'],
    [1, 'a'],
    [2, 'b'],
    [2, 'c'],
  ] as const)
    events.after(ms, () => seen.push(name));
  events.runUntil(2.5);
  expect(seen.join('')).toBe('abc');
  events.runUntil(3);
  expect(seen.join('')).toBe('abcd');
});

it('finds percentiles', () => {
  const values = Array.from({ length: 100 }, (_, at) => 100 - at);
  expect([percentile(values, 0.5), percentile(values, 0.99), percentile([], 0.5)]).toEqual([51, 100, NaN]);
});
