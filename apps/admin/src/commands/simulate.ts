import { type Command, type Given, Refusal } from '../command.js';
import { amount, EVENING_OPTIONS } from '../capacity/evening-options.js';
import { MESSAGE_SETTINGS, messageSettings } from '../capacity/messages.js';
import { plan, usualPayments } from '../capacity/plan.js';
import { pausesLeftOut } from '../simulation/benchmark.js';
import { simulate, type Simulated, type SimulatedEvening } from '../simulation/evening.js';

const GIGABIT = 1e9 / 8;
/** Shares of the evening that are simulated one after the other. */
const STEPS = [0.1, 0.25, 0.5, 0.75, 1];
/** Processes that a simulation takes; each is a queue of its own. */
const MOST_PODS = 5_000;

/** What to do about a part that is full. */
const ADVICE: Readonly<Record<string, string>> = {
  'cores of API processes that take votes':
    'more of them, as long as commits into the contest are not the limit',
  'cores of API processes that hold viewers': 'more of them: one for 3,500 viewers',
  'cores of PostgreSQL': 'a larger server',
  Redis: 'a faster core for Redis',
  'commits into one contest': 'fewer processes that write; docs/capacity.md says what has been measured',
  'the tally of one contest': 'scoreboards fall behind, no vote is lost',
  'network to viewers': 'more network, or a longer LIVE_SLOW_INTERVAL_MS',
  'calls that begin payments':
    'more calls a minute from the provider (PAYSTACK_CALLS_PER_MINUTE); payers take turns meanwhile',
};

/** An evening of a given size, event by event. */
export const simulateEvening: Command = {
  name: 'simulate',
  summary: 'Simulate an evening in steps up to its full size and print what becomes full first',
  options: {
    ...EVENING_OPTIONS,
    votes: { type: 'string', value: 'number', meaning: 'free votes a second, all into one contest' },
    pods: { type: 'string', value: 'number', meaning: 'API processes that take votes; as `capacity` says' },
    'live-pods': {
      type: 'string',
      value: 'number',
      meaning: 'API processes that hold viewers; as `capacity` says',
    },
    'one-role': { type: 'boolean', meaning: 'the same processes do both (ABATO_ROLE=all)' },
    cores: { type: 'string', value: 'number', meaning: 'cores of PostgreSQL; 8' },
  },
  details: `
Computes only: it connects to nothing and changes nothing. Durations of the parts are those measured here (docs/capacity.md#simulation), so
compare steps and read which part is full first; your machines are faster or slower. Screens: the total and the first places; crowds are told of
the other contestants up to LIVE_REST_INTERVAL_MS later. Exit code 0, also when a part is full.`,
  settings: ['DATABASE_POOL_SIZE', 'PAYSTACK_CALLS_PER_MINUTE', ...MESSAGE_SETTINGS],
  async run(given, operator) {
    const [viewers, votes] = [amount(given, 'viewers'), amount(given, 'votes')];
    const payments = amount(given, 'payments', usualPayments(viewers));
    const contestants = amount(given, 'contestants', 20);
    const bandwidth = amount(given, 'gigabits', 10) * GIGABIT;
    const inRoles = !given.options['one-role'];
    const callsPerMinute = operator.setting('PAYSTACK_CALLS_PER_MINUTE');
    const categories = amount(given, 'categories', 1);
    const pace = messageSettings(operator);
    const poolSize = operator.setting('DATABASE_POOL_SIZE');
    const { pods } = plan(
      { viewers, votes, contests: 1, contestants, categories, payments },
      { poolSize, callsPerMinute, maxConnections: 1, bandwidth, inRoles, pace },
    );
    const usual = (name: string): number => pods.find((pod) => pod.name === name)?.count ?? 2;
    const castPods = processes(given, 'pods', usual(inRoles ? 'cast' : 'all'));
    const livePods = inRoles ? processes(given, 'live-pods', usual('live')) : null;
    const evening: SimulatedEvening = {
      ...{
        viewers,
        votes,
        payments,
        contestants,
        categories,
        castPods,
        livePods,
        callsPerMinute,
        bandwidth,
        pace,
      },
      postgresCores: processes(given, 'cores', 8),
    };
    operator.print(
      inRoles
        ? `${castPods} process(es) take votes, ${livePods} hold viewers, PostgreSQL has ${evening.postgresCores} cores`
        : `${castPods} process(es) take votes and hold viewers, PostgreSQL has ${evening.postgresCores} cores`,
    );
    operator.print('');
    operator.print(' step     viewers   votes/s   cast p50, p99 ms   screen p50, p99 ms   fullest part');
    let first: { share: number; result: Simulated } | undefined;
    for (const share of STEPS) {
      const result = simulate({
        ...evening,
        viewers: Math.round(viewers * share),
        votes: votes * share,
        payments: payments * share,
      });
      if (result.bottleneck) first ??= { share, result };
      operator.print(lineOf(share, evening, result));
    }
    operator.print('');
    const name = first?.result.bottleneck?.name;
    operator.print(
      first && name
        ? `First bottleneck: ${name}, between ${percent(STEPS[STEPS.indexOf(first.share) - 1] ?? 0)} and ${percent(first.share)} of the evening: ${ADVICE[name] ?? ''}.`
        : 'No part becomes full at this size.',
    );
    operator.print(pausesLeftOut());
    return 0;
  },
};

function lineOf(share: number, { viewers, votes }: SimulatedEvening, result: Simulated): string {
  const pair = (one: number, other: number): string => `${shown(one)}, ${shown(other)}`;
  const fullest = result.stations
    .slice(0, 2)
    .map(({ name, load }) => `${name} ${percent(load)}`)
    .join('; ');
  return [
    percent(share).padStart(5),
    count(viewers * share).padStart(11),
    count(votes * share).padStart(9),
    pair(result.castP50, result.castP99).padStart(18),
    pair(result.screenP50, result.screenP99).padStart(20),
    ` ${result.bottleneck ? 'FULL: ' : ''}${fullest}`,
  ].join(' ');
}

const count = (value: number): string => Math.round(value).toLocaleString('en');
const percent = (share: number): string => `${Math.round(share * 100)} %`;
const shown = (ms: number): string =>
  Number.isNaN(ms) ? '–' : ms.toLocaleString('en', { maximumFractionDigits: ms < 10 ? 1 : 0 });

function processes(given: Given, option: string, fallback: number): number {
  const value = amount(given, option, fallback);
  if (Number.isInteger(value) && value <= MOST_PODS) return value;
  throw new Refusal(`--${option} must be a whole number up to ${MOST_PODS}; see --help`);
}
