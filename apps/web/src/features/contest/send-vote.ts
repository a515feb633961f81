import type { MobileNetwork, PublicContestantView, PublicContestView } from '@abato/contracts';
import { rememberPendingPayment } from '@/lib/payment/pending-payment';
import { chargePhone, initializePayment } from './api';
import { castVote } from './cast-vote';
import type { Charge } from './charge';
import type { VoteAttempt } from './vote-attempt';
import { waitForTurn, type Waiting } from './wait-for-turn';

export interface Voter {
  voterName: string;
  voterEmail: string;
  voterPhone: string;
}

export interface VoteForm extends Voter {
  voteCount: string;
}

let last: Voter = { voterName: '', voterEmail: '', voterPhone: '' };

/** The details of the last vote in this tab, to fill in the next form. In memory only: phones are shared. */
export function lastVoter(): Voter {
  return last;
}

export interface SendOptions {
  /** Whose wallet is asked directly; null leads to the provider's page. */
  network: MobileNetwork | null;
  /** Told when a person check begins and when it has ended. */
  onCheck: (checking: boolean) => void;
  /** Told what to show while very many people vote or pay, and null afterwards. */
  onWait: (waiting: Waiting | null) => void;
  /** Ends the waiting. */
  signal: AbortSignal;
}

export type VoteOutcome =
  | { kind: 'counted' }
  | { kind: 'held'; votes: number }
  | { kind: 'pay'; authorizationUrl: string }
  | { kind: 'charge'; charge: Charge };

/**
 * Casts the vote and, when it awaits payment, starts the payment (specification §4, vote flow).
 * @param values checked: texts trimmed, the count a number
 * @throws ApiError, NetworkError; sending the same again is safe. AbortError when cancelled while waiting
 */
export async function sendVote(
  contest: PublicContestView,
  contestant: PublicContestantView,
  values: VoteForm,
  attempt: VoteAttempt,
  { network, onCheck, onWait, signal }: SendOptions,
): Promise<VoteOutcome> {
  const { voterName = '', voterEmail = '', voterPhone } = values;
  last = { voterName, voterEmail, voterPhone };
  const payload = {
    contestId: contest.id,
    categoryId: contestant.categoryId,
    contestantId: contestant.id,
    voteCount: Number(values.voteCount),
    voterName: voterName || undefined,
    voterEmail: voterEmail || undefined,
    voterPhone,
  };
  const patiently = <T>(work: () => Promise<T>): Promise<T> => waitForTurn(work, onWait, signal);
  const vote = await patiently(() => castVote(payload, attempt.keyFor(payload), onCheck));
  // FAILED: the same press after a payment that did not go through; the vote can still be paid.
  if (contest.votePrice > 0 && vote.status !== 'COMPLETED') {
    const remember = (reference: string) =>
      rememberPendingPayment({
        reference,
        voteId: vote.id,
        contestId: contest.id,
        contestantName: contestant.name,
        voteCount: vote.voteCount,
        amount: vote.amount,
        timestamp: Date.now(),
      });
    if (network) {
      const startedAt = Date.now();
      const begun = await patiently(() => chargePhone(vote.id, voterPhone, network));
      remember(begun.reference);
      const charge = { ...begun, contestantId: contestant.id, phone: voterPhone, network };
      return { kind: 'charge', charge: { ...charge, amount: vote.amount, startedAt } };
    }
    const { reference, authorizationUrl } = await patiently(() => initializePayment(vote.id, voterPhone));
    remember(reference);
    return { kind: 'pay', authorizationUrl };
  }
  attempt.done();
  // A free vote that does not count is never called cast, whatever keeps it from counting.
  return vote.status === 'COMPLETED' ? { kind: 'counted' } : { kind: 'held', votes: vote.voteCount };
}
