import type { ServiceState, StatusReason, StatusService } from '@abato/contracts';

/** What is known of the platform now. Counts are those of the last five minutes, over all processes that are known. */
export interface StatusFacts {
  /** PostgreSQL takes writes and the migrations are applied. */
  stores: boolean;
  redisWorks: boolean;
  /** Processes that take votes and are ready; null while it is not known. */
  casting: number | null;
  votes: { answered: number; refused: number };
  /** `unauthorized`: calls that payments need, refused because of our key or account (401, 403). */
  provider: { answered: number; failed: number; unauthorized: number };
  /** Payers' calls that were made, those that our own limit made wait, and those that the provider refused for no reason of the payer's. */
  payers: { called: number; heldBack: number; refused: number };
  /** Age of the oldest confirmation of a payment of ours that is kept and not processed; null when it cannot be read. */
  oldestWebhookSeconds: number | null;
  /** Age of the oldest counted vote that is in no tally; null when it cannot be read. */
  oldestCountSeconds: number | null;
}

export interface ServiceStatus {
  state: ServiceState;
  reason: StatusReason | null;
}

/** Fewer events than this say nothing about a share. */
const FEWEST_EVENTS = 3;
const SHARE_DOWN = 0.5;
const SHARE_DEGRADED = 0.05;
/** The sweeps repeat a lost wake-up within seconds: what waits longer is late. */
const WEBHOOK_LATE_S = 60;
const COUNT_LATE_S = 10;
const COUNT_DOWN_S = 60;

const OPERATIONAL: ServiceStatus = { state: 'OPERATIONAL', reason: null };
const down = (reason: StatusReason): ServiceStatus => ({ state: 'DOWN', reason });
const degraded = (reason: StatusReason): ServiceStatus => ({ state: 'DEGRADED', reason });
const unknown = (reason: StatusReason): ServiceStatus => ({ state: 'UNKNOWN', reason });

/** What a voter may expect of each service. Nothing is OPERATIONAL that was not measured. */
export function judge(facts: StatusFacts): Record<StatusService, ServiceStatus> {
  return { voting: judgeVoting(facts), payments: judgePayments(facts), live: judgeLive(facts) };
}

function judgeVoting({ stores, casting, votes }: StatusFacts): ServiceStatus {
  if (!stores) return down('NOT_STORED');
  if (casting === null) return unknown('UNREADABLE');
  if (casting === 0) return down('NO_PROCESS');
  return byShare(votes.refused, votes.answered + votes.refused, 'OVERLOADED') ?? OPERATIONAL;
}

function judgePayments({ stores, provider, payers, oldestWebhookSeconds }: StatusFacts): ServiceStatus {
  if (!stores) return down('NOT_STORED');
  const calls = provider.answered + provider.failed;
  const silent = byShare(provider.failed, calls, 'PROVIDER');
  const refused =
    byShare(payers.refused + provider.unauthorized, payers.called, 'PAYMENTS_REFUSED') ??
    (provider.unauthorized > 0 ? degraded('PAYMENTS_REFUSED') : null);
  const failing = [refused, silent].find((one) => one?.state === 'DOWN') ?? refused ?? silent;
  if (failing) return failing;
  if (oldestWebhookSeconds === null) return unknown('UNREADABLE');
  if (oldestWebhookSeconds > WEBHOOK_LATE_S) return degraded('LATE_PAYMENTS');
  // A line is no failure, however long: payers are told their place.
  if (byShare(payers.heldBack, payers.called + payers.heldBack, 'WAITING_LINE'))
    return degraded('WAITING_LINE');
  return calls > 0 ? OPERATIONAL : unknown('IDLE');
}

function judgeLive({ stores, redisWorks, oldestCountSeconds }: StatusFacts): ServiceStatus {
  if (!stores) return down('NOT_STORED');
  if (oldestCountSeconds === null) return unknown('UNREADABLE');
  if (oldestCountSeconds > COUNT_DOWN_S) return down('LATE_COUNTS');
  if (oldestCountSeconds > COUNT_LATE_S) return degraded('LATE_COUNTS');
  return redisWorks ? OPERATIONAL : degraded('DELAYED');
}

function byShare(bad: number, all: number, reason: StatusReason): ServiceStatus | null {
  if (bad < FEWEST_EVENTS) return null;
  if (bad >= all * SHARE_DOWN) return down(reason);
  return bad >= all * SHARE_DEGRADED ? degraded(reason) : null;
}

/** Best last: what was measured replaces what was not. */
const WORST_FIRST: readonly ServiceState[] = ['DOWN', 'DEGRADED', 'OPERATIONAL', 'UNKNOWN'];

export function worseOf(one: ServiceState, other: ServiceState): ServiceState {
  return WORST_FIRST.indexOf(one) <= WORST_FIRST.indexOf(other) ? one : other;
}
