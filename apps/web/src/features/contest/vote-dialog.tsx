import {
  castVoteRules,
  formatCedis,
  isMobilePhone,
  MAX_VOTES_PER_CAST,
  normalisePhone,
  ownPricesOf,
  priceVotes,
  pricesIn,
  type PublicCategoryView,
  type PublicContestantView,
  type PublicContestView,
  rulesShownBy,
} from '@abato/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { Dialog } from '@/components/dialog';
import { TextField } from '@/components/field';
import { Picture } from '@/components/picture';
import { Spinner } from '@/components/spinner';
import { ApiError } from '@/lib/api';
import { useRulesForm } from '@/lib/form';
import { loadCode } from '@/lib/load-code';
import { publicContestQuery } from '@/lib/public-contest';
import { useVoteWindow } from '@/lib/vote-window';
import { toast, toastQueue, toastSeen } from '@/lib/toast';
import { mobileMoneyTexts } from '@/texts/en/mobile-money';
import { ballotTexts } from '@/texts/en/ballot';
import { voteTexts as t } from '@/texts/en/vote';
import { BallotField, ballotRules, oneProof } from './ballot-field';
import { ongoingCharge, rememberCharge, type Charge } from './charge';
import { HeldPanel } from './held-panel';
import { NetworkField, networkFor, PayChoice, payLabel, type PayWay, usualWay } from './pay-choice';
import { sendVote } from './send-vote';
import { refusalText } from './sheet-notice';
import { VoteCountField } from './vote-count-field';
import { usePhoneProof } from './use-phone-proof';
import { attemptFor, type CountedVote, draftFor, keepDraft, type VoteForm } from './vote-draft';
import { VoteFoot } from './vote-foot';
import { VoterDetails } from './voter-details';
import type { Waiting } from './wait-for-turn';
import '@/styles/all.css';

export { ensureBrowserToken } from './browser-token';
export { VoteDone } from './vote-done';

/** So long the voter sees the toast before the redirect (specification §9). */
const REDIRECT_DELAY_MS = 100;
// Loaded and mounted before the first toast, which would keep the redirect waiting otherwise.
void import('@/components/toaster').then(
  () => toastQueue.prepare(),
  () => undefined,
);

const loadPanel = () => import('./charge-panel');
const ChargePanel = lazy(async () => ({ default: (await loadCode(loadPanel)).ChargePanel }));

const loadBundles = () => import('./bundle-choice');
const BundleChoice = lazy(async () => ({ default: (await loadCode(loadBundles)).BundleChoice }));

const QUICK_COUNTS = [1, 5, 10, 50];

/** Ids come from the page, not from the person. */
const { voteCount, voterName, voterEmail, voterPhone } = castVoteRules;
const formRules = { voteCount, voterName, voterEmail, voterPhone };

const NEW_ATTEMPT = new Set(['VOTE_ALREADY_PAID', 'VOTE_EXPIRED', 'IDEMPOTENCY_KEY_REUSED']);

export interface VoteDialogProps {
  contest: PublicContestView;
  contestant: PublicContestantView;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Why no votes are taken now; null while they are. */
  closed: string | null;
  /** Told of a free vote that counts; the dialog has closed. */
  onCounted: (counted: CountedVote) => void;
}

export function VoteDialog({ contest, contestant, open, onOpenChange, closed, onCounted }: VoteDialogProps) {
  const category = contest.categories.find(({ id }) => id === contestant.categoryId);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t.title(contestant.name)}
      description={category ? `${category.name} · ${contest.title}` : contest.title}
      media={
        <Picture
          path={contestant.photo}
          box={[64, 64]}
          alt=""
          name={contestant.name}
          className="size-12 shrink-0 rounded-md object-top sm:size-16"
        />
      }
      testId="vote-modal"
    >
      <VoteFormBody
        key={contestant.id}
        contest={contest}
        contestant={contestant}
        category={category}
        closed={closed}
        close={() => onOpenChange(false)}
        onCounted={onCounted}
      />
    </Dialog>
  );
}

function VoteFormBody({
  contest,
  contestant,
  category,
  closed,
  close,
  onCounted,
}: Pick<VoteDialogProps, 'contest' | 'contestant' | 'closed' | 'onCounted'> & {
  category: PublicCategoryView | undefined;
  close: () => void;
}) {
  const client = useQueryClient();
  const [attempt] = useState(() => attemptFor(contestant.id));
  const [leaving, setLeaving] = useState(false);
  const [checking, setChecking] = useState(false);
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const sending = useRef<AbortController>(null);
  useEffect(() => () => sending.current?.abort(), []);
  const [cutOff, setCutOff] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [held, setHeld] = useState<number | null>(null);
  const paid = contest.votePrice > 0;
  const ballots = !paid && contest.verification === 'ELECTORATE';
  const [draft] = useState(() => draftFor(contestant.id));
  const form = useRulesForm<VoteForm>({
    rules: ballots ? { ...formRules, ...ballotRules } : formRules,
    check: ballots ? oneProof : undefined,
    defaultValues: ballots ? { ...draft, voteCount: '1' } : draft,
  });
  const { getValues } = form;
  useEffect(() => () => keepDraft(contestant.id, getValues()), [contestant.id, getValues]);
  const [way, setWay] = useState<PayWay>(usualWay);
  useEffect(() => {
    if (paid && way.momo) void loadPanel().catch(() => undefined);
  }, [paid, way.momo]);
  const { verified, prove, panel } = usePhoneProof(contest);
  const [charge, setCharge] = useState(() => ongoingCharge(contestant.id));
  const phone = useWatch({ control: form.control, name: 'voterPhone' });
  const showCharge = (next: Charge | null) => {
    rememberCharge(next);
    setCharge(next);
  };
  const count = wholeNumber(useWatch({ control: form.control, name: 'voteCount' }));
  const rules = rulesShownBy(contest);
  const prices = pricesIn(rules, ownPricesOf(category));
  useVoteWindow(contest.windows);
  const priced = priceVotes(rules, ownPricesOf(category), count, Date.now());
  const total = formatCedis(priced.amountPesewas / 100);
  const refresh = () => client.invalidateQueries({ queryKey: publicContestQuery(contest.id).queryKey });

  const submit = form.handleSubmit(async (values) => {
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
        setWay({ ...way, error: mobileMoneyTexts.networkMissing });
        return;
      }
    }
    const { signal } = (sending.current = new AbortController());
    setRefusal(null);
    try {
      const outcome = await sendVote(contest, contestant, values, attempt, {
        network,
        onCheck: setChecking,
        onWait: setWaiting,
        onCutOff: setCutOff,
        signal,
        shown: priced,
      });
      if (outcome.kind === 'changed' || outcome.kind === 'undone') {
        setRefusal(t.notSent[outcome.kind]);
        void refresh();
        return;
      }
      if (outcome.kind === 'prove') {
        await prove(values.voterPhone);
        return;
      }
      if (outcome.kind === 'charge') {
        showCharge(outcome.charge);
        return;
      }
      if (outcome.kind === 'pay') {
        setLeaving(true);
        await toastSeen(toast.success(t.redirecting));
        setTimeout(() => window.location.assign(outcome.authorizationUrl), REDIRECT_DELAY_MS);
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
      close();
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
  });

  const setCount = (next: number) => {
    form.setValue('voteCount', String(Math.min(Math.max(next, 1), MAX_VOTES_PER_CAST)));
    form.clearErrors('voteCount');
  };
  const asksNetwork = paid && way.momo;
  const label =
    (checking && t.checking) ||
    (cutOff && t.waitingForConnection) ||
    (waiting && t.waiting.button) ||
    (leaving && t.redirecting) ||
    (paid ? payLabel(way, phone, total) : t.cast);
  const proving = panel((checking && t.checking) || (cutOff && t.waitingForConnection) || null, submit);
  if (proving) return proving;
  if (held !== null) return <HeldPanel votes={held} name={contestant.name} onClose={close} />;
  if (charge) {
    return (
      <Suspense fallback={<Spinner size="large" />}>
        <ChargePanel
          charge={charge}
          onCounted={() => {
            attempt.done();
            showCharge(null);
            void refresh();
          }}
          onAgain={() => showCharge(null)}
        />
      </Suspense>
    );
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="space-y-3">
      {ballots ? (
        <BallotField field={form.field('ballotCode')} />
      ) : (
        <VoteCountField
          {...form.field('voteCount')}
          count={count}
          prices={prices}
          quickCounts={QUICK_COUNTS.filter((quick) => paid || quick <= contest.freeVotesPerHour)}
          onCount={setCount}
        />
      )}
      {prices.bundles.length > 0 && (
        <Suspense fallback={<div className="min-h-touch" />}>
          <BundleChoice prices={prices} count={count} onCount={setCount} />
        </Suspense>
      )}
      {paid && <PayChoice way={way} onChange={setWay} />}
      <div className={asksNetwork ? 'grid grid-cols-[1fr_9rem] gap-2' : undefined}>
        <TextField
          label={t.voterPhone}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          placeholder={t.phonePlaceholder}
          hint={asksNetwork ? undefined : ballots ? ballotTexts.phoneHint : t.phoneHint}
          optional={ballots}
          {...form.field('voterPhone')}
        />
        {asksNetwork && <NetworkField way={way} phone={phone} onChange={setWay} />}
      </div>
      <VoterDetails form={form} />
      <p className="text-xs text-muted">
        {!paid
          ? ballots
            ? ballotTexts.note(contest.allowBallotChange)
            : t.freeNote(contest.freeVotesPerHour, verified)
          : way.momo
            ? mobileMoneyTexts.note
            : t.paymentNote}{' '}
        {t.privacyNote(contest.retentionMonths)} <Link to="/privacy">{t.privacyLink}</Link>
      </p>
      <VoteFoot
        closed={closed}
        cutOff={cutOff}
        refusal={refusal}
        onGiveUp={() => sending.current?.abort()}
        total={paid ? { count, priced, total } : null}
        waiting={waiting}
        checking={checking}
        submitting={form.formState.isSubmitting}
        leaving={leaving}
        label={label}
      />
    </form>
  );
}

function wholeNumber(text: string): number {
  const value = Number(text);
  return Number.isSafeInteger(value) && value > 0 ? value : 0;
}
