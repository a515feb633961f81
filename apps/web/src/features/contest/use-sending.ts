import {
  isMobilePhone,
  type MobileNetwork,
  normalisePhone,
  type PricedVotes,
  type PublicContestantView,
  type PublicContestView,
} from '@abato/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError, NetworkError } from '@/lib/api';
import { whenConnected } from '@/lib/connection';
import type { RulesForm } from '@/lib/form';
import { rememberPayment } from '@/lib/payment/pending-payment';
import { publicContestQuery } from '@/lib/public-contest';
import { toast, toastSeen } from '@/lib/toast';
import { mobileMoneyTexts } from '@/texts/en/mobile-money';
import { voteTexts as t } from '@/texts/en/vote';
import { chargePhone, initializePayment } from './api';
import { castVote, type VoteAttempt, type Waiting, waitForTurn } from './cast-vote';
import type { Charge } from './charge';
import { networkFor, type PayWay } from './pay-choice';
import { refusalText } from './sheet-notice';
import type { CountedVote, VoteForm } from './vote-draft';
import { voterTokens } from './voter-tokens';

/** So long the voter sees the toast before the redirect (specification §9). */
const REDIRECT_DELAY_MS = 100;

const NEW_ATTEMPT = new Set(['VOTE_ALREADY_PAID', 'VOTE_EXPIRED', 'IDEMPOTENCY_KEY_REUSED']);

/** Sends what the form holds, and says how far it is and what became of it. */
export function useSending({
  contest,
  contestant,
  form,
  attempt,
  way,
  onWay,
  priced,
  prove,
  onCharge,
  onCounted,
}: {
  contest: PublicContestView;
  contestant: PublicContestantView;
  form: RulesForm<VoteForm>;
  attempt: VoteAttempt;
  way: PayWay;
  onWay: (way: PayWay) => void;
  /** What the voter reads above the button. */
  priced: PricedVotes;
  /** Begins the proof of a number; false where the vote is sent without one, to be held. */
  prove: (phone: string) => Promise<boolean>;
  onCharge: (charge: Charge) => void;
  /** Told of a free vote that counts. */
  onCounted: (counted: CountedVote) => void;
}) {
  const client = useQueryClient();
  const [leaving, setLeaving] = useState(false);
  const [checking, setChecking] = useState(false);
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const [cutOff, setCutOff] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [held, setHeld] = useState<number | null>(null);
  const sending = useRef<AbortController>(null);
  useEffect(() => {
    // Back from the provider's page the browser may show this one as it was left.
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) setLeaving(false);
    };
    window.addEventListener('pageshow', onPageShow);
    return () => {
      window.removeEventListener('pageshow', onPageShow);
      sending.current?.abort();
    };
  }, []);
  const paid = contest.votePrice > 0;
  const refresh = () => client.invalidateQueries({ queryKey: publicContestQuery(contest.id).queryKey });

  const send = async (values: VoteForm, acceptHold: boolean) => {
    if (!contestant.categoryId) {
      toast.error(t.categoryMissing);
      return;
    }
    const network = paid && way.momo ? networkFor(way, values.voterPhone) : null;
    if (paid && way.momo) {
      const e164 = normalisePhone(values.voterPhone);
      if (!e164 || !isMobilePhone(e164)) {
        form.setError('voterPhone', { message: mobileMoneyTexts.mobileOnly }, { shouldFocus: true });
        return;
      }
      if (!network) {
        onWay({ ...way, error: mobileMoneyTexts.networkMissing });
        return;
      }
    }
    const { signal } = (sending.current = new AbortController());
    setRefusal(null);
    try {
      const deliver = (isHeld: boolean) =>
        sendVote(contest, contestant, values, attempt, {
          network,
          acceptHold: isHeld,
          onCheck: setChecking,
          onWait: setWaiting,
          onCutOff: setCutOff,
          signal,
          shown: priced,
        });
      let outcome = await deliver(acceptHold);
      // A closed sheet neither sends a code nor takes the page away; the next press goes on with the same attempt.
      if (signal.aborted && (outcome.kind === 'prove' || outcome.kind === 'pay')) return;
      if (outcome.kind === 'prove') {
        if ((await prove(values.voterPhone)) || signal.aborted) return;
        outcome = await deliver(true);
        if (outcome.kind === 'prove') return;
      }
      if (outcome.kind === 'changed' || outcome.kind === 'undone') {
        setRefusal(t.notSent[outcome.kind]);
        void refresh();
        return;
      }
      if (outcome.kind === 'charge') {
        onCharge(outcome.charge);
        return;
      }
      if (outcome.kind === 'pay') {
        setLeaving(true);
        await toastSeen(toast.success(t.redirecting));
        setTimeout(() => {
          if (!signal.aborted) window.location.assign(outcome.authorizationUrl);
        }, REDIRECT_DELAY_MS);
        return;
      }
      if (outcome.kind === 'held') {
        setHeld(outcome.votes);
        return;
      }
      toast.success(t.castSuccess);
      void refresh();
      form.setValue('voteCount', '1');
      form.setValue('ballotCode', '');
      onCounted({ contestantId: contestant.id, votes: outcome.votes, receiptCode: outcome.receiptCode });
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof ApiError) {
        // Paid in the meantime, expired, or the key belongs to another body: the next press is a new attempt.
        if (NEW_ATTEMPT.has(error.code)) attempt.done();
        if (error.code === 'VOTE_EXPIRED') void refresh();
        // Price, state or dates have changed: show the contest as it is now.
        if (error.code.startsWith('CONTEST_')) void refresh();
        if (error.code === 'PHONE_NOT_MOBILE') form.setError('voterPhone', { message: error.message });
      }
      setRefusal(refusalText(error));
      form.showFailure(error);
    }
  };
  const submit = form.handleSubmit((values) => send(values, false));
  /** For a voter who cannot prove the number: the vote is held where a proof is asked for. */
  const submitUnproven = form.handleSubmit((values) => send(values, true));
  const giveUp = () => sending.current?.abort();
  return { submit, submitUnproven, refresh, checking, waiting, cutOff, leaving, refusal, held, giveUp };
}

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

type VoteOutcome =
  | { kind: 'counted'; votes: number; receiptCode: string | null }
  | { kind: 'held'; votes: number }
  /** An earlier press cast it, and it was taken back since. */
  | { kind: 'undone' }
  /** It would cost another amount, or count less, than was shown: no money was asked for. */
  | { kind: 'changed' }
  /** The number has to be proven first. */
  | { kind: 'prove' }
  | { kind: 'pay'; authorizationUrl: string }
  | { kind: 'charge'; charge: Charge };

/**
 * Casts the vote and, when it awaits payment, starts the payment (specification §4, vote flow).
 * @param values checked: texts trimmed, the count a number
 * @throws ApiError, NetworkError; sending the same again is safe. AbortError when cancelled while waiting for a turn or the connection, or before the payment
 */
async function sendVote(
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
  const isCutOff = (error: unknown) => error instanceof NetworkError;
  const patiently = <T>(work: () => Promise<T>): Promise<T> =>
    waitForTurn(() => whenConnected(work, isCutOff, onCutOff, signal), onWait, signal);
  // Nothing that could prove the number: the server need not be asked.
  const proves = contest.verification !== 'OPEN' && !contest.votePrice;
  if (proves && !ballotCode && !voterTokens(contest.id)) return { kind: 'prove' };
  // One key however long it waits; how it is sent is no part of what the key stands for.
  const key = attempt.keyFor(payload);
  const cast = () => castVote({ ...payload, acceptHold: acceptHold || undefined }, key, onCheck);
  const vote = await patiently(cast).catch(unlessUnproven);
  if (!vote) return { kind: 'prove' };
  // FAILED: the same press after a payment that did not go through; the vote can still be paid.
  if (contest.votePrice > 0 && vote.status !== 'COMPLETED') {
    if (Math.round(vote.amount * 100) !== shown.amountPesewas || vote.voteCount < shown.votes) {
      attempt.done();
      return { kind: 'changed' };
    }
    const remember = (reference: string) => {
      const pending = {
        reference,
        voteId: vote.id,
        contestId: contest.id,
        contestantName: contestant.name,
        voteCount: vote.voteCount,
        amount: vote.amount,
        timestamp: Date.now(),
      };
      rememberPayment(pending, { reference, contestId: contest.id, contestantId: contestant.id, values });
    };
    // The same press again finds this vote; without one no money is asked for.
    signal.throwIfAborted();
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
