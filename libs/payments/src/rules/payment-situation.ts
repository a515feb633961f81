import { mayChangeResult, type ResultPhase, resultPhase, type ResultWrite } from '@abato/contests';
import { LAST_PAYMENT_MINUTES, PROMPT_SECONDS } from '@abato/contracts';
import type { PaymentProof } from '@abato/paystack';
import type { Situation } from './payment-state.js';

/** A prompt that was sent to the phone before the contest's end counts when it is approved at most this long after it. */
export const PROMPT_EXTRA_MS = PROMPT_SECONDS * 1000;
/** So long before the end one phone has one open payment: each further one would be a choice to be made with the count in view. */
const LAST_PAYMENT_MS = LAST_PAYMENT_MINUTES * 60_000;
/** 'abandoned' only means "has not finished yet"; after this long it is believed. */
export const ABANDONED_AFTER_MS = 30 * 60_000;
/** A reference the provider still does not know after this long was lost on the way to it. */
export const NEVER_ARRIVED_AFTER_MS = 30 * 60_000;
/** Every attempt stays payable and watched this long. */
export const WATCH_MS = 14 * 24 * 3_600_000;

/** Our own rows about the attempt, read under its locks. */
export interface AttemptFacts {
  amount: number;
  /** What the provider took, which for a held payment is not what was asked. */
  taken: number;
  /** What has gone back so far, in pesewas. */
  returned: number;
  /** In which currency it was taken. */
  takenCurrency: string;
  /** The return that the proof names is written down already. */
  returnKnown: boolean;
  /** What has gone back without a name, in pesewas, and was not named since. */
  returnedUnnamed?: number;
  currency: string;
  /** `test` or `live` by our key; null for cash. */
  domain: string | null;
  /** When the attempt was begun, before the provider was called. */
  createdAt: Date;
  /** It was asked for on the payer's phone, not on a page. */
  isPrompt: boolean;
  cancelledAt: Date | null;
  watchUntil: Date | null;
  /** For a held payment: when it was paid, as we believe it. */
  heldPaidAt: Date | null;
  /** A COUNT row of the ledger exists for the vote. */
  voteCounted: boolean;
  voteCastAt: Date;
  /** When the contest ended or will end; null when it was deleted. */
  contestEnd: Date | null;
  /** The contest, category or contestant was deleted. */
  archived: boolean;
  resultsFinal: boolean;
  /** Another attempt carries the provider's transaction id. */
  transactionTaken: boolean;
  /** When our refund was last asked for; null: never, or the proof does not depend on it. */
  refundSentAt?: Date | null;
  /** The dispute that the update tells of is resolved in our books. */
  disputeOver?: boolean;
  /** The provider's account adds its fees to what the payer pays. */
  feesToPayer?: boolean;
}

/**
 * Which row of the state machine a proof belongs to.
 * @param now time of confirmation
 */
export function situationOf(proof: PaymentProof, facts: AttemptFacts, now: Date): Situation {
  const age = now.getTime() - facts.createdAt.getTime();
  const watchIsOver = facts.watchUntil !== null && now >= facts.watchUntil;
  switch (proof.status) {
    case 'success':
      if (mismatchOf(proof, facts)) return 'paid-otherwise';
      if (facts.voteCounted) return 'paid-again';
      return isInTime(facts, paidAtOf(proof, facts, now)) ? 'paid' : 'paid-late';
    case 'reversed':
      if (proof.back?.source === 'REFUND' && proof.currency && proof.currency !== facts.takenCurrency)
        return 'paid-otherwise';
      if (!goesBackWhole(proof, facts) && !proof.back) return 'refund-told';
      return returned(proof, facts, {
        all: 'reversed',
        part: proof.back?.source === 'DISPUTE' ? 'dispute-lost-in-part' : 'reversed-in-part',
      });
    case 'returned-by-hand':
      return returned(proof, facts, { all: 'returned-by-hand', part: 'returned-by-hand-in-part' });
    case 'accepted':
      if (facts.voteCounted) return 'accepted-again';
      if (facts.resultsFinal) return 'accepted-after-final';
      return isInTime(facts, facts.heldPaidAt ?? now) ? 'accepted' : 'accepted-late';
    case 'disputed':
      return facts.disputeOver ? 'disputed-before' : 'disputed';
    case 'failed':
    case 'dispute-won':
    case 'refund-ordered':
    case 'refund-told':
    case 'refund-sent':
    case 'refund-again':
    case 'refund-retried':
    case 'refund-account-refused':
      return proof.status;
    case 'refund-stuck':
      return isBeforeCall(proof, facts) ? 'refund-stuck-before' : 'refund-stuck';
    case 'abandoned':
      return facts.cancelledAt || age >= ABANDONED_AFTER_MS ? 'abandoned' : 'unfinished';
    case 'waiting':
      return watchIsOver ? 'watch-over' : 'waiting';
    case 'not-found':
      if (watchIsOver) return 'watch-over';
      return age >= NEVER_ARRIVED_AFTER_MS ? 'never-arrived' : 'unknown-yet';
  }
}

/** The provider was asked before our refund was asked for again, and answered afterwards. */
const isBeforeCall = ({ askedAt }: PaymentProof, { refundSentAt }: AttemptFacts): boolean =>
  askedAt !== undefined && refundSentAt !== undefined && refundSentAt !== null && askedAt < refundSentAt;

/** The money goes back whole or up to what is left of it (ADR 13). */
function returned(
  proof: PaymentProof,
  facts: AttemptFacts,
  { all, part }: { all: Situation; part: Situation },
): Situation {
  const nothingLeft = facts.returned > 0 && facts.returned >= takenOf(proof, facts);
  if (facts.returnKnown || (nothingLeft && !proof.back)) return 'returned-before';
  if (nothingLeft) return facts.returnedUnnamed ? 'return-named' : 'returned-too-much';
  return goesBackWhole(proof, facts) ? all : part;
}

/** A named return adds to the earlier ones; an unnamed one speaks of the whole payment. */
function goesBackWhole(proof: PaymentProof, facts: AttemptFacts): boolean {
  const taken = takenOf(proof, facts);
  return (proof.back ? facts.returned : 0) + (proof.amount ?? taken) >= taken;
}

const takenOf = (proof: PaymentProof, facts: AttemptFacts): number => proof.takenAmount ?? facts.taken;

/**
 * What differs between the money taken and the money asked for, or null. The amount must be exact, because more is as suspicious as
 * less; only where fees are passed on to the payer may they be on top of what was asked.
 */
export function mismatchOf(
  proof: PaymentProof,
  facts: Pick<AttemptFacts, 'amount' | 'currency' | 'domain' | 'transactionTaken' | 'feesToPayer'>,
): 'amount' | 'currency' | 'domain' | 'transaction' | null {
  if (proof.currency !== facts.currency) return 'currency';
  if (!isAmountAsAsked(proof, facts)) return 'amount';
  if ((proof.domain ?? null) !== facts.domain) return 'domain';
  return facts.transactionTaken ? 'transaction' : null;
}

/** The provider rounds each fee to a pesewa. */
const FEE_ROUNDING_PESEWAS = 1;

function isAmountAsAsked(proof: PaymentProof, facts: Pick<AttemptFacts, 'amount' | 'feesToPayer'>): boolean {
  if ((proof.requestedAmount ?? facts.amount) !== facts.amount) return false;
  if (proof.amount === facts.amount) return true;
  if (!facts.feesToPayer || proof.amount === undefined || typeof proof.requestedAmount !== 'number')
    return false;
  const added = proof.amount - facts.amount;
  return added > 0 && added <= (proof.fees ?? 0) + FEE_ROUNDING_PESEWAS;
}

/**
 * When a payment was made: the provider's time is believed between the attempt's begin, in whole seconds, because the provider rounds down, and
 * the receipt of the proof. Otherwise the receipt stands in: it is the one time that we have seen ourselves.
 * @param now time of confirmation
 */
export function paidAtOf(
  { paidAt, receivedAt }: PaymentProof,
  { createdAt }: Pick<AttemptFacts, 'createdAt'>,
  now: Date,
): Date {
  const received = receivedAt ?? now;
  const begun = Math.floor(+createdAt / 1000) * 1000;
  return paidAt && +paidAt >= begun && paidAt <= received ? paidAt : received;
}

/**
 * Cast, begun and paid before the end; a prompt has a minute more (ADR 61). Neither is begun after the end; a contest ended by hand may end in
 * the same millisecond. Money for something that was deleted is always late, and so is any proof once results are final.
 */
function isInTime(facts: AttemptFacts, paidAt: Date): boolean {
  const { contestEnd } = facts;
  if (!contestEnd || facts.archived || facts.resultsFinal) return false;
  if (facts.voteCastAt > contestEnd || facts.createdAt > contestEnd) return false;
  return +paidAt <= +contestEnd + (facts.isPrompt ? PROMPT_EXTRA_MS : 0);
}

/** By whose word money goes back: votes follow a person's until the end, and the provider's until results are final. */
const WRITES: Partial<Record<PaymentProof['status'], ResultWrite>> = {
  'refund-ordered': 'refund-effect',
  'returned-by-hand': 'refund-effect',
  reversed: 'provider-reversal',
};

/** Whether votes that count stay when their money goes back: a result that is closed is changed by no money. */
export function doVotesStay({ status }: PaymentProof, facts: AttemptFacts, now: Date): boolean {
  const write = WRITES[status];
  return write !== undefined && !mayChangeResult(phaseOf(facts, now), write);
}

function phaseOf({ contestEnd, resultsFinal }: AttemptFacts, now: Date): ResultPhase {
  if (!contestEnd) return 'OPEN';
  return resultPhase(
    { status: 'ACTIVE', endDate: contestEnd, resultsFinalAt: resultsFinal ? now : null },
    now,
  );
}

/** Whether a payment may be begun for a vote of a contest that ends at `contestEnd`: after the end the result could be bought. */
export function mayBeginPayment(contestEnd: Date, now: Date): boolean {
  return now < contestEnd;
}

/** Whether the contest ends so soon that a phone has one open payment at a time. */
export function isNearEnd(contestEnd: Date, now: Date): boolean {
  return +now >= +contestEnd - LAST_PAYMENT_MS;
}
