import type { CastVoteResult, SuccessBody } from '@abato/contracts';
import { verifyPayment } from '@/lib/payment/verify-payment';
import { untilKnown } from '@/lib/writes/doubt';
import { forgetOpenWrite, openWrites } from '@/lib/writes/keys';
import { askAbout } from '@/lib/writes/write';
import type { VoteAttempt } from './cast-vote';
import { mayChargeAgain } from './charge';
import type { VoteOutcome } from './vote-outcome';

const verifying = (reference: string): VoteOutcome => ({ kind: 'verify', reference });

/**
 * What became of the attempt before, asked when something was corrected: a vote that was taken is not cast again, and while the prompt
 * that was sent may be approved, or was, there is no second payment.
 * @returns null when another attempt may be made
 * @throws ApiError, NetworkError; AbortError when cancelled
 */
export async function earlierAttempt(attempt: VoteAttempt, signal: AbortSignal): Promise<VoteOutcome | null> {
  if (attempt.doubtful) {
    const { doubtful } = attempt;
    const outcome = await untilKnown(() => askAbout(doubtful, signal), signal);
    const vote = (outcome?.answer as SuccessBody<CastVoteResult> | undefined)?.data;
    attempt.done();
    if (vote?.status === 'COMPLETED' && vote.amount === 0)
      return { kind: 'counted', votes: vote.voteCount, receiptCode: vote.receiptCode ?? null };
    return null;
  }
  // A payment whose beginning is not answered yet is waited for.
  const begun = await attempt.paying?.catch(() => null);
  if (begun?.kind !== 'charge' && begun?.kind !== 'pay') return null;
  const reference = begun.kind === 'charge' ? begun.charge.reference : begun.reference;
  const { outcome } = await verifyPayment(reference, false, signal);
  if (outcome === 'success') return verifying(reference);
  const isOpen =
    begun.kind === 'charge' && outcome === 'unknown' && !mayChargeAgain(begun.charge, Date.now());
  return isOpen ? begun : null;
}

/**
 * A payment that this tab has sent and never learned of, because its page was loaded again.
 * @returns null when there is none
 * @throws as `earlierAttempt`
 */
export async function lostPayment(signal: AbortSignal): Promise<VoteOutcome | null> {
  for (const key of openWrites()) {
    const outcome = await untilKnown(() => askAbout(key, signal), signal);
    forgetOpenWrite(key);
    const reference = (outcome?.answer as SuccessBody<{ reference?: string }> | undefined)?.data?.reference;
    if (reference) return verifying(reference);
  }
  return null;
}
