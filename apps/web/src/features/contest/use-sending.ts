import {
  isMobilePhone,
  normalisePhone,
  type PricedVotes,
  type PublicContestantView,
  type PublicContestView,
} from '@abato/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { type BaseSyntheticEvent, useEffect, useRef, useState } from 'react';
import { ApiError } from '@/lib/api';
import type { RulesForm } from '@/lib/form';
import { publicContestQuery } from '@/lib/public-contest';
import { listen } from '@/lib/store';
import { toast, toastSeen } from '@/lib/toast';
import { useDoubt } from '@/lib/writes/doubt';
import { mobileMoneyTexts } from '@/texts/en/mobile-money';
import { voteTexts as t } from '@/texts/en/vote';
import type { VoteAttempt, Waiting } from './cast-vote';
import type { Charge } from './charge';
import { networkFor, type PayWay } from './later/pay-choice';
import { sendVote } from './send-vote';
import { refusalText } from './later/sheet-notice';
import type { CountedVote, VoteForm } from './vote-draft';

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
    const ignore = listen<PageTransitionEvent>(window, 'pageshow', ({ persisted }) => {
      if (persisted) setLeaving(false);
    });
    return () => {
      ignore();
      sending.current?.abort();
    };
  }, []);
  const paid = contest.votePrice > 0;
  const inDoubt = useDoubt();
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
      if (signal.aborted && ['prove', 'pay', 'verify'].includes(outcome.kind)) return;
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
      if (outcome.kind === 'verify') {
        window.location.assign(`/payment/verify?reference=${encodeURIComponent(outcome.reference)}`);
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
  const submit = (event?: BaseSyntheticEvent) => form.handleSubmit((values) => send(values, false))(event);
  /** For a voter who cannot prove the number: the vote is held where a proof is asked for. */
  const submitUnproven = () => form.handleSubmit((values) => send(values, true))();
  const giveUp = () => {
    sending.current?.abort();
    if (inDoubt) setRefusal(t.notSent.network);
  };
  return { submit, submitUnproven, refresh, checking, waiting, cutOff, leaving, refusal, held, giveUp };
}
