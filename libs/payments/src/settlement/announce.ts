import type { LivePublisher } from '@abato/live';
import type { Queues } from '@abato/queue';
import type { Settlement } from './settlement.js';

/**
 * Tell the others what settling did. Only after its transaction has committed. Best effort: the tally is drained by a sweep
 * anyway, and whoever watches payments asks again.
 */
export async function announceSettlement(
  settlement: Settlement,
  signals: { queues: Queues; live: LivePublisher },
): Promise<void> {
  const { contestId, counted, takenBack, from, to } = settlement;
  if (counted || takenBack) {
    await signals.queues.poke('tally', 'drain', { contestId }, contestId).catch(() => undefined);
  }
  if (from !== to) await signals.live.publish('payments', { contestId });
}
