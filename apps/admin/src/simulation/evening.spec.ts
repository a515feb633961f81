import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readSettings } from '@abato/platform';
import { MESSAGE_SETTINGS } from '../capacity/messages.js';
import { simulate, type SimulatedEvening } from './evening.js';
import { REAL_RUNS } from './service-times.js';

const EVENING: SimulatedEvening = {
  viewers: 1_000_000,
  votes: 20_000,
  payments: 1,
  contestants: 20,
  categories: 1,
  castPods: 6,
  livePods: 286,
  postgresCores: 8,
  callsPerMinute: 600,
  bandwidth: 1.25e9,
  pace: readSettings(MESSAGE_SETTINGS, {}),
};
/** The benchmark's machine: one core for the API, the other for all else. */
const BENCH: SimulatedEvening = {
  ...EVENING,
  viewers: 1_000,
  votes: 2_000,
  payments: 0,
  contestants: 50,
  castPods: 1,
  livePods: null,
  postgresCores: 1,
  isOneMachine: true,
};
const DOCUMENT = fileURLToPath(new URL('../../../../docs/capacity.md', import.meta.url));
const BETWEEN = /(<!-- simulation -->\n\n)([^]*?)(\n\n<!-- \/simulation -->)/;

it('gives the same evening for the same seed', () => {
  const small = { ...EVENING, votes: 500 };
  expect(simulate(small)).toEqual(simulate(small));
});

it('names the contest that all write to as the first bottleneck of 20,000 votes a second', () => {
  expect(simulate(EVENING).bottleneck?.name).toBe('commits into one contest');
  expect(simulate({ ...EVENING, votes: 10_000 }).bottleneck).toBeUndefined();
});

it.each<[string, Partial<SimulatedEvening>]>([
  ['calls that begin payments', { payments: 5 }],
  ['network to viewers', { bandwidth: 1e8 }],
  // A crowd is sent the first places of each category: of ten categories ten times as many.
  ['network to viewers', { contestants: 500, categories: 10, bandwidth: 1e9 }],
  ['cores of API processes that hold viewers', { livePods: 5 }],
  ['cores of PostgreSQL', { postgresCores: 1, castPods: 40 }],
  ['cores of API processes that take votes', { viewers: 400_000, castPods: 1, livePods: null }],
])('names %s where that is what lacks', (name, change) => {
  expect(simulate({ ...EVENING, votes: 5_000, ...change }).bottleneck?.name).toBe(name);
});

it('sends a crowd of 500 contestants the first places, and all of them with one message in five', () => {
  const load = (change: Partial<SimulatedEvening['pace']>): number => {
    const pace = { ...EVENING.pace, ...change };
    const { stations } = simulate({ ...EVENING, votes: 5_000, contestants: 500, bandwidth: 1e10, pace });
    return stations.find(({ name }) => name === 'network to viewers')?.load ?? 0;
  };
  const [five, all] = [38 + 5 * 11 + 78, 38 + 500 * 11 + 78];
  expect(load({}) / load({ LIVE_LEADERS: 1_000 })).toBeCloseTo((0.8 * five + 0.2 * all) / all, 2);
});

describe('compared with real runs of the benchmark', () => {
  const { lag, peaks, halfPeak } = REAL_RUNS;
  const onScreens = simulate(BENCH);
  const compared: [string, number, number][] = [
    ['vote on 1,000 screens at 2,000 votes/s, p50 (ms)', lag.screenP50, onScreens.screenP50],
    ['the same, p99 (ms)', lag.screenP99, onScreens.screenP99],
    ...peaks.map(({ connections, votes }): [string, number, number] => [
      `votes/s over ${connections.toLocaleString('en')} connections`,
      votes,
      simulate({ ...BENCH, viewers: 0, connections }).casts,
    ]),
    [
      'cast p99 at 3,640 votes/s (ms)',
      halfPeak.castP99,
      simulate({ ...BENCH, viewers: 0, votes: 3_640 }).castP99,
    ],
  ];

  it('shows votes on screens as late as they were, and takes as many over 64, 256 and 1,000 connections, within a quarter', () => {
    for (const at of [0, 1, 2, 3, 4]) {
      const [, measured, simulated] = compared[at] ?? ['', 1, 0];
      expect(Math.abs(simulated / measured - 1)).toBeLessThan(0.25);
    }
  });

  it('is off by as much as docs/capacity.md says', () => {
    const rows = compared.map(([name, measured, simulated]) => [
      name,
      measured.toLocaleString('en'),
      simulated.toLocaleString('en', { maximumFractionDigits: simulated < 100 ? 1 : 0 }),
      `${Math.round((simulated / measured - 1) * 100)} %`.replace(/^(?=\d)/, '+'),
    ]);
    const table = [['run', 'measured', 'simulated', 'difference'], ...rows];
    const text = readFileSync(DOCUMENT, 'utf8');
    if (process.env['UPDATE_DOCS']) {
      const [head = '', ...lines] = table.map((cells) => `| ${cells.join(' | ')} |`);
      const written = [head, '| --- | ---: | ---: | ---: |', ...lines].join('\n');
      writeFileSync(DOCUMENT, text.replace(BETWEEN, `$1${written}$3`));
    }
    const shown = (BETWEEN.exec(readFileSync(DOCUMENT, 'utf8'))?.[2] ?? '').split('\n').map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
    expect([shown[0], ...shown.slice(2)]).toEqual(table);
  });
});
