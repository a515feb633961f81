import type { MobileNetwork, PricedVotes, PublicContestantView, PublicContestView } from '@abato/contracts';
import { ApiError, NetworkError } from '@/lib/api';
import { whenConnected } from '@/lib/connection';
import { keepReceipt } from '@/lib/kept-receipts';
import { untilKnown } from '@/lib/writes/doubt';
import { LostAnswerError } from '@/lib/writes/write';
import { castVote, type VoteAttempt } from './cast-vote';
import { earlierAttempt, lostPayment } from './earlier-attempt';
import { payAsShown } from './pay-for-vote';
import type { VoteForm } from './vote-draft';
import type { VoteOutcome } from './vote-outcome';
import { voteAfter } from './vote-after-failure';
import { voterTokens } from './voter-tokens';
import { type Waiting, waitForTurn } from './wait-for-turn';

interface SendOptions {
  /** Whose wallet is asked directly; null leads to the provider's page. */
  network: MobileNetwork | null;
  /** The vote may be held where a proof of the number would be asked for. */
  acceptHold: boolean;
  /** Told when a person check begins and when it has ended. */
  onCheck: (checking: boolean) => void;
  /** Told what to show while very many people vote or pay, and null afterwards. */
  onWait: (waiting: Waiting | null) => void;
  /** Told when the vote begins to wait for the connection, and when it has ended. */
  onCutOff: (cutOff: boolean) => void;
  /** Ends the waiting, and keeps a payment from being started. */
  signal: AbortSignal;
  /** What the voter read above the button. */
  shown: Pick<PricedVotes, 'amountPesewas' | 'votes'>;
}

/**
 * Casts the vote and, when it awaits payment, starts the payment (specification §4, vote flow).
 * @param values checked: texts trimmed, the count a number
 * @throws ApiError, NetworkError; sending the same again is safe. AbortError when cancelled while waiting for a turn or the connection, or before the payment
 */
export async function sendVote(
  contest: PublicContestView,
  contestant: PublicContestantView,
  values: VoteForm,
  attempt: VoteAttempt,
  { network, acceptHold, onCheck, onWait, onCutOff, signal, shown }: SendOptions,
): Promise<VoteOutcome> {
  const { voterName = '', voterEmail = '', voterPhone = '', ballotCode } = values;
  const payload = {
    contestId: contest.id,
    categoryId: contestant.categoryId,
    contestantId: contestant.id,
    voteCount: Number(values.voteCount),
    voterName: voterName || undefined,
    voterEmail: voterEmail || undefined,
    voterPhone: voterPhone || undefined,
    ballotCode: ballotCode || undefined,
  };
  // A page of a gateway came from somewhere.
  const isCutOff = (error: unknown) =>
    error instanceof NetworkError && !(error instanceof LostAnswerError && error.failure instanceof ApiError);
  const patiently = <T>(work: () => Promise<T>): Promise<T> =>
    waitForTurn(() => whenConnected(work, isCutOff, onCutOff, signal), onWait, signal);
  // Nothing that could prove the number: the server need not be asked.
  const proves = contest.verification !== 'OPEN' && !contest.votePrice;
  if (proves && !ballotCode && !voterTokens(contest.id)) return { kind: 'prove' };
  // A corrected number must not pay a second time for what the press before has begun.
  if (attempt.isOther(payload)) {
    const earlier =
      (await earlierAttempt(attempt, signal)) ?? (contest.votePrice > 0 && (await lostPayment(signal)));
    if (earlier) return earlier;
  }
  // One key however long it waits; how it is sent is no part of what the key stands for.
  const key = attempt.keyFor(payload);
  const cast = () => castVote({ ...payload, acceptHold: acceptHold || undefined }, key, onCheck);
  attempt.inDoubt = true;
  const vote = await untilKnown(
    () => patiently(cast).catch((error: unknown) => voteAfter(error, key, signal)),
    signal,
  ).catch((error: unknown) => {
    if (error instanceof ApiError) attempt.inDoubt = false;
    return unlessUnproven(error);
  });
  attempt.inDoubt = false;
  if (!vote) return { kind: 'prove' };
  // FAILED: the same press after a payment that did not go through; the vote can still be paid.
  if (contest.votePrice > 0 && vote.status !== 'COMPLETED') {
    return payAsShown(vote, attempt, shown, { contest, contestant, values, network, patiently, signal });
  }
  attempt.done();
  if (vote.receipt) keepReceipt(vote.receipt);
  if (vote.status === 'FAILED') return { kind: 'undone' };
  // A free vote that does not count is never called cast, whatever keeps it from counting.
  return vote.status === 'COMPLETED'
    ? { kind: 'counted', votes: vote.voteCount, receiptCode: vote.receiptCode ?? null }
    : { kind: 'held', votes: vote.voteCount };
}

function unlessUnproven(error: unknown): null {
  if (error instanceof ApiError && error.code === 'PHONE_NOT_VERIFIED') return null;
  throw error;
}
