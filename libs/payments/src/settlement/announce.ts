import type { Queues } from '@abato/jobs';
import type { LivePublisher } from '@abato/live';
import type { Settlement } from './settlement.js';

/**
 * Tell the others what settling did. Only after its transaction has committed. Best effort: the tally is drained by a sweep
 * anyway, and whoever watches payments asks again. A contest is told once, however many of its payments were settled.
 */
export async function announceSettlements(
  settlements: readonly Settlement[],
  signals: { queues: Queues; live: LivePublisher },
): Promise<void> {
  const contests = (of: (settlement: Settlement) => boolean): Set<string> =>
    new Set(settlements.filter(of).map(({ contestId }) => contestId));
  for (const contestId of contests(({ counted, takenBack }) => counted || takenBack)) {
    await signals.queues.poke('tally', 'drain', { contestId }, contestId).catch(() => undefined);
  }
  if (settlements.some(({ counted }) => counted)) {
    await signals.queues.poke('sms', 'read-outbox', {}, 'outbox').catch(() => undefined);
  }
  for (const contestId of contests(({ from, to }) => from !== to)) {
    await signals.live.publish('payments', { contestId });
  }
}
