import { readFileSync, writeFileSync } from 'node:fs';
import { COMPACT_EVENT, type ContestTally, Roster } from '@abato/contracts';
import { eventFrame } from '@abato/live';
import { readSettings } from '@abato/platform';
import { FIGURES } from '../../apps/admin/src/capacity/figures.js';
import { MESSAGE_SETTINGS } from '../../apps/admin/src/capacity/messages.js';
import { opening } from '../../apps/admin/src/capacity/opening.js';
import { waitingOf } from '../../apps/admin/src/capacity/payers.js';
import { type Evening, type Installation, plan, usualPayments } from '../../apps/admin/src/capacity/plan.js';
import { repository } from './kustomize.js';
import { environmentOf, rendered } from './overlays.js';
import { podsOf } from './pods.js';

const USUAL: Installation = {
  poolSize: 10,
  callsPerMinute: 600,
  maxConnections: 500,
  bandwidth: 1.25e9,
  inRoles: true,
  pace: readSettings(MESSAGE_SETTINGS, {}),
};
const evening = (viewers: number, votes: number, contests = 1): Evening => ({
  viewers,
  votes,
  contests,
  contestants: 20,
  categories: 1,
  payments: usualPayments(viewers),
});
const { SOCKETS_PER_PROCESS, CDN_SNAPSHOT_SECONDS } = readSettings(
  ['SOCKETS_PER_PROCESS', 'CDN_SNAPSHOT_SECONDS'],
  {},
);
const source = (...path: string[]): string => readFileSync(repository(...path), 'utf8');

/** The columns of docs/capacity.md. */
const SIZES = [
  { heading: '1,000 votes/s, 10,000 viewers', of: evening(10_000, 1_000) },
  { heading: '20,000 votes/s, 100,000 viewers', of: evening(100_000, 20_000) },
  { heading: '20,000 votes/s, 1,000,000 viewers', of: evening(1_000_000, 20_000) },
  { heading: '200,000 votes/s in 20 contests, 1,000,000 viewers', of: evening(1_000_000, 200_000, 20) },
];

const number = (value: number): string =>
  value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 1 : 0 });

function sizingTable(): string[][] {
  const plans = SIZES.map(({ of }) => plan(of, USUAL));
  const inOneRole = SIZES.map(({ of }) => plan(of, { ...USUAL, inRoles: false }));
  const row = (name: string, cell: (one: (typeof plans)[number], index: number) => string): string[] => [
    name,
    ...plans.map(cell),
  ];
  const count = (name: string) => (one: (typeof plans)[number]) =>
    number(one.pods.find((pod) => pod.name === name)?.count ?? 0);
  const need = (name: string) => (one: (typeof plans)[number]) => {
    const found = one.needs.find((each) => each.name === name);
    return found ? `${number(found.needed)} of ${number(found.available)}` : '';
  };
  return [
    ['', ...SIZES.map(({ heading }) => heading)],
    row('API pods `cast` (1 core, 512 MiB)', count('cast')),
    row('API pods `live`', count('live')),
    row('API pods `web`', count('web')),
    row('workers (½ core)', count('worker')),
    row('votes a second into one tally', need('votes a second into one tally')),
    row('rows a second into PostgreSQL', need('rows a second into PostgreSQL')),
    row(
      'connections to PostgreSQL at most (in one role)',
      (one, index) => `${number(one.connections)} (${number(inOneRole[index]?.connections ?? 0)})`,
    ),
    row('bandwidth to viewers', (one) => `${number(one.bytesPerSecond / 1e6)} MB/s`),
    row('write-ahead log', (one) => `${number(one.logBytesPerSecond / 1e6)} MB/s`),
    row('payments begun a second', need('payments begun a second')),
    row('**first bottleneck**', (one) => `**${one.bottleneck?.name ?? 'none'}**`),
    row('first bottleneck in one role', (_, index) => inOneRole[index]?.bottleneck?.name ?? 'none'),
  ];
}

/** Calls a minute of an account, and accounts. */
const ACCOUNTS: [number, number][] = [
  [600, 1],
  [1_200, 1],
  [2_900, 1],
  [600, 2],
  [600, 5],
  [600, 15],
];
const CROWDS = [16.7, 50];

function payersTable(): string[][] {
  const cell = (perSecond: number, calls: number, accounts: number): string => {
    const { longestSeconds, served } = waitingOf({ perSecond, seconds: 600 }, calls, accounts);
    if (longestSeconds < 1) return 'none';
    const wait =
      longestSeconds < 120
        ? `${number(Math.round(longestSeconds))} s`
        : `${Math.round(longestSeconds / 60)} min`;
    return `${wait}, ${Math.floor(served * 100)} % in time`;
  };
  return [
    ['calls a minute', 'payments begun a second', ...CROWDS.map((crowd) => `${crowd} payers a second`)],
    ...ACCOUNTS.map(([calls, accounts]) => [
      accounts > 1 ? `${number(calls)} in each of ${accounts} accounts` : number(calls),
      number(waitingOf({ perSecond: 0, seconds: 0 }, calls, accounts).begunPerSecond),
      ...CROWDS.map((crowd) => cell(crowd, calls, accounts)),
    ]),
  ];
}

/** All viewers of each size open the page within one minute, in three roles. */
function openingTable(): string[][] {
  const doors = SIZES.map(({ of }) => {
    const how = {
      ...of,
      seconds: 60,
      socketsPerProcess: SOCKETS_PER_PROCESS,
      cacheSeconds: CDN_SNAPSHOT_SECONDS,
    };
    const planned = plan(of, USUAL);
    return {
      direct: opening({ ...how, cachePlaces: null }, planned),
      cached: opening({ ...how, cachePlaces: 100 }, planned),
    };
  });
  type Doors = (typeof doors)[number];
  const row = (name: string, cell: (one: Doors) => string): string[] => [name, ...doors.map(cell)];
  const rate = ({ needed, available }: Doors['direct']['pages']): string =>
    `${number(needed)} of ${number(available)}`;
  return [
    ['a second', ...SIZES.map(({ heading }) => heading)],
    row('pages', ({ direct }) => rate(direct.pages)),
    row('pages, with a CDN of 100 places', ({ cached }) => rate(cached.pages)),
    row('handshakes of live connections', ({ direct }) => rate(direct.handshakes)),
    row('all have a live connection after', ({ direct }) => `${number(direct.allAdmittedSeconds)} s`),
    row('share that polls meanwhile', ({ direct }) => `${number(direct.polling * 100)} %`),
  ];
}

it.each([
  ['sizing', sizingTable],
  ['opening', openingTable],
  ['payers', payersTable],
])('prints in docs/capacity.md what is calculated: %s', (name, calculated) => {
  const between = new RegExp(`(<!-- ${name} -->\\n)([^]*?)(<!-- /${name} -->)`);
  const table = calculated();
  if (process.env['UPDATE_DOCS']) {
    const [head = [], ...rows] = table.map((cells) => `| ${cells.join(' | ')} |`);
    const text = [head, `|${' --- |'.repeat(table[0]?.length ?? 0)}`, ...rows].join('\n');
    writeFileSync(
      repository('docs', 'capacity.md'),
      source('docs', 'capacity.md').replace(between, (_, before: string, __, after: string) =>
        [before, `\n${text}\n\n`, after].join(''),
      ),
    );
  }
  const written = (between.exec(source('docs', 'capacity.md'))?.[2] ?? '').trim();
  const cells = written.split('\n').map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  // The second line only separates; the formatter decides how wide columns are.
  expect([cells[0], ...cells.slice(2)]).toEqual(table);
});

it('names in the text of docs/capacity.md the figures that it calculates with', () => {
  const text = source('docs', 'capacity.md').replace(/\s+/g, ' ');
  const [one, , many] = FIGURES.oneContestByWriters;
  for (const figure of [
    `one for every ${number(FIGURES.castsPerPod * FIGURES.cpuTarget)} votes/s`,
    `**Up to ${number(one.votes)} votes/s into one contest:**`,
    `${number(many.writers)} pods that write take ${number(many.votes)} votes/s`,
    `**Up to about ${number(FIGURES.rowsPerSecond / FIGURES.rowsPerVote)} votes/s in several contests**`,
    `one connection folds ${number(FIGURES.foldPerContest)} votes/s in rows of one vote`,
    `${number(3 * FIGURES.foldPerContest)} votes/s with three workers`,
    `admits ${number(FIGURES.admissionsPerCore)} live connections and draws ${number(FIGURES.pagesPerCore)} pages`,
    `a million viewers need ${number(Math.ceil(1_000_000 / 60 / FIGURES.pagesPerCore / FIGURES.cpuTarget))} \`web\` pods`,
  ])
    expect(text).toContain(figure);
});

it('finds what a million viewers use up first: commits into one contest, then payments; the network holds', () => {
  const big = evening(1_000_000, 20_000);
  const split = plan(big, USUAL);
  expect(split.pods.map(({ name, count }) => [name, count])).toEqual([
    ['cast', 6],
    ['live', 286],
    ['web', 2],
    ['worker', 2],
  ]);
  const together = plan(big, { ...USUAL, inRoles: false });
  expect(together.connections).toBe(286 * 17 + 2 * 21);
  expect(split.connections).toBe(6 * 17 + 286 * 6 + 2 * 17 + 2 * 21);
  const intoOne = (one: typeof split): number =>
    one.needs.find(({ name }) => name === 'votes a second into one contest')?.available ?? 0;
  expect([intoOne(split), intoOne(together)]).toEqual([13_800, 7_500]);
  // Once a second: the first five of 20 contestants in 93 bytes, every fifth time all of them in 258, each with the heads of its packet.
  expect(split.bytesPerSecond).toBeCloseTo(1_000_000 * (0.8 * (93 + 78) + 0.2 * (258 + 78)));
  const broken = ({ needs }: typeof split): string[] =>
    needs.filter(({ needed, available }) => needed > available).map(({ name }) => name);
  const beyond = ['connections to PostgreSQL', 'payments begun a second', 'votes a second into one contest'];
  expect(broken(split).sort()).toEqual(beyond);
  const fewer = plan({ ...big, votes: 10_000 }, { ...USUAL, maxConnections: 2_000 });
  expect(broken(fewer)).toEqual(['payments begun a second']);
  // All of fifty contestants in every message: the target is 3 GB a second.
  const everyMessage = { ...USUAL, pace: { ...USUAL.pace, LIVE_LEADERS: 50 } };
  expect(plan({ ...big, contestants: 50 }, everyMessage).bytesPerSecond).toBeCloseTo(1_000_000 * (588 + 78));
  expect(plan(evening(500, 100), USUAL).bottleneck).toBeUndefined();
});

it('takes the lower figure between two measured numbers of writers, and the last one beyond', () => {
  const available = (votes: number): number | undefined =>
    plan(evening(1_000, votes), USUAL).needs.find(({ name }) => name === 'votes a second into one contest')
      ?.available;
  // 2, 33 and 100 pods.
  expect([available(3_600), available(33 * 3_600), available(100 * 3_600)]).toEqual([13_800, 7_500, 7_500]);
});

it('counts the connections of a hot path of another size', () => {
  const connections = (hotPoolSize: number): number =>
    plan(evening(1_000, 100), { ...USUAL, hotPoolSize }).connections;
  // Two pods of each of three roles.
  expect(connections(10) - connections(4)).toBe(6 * 6);
});

describe('the figures', () => {
  it('are those of autoscaler, alert and live pods', () => {
    const scaler = rendered.prod.find(({ kind }) => kind === 'HorizontalPodAutoscaler');
    expect(JSON.stringify(scaler)).toContain(`"averageValue":"${FIGURES.viewersPerPod}"`);
    expect(JSON.stringify(scaler)).toContain(`"averageUtilization":${FIGURES.cpuTarget * 100}`);
    const live = podsOf(rendered.roles).find(({ name }) => name === 'api-live')?.spec.containers[0];
    expect(live && environmentOf(rendered.roles, live)['DATABASE_POOL_SIZE']).toBe(
      String(FIGURES.livePoolSize),
    );
  });

  it('are those of the settings: a vote that is not paid expires after half an hour', () => {
    const { UNPAID_VOTE_MINUTES } = readSettings(['UNPAID_VOTE_MINUTES'], {});
    // As long as the last payer waits who is still in time, at a rate that does not end before.
    const { served } = waitingOf({ perSecond: 16.7, seconds: 6_000 }, 600);
    const { longestSeconds } = waitingOf({ perSecond: 16.7, seconds: 6_000 * served }, 600);
    expect(longestSeconds).toBeCloseTo(UNPAID_VOTE_MINUTES * 60);
  });

  it('are those of the code: pools', () => {
    const app = source('apps', 'api', 'src', 'app.module.ts');
    expect(app).toContain(`HOT_POOL_SIZE = ${FIGURES.hotPool.cast};`);
    expect(app).toContain(`HOT_POOL_SIZE_LIVE = ${FIGURES.hotPool.live};`);
  });

  it('are what a frame of counts weighs', () => {
    const people = Array.from({ length: 50 }, (_, at) => ({ id: `p${at}`, categoryId: 'c' }));
    const tally = (of: typeof people): ContestTally => ({
      contestId: '01a1fd3f-6bee-7321-a744-7d319e22c28d',
      version: 1_000_000,
      since: 999_990,
      totalVotes: 50_000_000,
      contestants: of.map((person) => ({ ...person, votes: 2_500_000 })),
    });
    const roster = new Roster(100, tally(people));
    const bytesOf = (contestants: number): number =>
      eventFrame(COMPACT_EVENT, roster.encode(tally(people.slice(0, contestants)))).length;
    expect(Math.abs(bytesOf(50) - bytesOf(49) - FIGURES.bytesPerContestant)).toBeLessThanOrEqual(1);
    expect(Math.abs(bytesOf(0) - FIGURES.frameHeadBytes)).toBeLessThanOrEqual(6);
  });
});
