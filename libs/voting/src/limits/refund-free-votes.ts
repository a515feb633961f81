import { UNKNOWN_BROWSER_VOTES } from '@abato/contracts';
import { RedisScript, type RedisClient } from '@abato/platform';
import { type FreeVote, slotOf, type Verdict } from './free-vote.js';
import { chargeOf, Keys, surgeKey } from './redis-limits.js';

const REFUND = new RedisScript(import.meta.url, './refund-free-votes.lua');

/**
 * Give back what votes took in a minute.
 * @param verdicts what was said of them; those that were not let through took nothing
 * @throws when Redis is away
 */
export async function refundInRedis(
  redis: RedisClient,
  votes: readonly FreeVote[],
  verdicts: readonly Verdict[],
  minute: number,
): Promise<void> {
  const keys = new Keys();
  const charges = votes.flatMap((vote, index) => {
    const verdict = verdicts[index];
    if (verdict?.kind === 'counted')
      return { ...chargeOf(vote, keys), surge: keys.at(verdict.isNew && surgeKey(vote.contestId)) };
    // It took nothing from what voters share.
    return verdict?.kind === 'held'
      ? chargeOf({ ...vote, isOutside: false, address: null, crowd: null }, keys)
      : [];
  });
  if (!charges.length) return;
  const span = Math.floor(minute / UNKNOWN_BROWSER_VOTES.minutes);
  const input = JSON.stringify({ minute, slot: slotOf(minute), span, charges });
  await REFUND.run(redis, keys.names, [input]);
}
