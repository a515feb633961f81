import { readSettings } from '@abato/platform';
import { MESSAGE_SETTINGS } from '../capacity/messages.js';
import { simulate, type Simulated, type SimulatedEvening } from './evening.js';
import { REAL_RUNS } from './service-times.js';

/** The benchmark's machine: one core for the API, the other for all else. */
const MACHINE: SimulatedEvening = {
  viewers: 1_000,
  votes: 2_000,
  payments: 0,
  contestants: 50,
  categories: 1,
  castPods: 1,
  livePods: null,
  postgresCores: 1,
  callsPerMinute: 600,
  bandwidth: 1.25e9,
  pace: readSettings(MESSAGE_SETTINGS, {}),
  isOneMachine: true,
};

/** The share of a measured figure by which a simulated one may be off, where docs/capacity.md says that the model can be trusted. */
export const TRUSTED_WITHIN = 0.25;

/** What the model says of a run of the benchmark. @param run in what it differs from 2,000 votes/s and 1,000 viewers */
export function simulateBenchmark(run: Partial<SimulatedEvening> = {}): Simulated {
  return simulate({ ...MACHINE, ...run });
}

const SHARED: Partial<SimulatedEvening> = { sharedCores: 2 };
const OWN: Partial<SimulatedEvening> = { isOneMachine: false, postgresCores: 2 };
/** Where two API processes may run, as votes of 256 connections are spread over them. */
const TWO_APIS: readonly { where: string; run: Partial<SimulatedEvening> }[] = [
  { where: 'two cores for all, as in `npm run bench -- two-apis`', run: SHARED },
  { where: 'a core for each, two for PostgreSQL', run: OWN },
  { where: 'two cores for all, votes for four contests', run: { ...SHARED, contests: 4 } },
  { where: 'a core for each, votes for four contests', run: { ...OWN, contests: 4 } },
];

/** Votes a second that one API process accepts, and two: on cores that they share, and on cores of their own. */
export function simulateTwoApis(): { where: string; one: number; two: number; full: string }[] {
  // The rate says only how long is simulated: connections send as fast as they are answered.
  return TWO_APIS.map(({ where, run }) => {
    const of = (castPods: number): Simulated =>
      simulateBenchmark({ viewers: 0, votes: 20_000, connections: 256, castPods, ...run });
    const two = of(2);
    return { where, one: of(1).casts, two: two.casts, full: two.stations[0]?.name ?? '' };
  });
}

/** How far a simulated figure is from a measured one, as a share of it. */
export function differenceOf(simulated: number, measured: number): number {
  return simulated / measured - 1;
}

/** What a simulated p99 of casting lacks, in a sentence with the figures of a real run. */
export function pausesLeftOut(): string {
  const { votes, castP99 } = REAL_RUNS.halfPeak;
  const missing = castP99 - simulateBenchmark({ viewers: 0, votes }).castP99;
  return `The p99 of casting is that of queues only, without pauses of host, disk and garbage collection: ${missing.toFixed(1)} of ${castP99} ms are not in it at ${votes.toLocaleString('en')} votes/s on the benchmark's machine.`;
}
