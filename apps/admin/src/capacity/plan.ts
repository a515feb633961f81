import { FIGURES } from './figures.js';
import { bytesPerSecondOf, type MessageSettings, messagesTo } from './messages.js';
import { payersPerSecond } from './payers.js';

/** What an evening asks for. */
export interface Evening {
  viewers: number;
  /** Free votes a second. */
  votes: number;
  /** Contests that they are spread over. */
  contests: number;
  /** Contestants whose counts change between two messages. */
  contestants: number;
  /** Categories that these are spread over. */
  categories: number;
  /** Payments begun a second. */
  payments: number;
}

/** What the installation has. */
export interface Installation {
  poolSize: number;
  /** DATABASE_HOT_POOL_SIZE where it is set. */
  hotPoolSize?: number | undefined;
  callsPerMinute: number;
  /** Connections that PostgreSQL, or the pooler in front of it, takes. */
  maxConnections: number;
  /** To viewers, bytes a second. */
  bandwidth: number;
  /** Whether the API runs in roles (ADR 104). */
  inRoles: boolean;
  /** How often counts are sent, and which. */
  pace: MessageSettings;
}

interface Need {
  name: string;
  needed: number;
  available: number;
  /** What to do when it is used up. */
  then: string;
}

export interface Plan {
  pods: { name: string; count: number; connections: number; why: string }[];
  connections: number;
  /** Of a message with all that changed. */
  frameBytes: number;
  /** Of a message with the first places of each category, where those in between have no more (ADR 149). */
  leadersBytes: number | undefined;
  /** Messages of counts a second to each viewer. */
  messagesPerSecond: number;
  bytesPerSecond: number;
  logBytesPerSecond: number;
  paymentsPerSecond: number;
  /** The most used first. */
  needs: Need[];
  /** The first need that is not met, if any. */
  bottleneck: Need | undefined;
}

const atLeastTwo = (count: number): number => Math.max(2, Math.ceil(count));

/** One viewer in a hundred pays within ten minutes: an assumption, for who does not know better. */
export const usualPayments = (viewers: number): number => viewers / 100 / 600;

/** The arithmetic of docs/capacity.md. Pure: figures in, figures out. */
export function plan(evening: Evening, installation: Installation): Plan {
  const { viewers, votes, contests, contestants, categories, payments } = evening;
  const castingPods = votes / (FIGURES.castsPerPod * FIGURES.cpuTarget);
  const livePods = viewers / FIGURES.viewersPerPod;
  const pods = installation.inRoles
    ? [
        pod('cast', atLeastTwo(castingPods), installation, 'votes ÷ (6,000 × 0.6)'),
        pod(
          'live',
          atLeastTwo(livePods),
          { ...installation, poolSize: FIGURES.livePoolSize },
          'viewers ÷ 3,500',
        ),
        pod('web', 2, installation, 'pages and organisers'),
      ]
    : [
        pod(
          'all',
          atLeastTwo(Math.max(castingPods, livePods)),
          installation,
          'the larger of votes ÷ (6,000 × 0.6) and viewers ÷ 3,500',
        ),
      ];
  const writers = pods.find(({ name }) => name === 'cast' || name === 'all')?.count ?? 0;
  const workers = atLeastTwo(
    Math.max(votes / FIGURES.foldPerContest, payments / FIGURES.settlesPerWorker) / FIGURES.cpuTarget,
  );
  pods.push({
    name: 'worker',
    count: workers,
    connections: workers * (2 * installation.poolSize + FIGURES.ownConnection),
    why: 'folds and settlements ÷ 0.6 of what one does',
  });
  const connections = pods.reduce((sum, each) => sum + each.connections, 0);
  const messages = messagesTo({ viewers: viewers / contests, contestants, categories }, installation.pace);
  const bytesPerSecond = viewers * bytesPerSecondOf(messages);
  const paymentsPerSecond = payersPerSecond(installation.callsPerMinute);
  const needs = [
    {
      name: 'payments begun a second',
      needed: payments,
      available: paymentsPerSecond,
      then: 'ask the provider for more calls a minute and set PAYSTACK_CALLS_PER_MINUTE; payers take turns meanwhile',
    },
    {
      name: 'votes a second into one contest',
      needed: votes / contests,
      available: votesIntoOneContest(writers),
      then: 'fewer processes that write (roles); the row of the contest is what they wait for',
    },
    {
      name: 'votes a second into one tally',
      needed: votes / contests,
      available: FIGURES.foldPerContest,
      then: 'scoreboards fall behind; no vote is lost; a tally in parts is not implemented',
    },
    {
      name: 'rows a second into PostgreSQL',
      needed: votes * FIGURES.rowsPerVote,
      available: FIGURES.rowsPerSecond,
      then: 'a faster disk for the log; several primaries are not implemented',
    },
    {
      name: 'connections to PostgreSQL',
      needed: connections,
      available: installation.maxConnections,
      then: 'a pooler in transaction mode (docs/runbook.md#poolers), roles, or a smaller DATABASE_POOL_SIZE',
    },
    {
      name: 'bytes a second to viewers',
      needed: bytesPerSecond,
      available: installation.bandwidth,
      then: 'more network, or counts less often (LIVE_SLOW_INTERVAL_MS)',
    },
  ].sort((a, b) => b.needed / b.available - a.needed / a.available);
  return {
    pods,
    connections,
    frameBytes: messages.allBytes,
    leadersBytes: messages.first?.bytes,
    messagesPerSecond: 1000 / messages.pauseMs,
    bytesPerSecond,
    logBytesPerSecond: votes * FIGURES.logBytesPerVote,
    paymentsPerSecond,
    needs,
    bottleneck: needs.find(({ needed, available }) => needed > available),
  };
}

function pod(
  name: 'cast' | 'live' | 'web' | 'all',
  count: number,
  { poolSize, hotPoolSize }: Pick<Installation, 'poolSize' | 'hotPoolSize'>,
  why: string,
) {
  const hot = hotPoolSize ?? FIGURES.hotPool[name === 'all' ? 'cast' : name];
  return { name: name as string, count, connections: count * (hot + poolSize + FIGURES.ownConnection), why };
}

/** Votes a second. Between two measured numbers of writers the lower of the two; beyond the last one its own. */
export function votesIntoOneContest(writers: number): number {
  const measured = FIGURES.oneContestByWriters;
  const above = measured.findIndex((each) => each.writers >= writers);
  if (above === -1) return measured.at(-1)?.votes ?? 0;
  return Math.min(...measured.slice(Math.max(0, above - 1), above + 1).map(({ votes }) => votes));
}
