import {
  castVoteRules,
  formatCedis,
  isMobilePhone,
  MAX_VOTES_PER_CAST,
  normalisePhone,
  type PublicContestantView,
  type PublicContestView,
} from '@abato/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { Minus, Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { Button, IconButton } from '@/components/button';
import { Dialog } from '@/components/dialog';
import { controlClass, TextField } from '@/components/field';
import { Picture } from '@/components/picture';
import { Spinner } from '@/components/spinner';
import { ApiError } from '@/lib/api';
import { useRulesForm } from '@/lib/form';
import { formatCount } from '@/lib/format';
import { publicContestQuery } from '@/lib/public-contest';
import { toast } from '@/lib/toast';
import { mobileMoneyTexts } from '@/texts/en/mobile-money';
import { voteTexts as t } from '@/texts/en/vote';
import { VoteAttempt } from './cast-vote';
import { ongoingCharge, rememberCharge, type Charge } from './charge-payment';
import { networkFor, PayChoice, type PayWay } from './pay-choice';
import { lastVoter, sendVote, type VoteForm } from './send-vote';

/** The redirect waits so long that the toast can be seen (specification §9). */
const REDIRECT_DELAY_MS = 100;
// The toasts' code must be there when one is needed: a redirect 100 ms later would not wait for it.
void import('@/components/toaster').catch(() => undefined);

const loadPanel = () => import('./charge-panel');
const ChargePanel = lazy(async () => ({ default: (await loadPanel()).ChargePanel }));

const QUICK_COUNTS = [1, 5, 10, 50];

/** Ids come from the page, not from the person. */
const { voteCount, voterName, voterEmail, voterPhone } = castVoteRules;
const formRules = { voteCount, voterName, voterEmail, voterPhone };

export interface VoteDialogProps {
  contest: PublicContestView;
  contestant: PublicContestantView;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function VoteDialog({ contest, contestant, open, onOpenChange }: VoteDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t.title(contestant.name)}
      description={contest.title}
      media={
        <Picture
          path={contestant.photo}
          box={[64, 64]}
          alt=""
          name={contestant.name}
          className="size-16 shrink-0 rounded-md object-top"
        />
      }
      testId="vote-modal"
    >
      <VoteFormBody
        key={contestant.id}
        contest={contest}
        contestant={contestant}
        close={() => onOpenChange(false)}
      />
    </Dialog>
  );
}

function VoteFormBody({
  contest,
  contestant,
  close,
}: {
  contest: PublicContestView;
  contestant: PublicContestantView;
  close: () => void;
}) {
  const client = useQueryClient();
  const [attempt] = useState(() => new VoteAttempt());
  const [leaving, setLeaving] = useState(false);
  const paid = contest.votePrice > 0;
  const form = useRulesForm<VoteForm>({
    rules: formRules,
    defaultValues: { voteCount: '1', ...lastVoter() },
  });
  const [way, setWay] = useState<PayWay>({ momo: false, network: null });
  const [charge, setCharge] = useState(() => ongoingCharge(contestant.id));
  const phone = useWatch({ control: form.control, name: 'voterPhone' });
  const showCharge = (next: Charge | null) => {
    rememberCharge(next);
    setCharge(next);
  };
  const count = wholeNumber(useWatch({ control: form.control, name: 'voteCount' }));
  const total = formatCedis((count * Math.round(contest.votePrice * 100)) / 100);
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
        setWay({ ...way, error: mobileMoneyTexts.chooseNetwork });
        return;
      }
    }
    try {
      const outcome = await sendVote(contest, contestant, values, attempt, network);
      if (outcome.kind === 'charge') {
        showCharge(outcome.charge);
        return;
      }
      if (outcome.kind === 'pay') {
        setLeaving(true);
        toast.success(t.redirecting);
        setTimeout(() => window.location.assign(outcome.authorizationUrl), REDIRECT_DELAY_MS);
        return;
      }
      toast.success(t.castSuccess);
      void refresh();
      close();
    } catch (error) {
      if (error instanceof ApiError) {
        // Paid in the meantime, or the key belongs to another body: the next press is a new attempt.
        if (error.code === 'VOTE_ALREADY_PAID' || error.code === 'IDEMPOTENCY_KEY_REUSED') attempt.done();
        // Price, state or dates have moved on: show the contest as it is now.
        if (error.code.startsWith('CONTEST_')) void refresh();
      }
      form.showFailure(error);
    }
  });

  const setCount = (next: number) => {
    form.setValue('voteCount', String(Math.min(Math.max(next, 1), MAX_VOTES_PER_CAST)));
    form.clearErrors('voteCount');
  };
  const countField = form.field('voteCount');

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
    <form onSubmit={(event) => void submit(event)} noValidate className="space-y-4">
      <div>
        <label htmlFor="vote-count" className="mb-1.5 block text-sm font-semibold">
          {t.voteCount}
        </label>
        <div className="flex gap-2">
          <IconButton
            label={t.fewer}
            disabled={count <= 1}
            onClick={() => setCount(count - 1)}
            className="rounded-md! border-[1.5px] border-edge disabled:opacity-40"
          >
            <Minus aria-hidden className="size-5" />
          </IconButton>
          <input
            id="vote-count"
            type="number"
            inputMode="numeric"
            min={1}
            max={MAX_VOTES_PER_CAST}
            step={1}
            {...withoutError(countField)}
            aria-invalid={countField.error ? true : undefined}
            aria-describedby={countField.error ? 'vote-count-error' : undefined}
            className={`${controlClass} min-w-0 appearance-none py-1.5! text-center font-display text-lg font-bold tabular-nums`}
          />
          <IconButton
            label={t.more}
            onClick={() => setCount(count + 1)}
            className="rounded-md! border-[1.5px] border-edge"
          >
            <Plus aria-hidden className="size-5" />
          </IconButton>
        </div>
        {countField.error && (
          <p id="vote-count-error" role="alert" className="mt-1.5 text-sm font-medium text-red-text">
            {countField.error}
          </p>
        )}
        <div className="mt-2.5 grid grid-cols-4 gap-2">
          {QUICK_COUNTS.filter((quick) => paid || quick <= contest.freeVotesPerHour).map((quick) => (
            <button
              key={quick}
              type="button"
              aria-label={t.quick(quick)}
              aria-pressed={count === quick}
              onClick={() => setCount(quick)}
              className="min-h-touch rounded-md border-[1.5px] border-edge font-semibold tabular-nums aria-pressed:border-gold-text aria-pressed:bg-gold-soft aria-pressed:text-gold-text"
            >
              {quick}
            </button>
          ))}
        </div>
      </div>

      <TextField
        label={t.voterPhone}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        placeholder={t.phonePlaceholder}
        hint={t.phoneHint}
        {...form.field('voterPhone')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label={t.voterName} optional autoComplete="name" {...form.field('voterName')} />
        <TextField
          label={t.voterEmail}
          optional
          type="email"
          inputMode="email"
          autoComplete="email"
          {...form.field('voterEmail')}
        />
      </div>

      {paid && (
        <PayChoice
          way={way}
          phone={phone}
          onChange={(next) => {
            if (next.momo) void loadPanel().catch(() => undefined);
            setWay(next);
          }}
        />
      )}
      <p className="text-xs text-muted">
        {!paid ? t.freeNote(contest.freeVotesPerHour) : way.momo ? mobileMoneyTexts.note : t.paymentNote}
      </p>
      {/* Stays in view while the fields scroll under it: total and button are what the form is for. */}
      <div className="sticky bottom-0 -mx-5 space-y-3 bg-raised px-5 pt-2 pb-1 sm:-mx-7 sm:px-7">
        {paid && (
          <div className="flex items-center justify-between gap-4 rounded-md bg-gold-soft px-4 py-2">
            <p className="text-sm">
              <span className="block font-semibold">{t.total}</span>
              <span className="text-muted">
                {t.totalFormula(formatCount(count), formatCedis(contest.votePrice))}
              </span>
            </p>
            <p data-testid="vote-total" className="font-display text-2xl font-extrabold">
              {total}
            </p>
          </div>
        )}
        <Button
          type="submit"
          size="lg"
          className="w-full"
          busy={form.formState.isSubmitting || leaving}
          data-testid="vote-submit"
        >
          {leaving ? t.redirecting : !paid ? t.cast : way.momo ? mobileMoneyTexts.submit(total) : t.proceed}
        </Button>
      </div>
    </form>
  );
}

function wholeNumber(text: string): number {
  const value = Number(text);
  return Number.isSafeInteger(value) && value > 0 ? value : 0;
}

function withoutError<T extends { error: unknown }>({ error: _, ...rest }: T): Omit<T, 'error'> {
  return rest;
}
