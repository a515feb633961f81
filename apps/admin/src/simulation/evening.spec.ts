import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readSettings } from '@abato/platform';
import { MESSAGE_SETTINGS } from '../capacity/messages.js';
import { votesIntoOneContest } from '../capacity/plan.js';
import {
  differenceOf,
  pausesLeftOut,
  simulateBenchmark,
  simulateTwoApis,
  TRUSTED_WITHIN,
} from './benchmark.js';
import { simulate, type SimulatedEvening } from './evening.js';
import { REAL_RUNS, SERVICE_TIMES } from './service-times.js';

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
const DOCUMENT = fileURLToPath(new URL('../../../../docs/capacity.md', import.meta.url));

/** Compares a table of docs/capacity.md, or writes it. The second line only separates; the formatter decides how wide columns are. */
function expectTable(name: string, table: string[][]): void {
  const between = new RegExp(`(<!-- ${name} -->\\n\\n)([^]*?)(\\n\\n<!-- /${name} -->)`);
  const text = readFileSync(DOCUMENT, 'utf8');
  if (process.env['UPDATE_DOCS']) {
    const [head = '', ...lines] = table.map((cells) => `| ${cells.join(' | ')} |`);
    const written = [head, `| --- |${' ---: |'.repeat((table[0]?.length ?? 1) - 1)}`, ...lines].join('\n');
    writeFileSync(DOCUMENT, text.replace(between, `$1${written}$3`));
  }
  const shown = (between.exec(readFileSync(DOCUMENT, 'utf8'))?.[2] ?? '').split('\n').map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  expect([shown[0], ...shown.slice(2)]).toEqual(table);
}

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
  const { lags, peaks, halfPeak } = REAL_RUNS;
  const count = (value: number): string => value.toLocaleString('en');
  const trusted: [string, number, number][] = [
    ...lags.flatMap(({ viewers, screenP50, screenP99 }): [string, number, number][] => {
      const screens = simulateBenchmark({ viewers });
      return [
        [`vote on ${count(viewers)} screens at 2,000 votes/s, p50 (ms)`, screenP50, screens.screenP50],
        ['the same, p99 (ms)', screenP99, screens.screenP99],
      ];
    }),
    ...peaks.map(({ connections, votes }): [string, number, number] => [
      `votes/s over ${count(connections)} connections`,
      votes,
      simulateBenchmark({ viewers: 0, connections }).casts,
    ]),
  ];
  const cast = simulateBenchmark({ viewers: 0, votes: halfPeak.votes }).castP99;
  const compared: [string, number, number][] = [
    ...trusted,
    [`cast p99 at ${count(halfPeak.votes)} votes/s (ms)`, halfPeak.castP99, cast],
  ];

  it.each(trusted)('is within a quarter: %s', (_run, measured, simulated) => {
    expect(Math.abs(differenceOf(simulated, measured))).toBeLessThan(TRUSTED_WITHIN);
  });

  it('lacks the pauses of casting that docs/capacity.md names, and the command says so', () => {
    const [missing, least, most] = [halfPeak.castP99, ...halfPeak.castP99s].map((ms) =>
      (ms - cast).toFixed(1),
    );
    expect(readFileSync(DOCUMENT, 'utf8')).toContain(
      `${missing} ms of the measured p99 (${least} to ${most}`,
    );
    expect(pausesLeftOut()).toContain(`${missing} of ${halfPeak.castP99} ms`);
  });

  it('is off by as much as docs/capacity.md says', () => {
    const rows = compared.map(([name, measured, simulated]) => [
      name,
      measured.toLocaleString('en'),
      simulated.toLocaleString('en', { maximumFractionDigits: simulated < 100 ? 1 : 0 }),
      `${Math.round(differenceOf(simulated, measured) * 100)} %`.replace(/^(?=\d)/, '+'),
    ]);
    expectTable('simulation', [['run', 'measured', 'simulated', 'difference'], ...rows]);
  });
});

describe('two API processes', () => {
  const votes = (value: number): string => Math.round(value).toLocaleString('en');
  const found = simulateTwoApis();

  it('take what one contest takes, and with votes for several contests more on cores of their own than on shared ones', () => {
    const [, own, sharedByFour, ownByFour] = found.map(({ one, two }) => ({ two, ratio: two / one }));
    expect(own?.two).toBeCloseTo(votesIntoOneContest(2), -3);
    expect(ownByFour?.ratio).toBeGreaterThan(1.7);
    expect(sharedByFour?.ratio).toBeLessThan(1.5);
  });

  it('take as many as docs/capacity.md says', () => {
    const rows = found.map(({ where, one, two, full }) => [
      where,
      votes(one),
      votes(two),
      (two / one).toFixed(2),
      full,
    ]);
    expectTable('two-apis', [
      ['where they run', 'one', 'two', 'two ÷ one', 'fullest part with two'],
      ...rows,
    ]);
  });
});

it('knows how many of its durations are estimates, as docs/capacity.md says', () => {
  const estimates = Object.values(SERVICE_TIMES).filter(
    (of) => 'from' in of && of.from.startsWith('an estimate'),
  );
  expect(readFileSync(DOCUMENT, 'utf8')).toContain(`${estimates.length} of them are estimates`);
});
