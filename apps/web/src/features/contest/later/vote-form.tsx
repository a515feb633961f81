import {
  castVoteRules,
  formatCedis,
  MAX_VOTES_PER_CAST,
  ownPricesOf,
  priceVotes,
  pricesIn,
  type PublicCategoryView,
  type PublicContestantView,
  type PublicContestView,
  rulesShownBy,
} from '@abato/contracts';
import { Suspense, useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { TextField } from '@/components/field';
import { useRulesForm } from '@/lib/form';
import { lazyPart } from '@/lib/load-code';
import { serverNow } from '@/lib/server-time';
import { useVoteWindow } from '@/lib/vote-window';
import { ballotTexts } from '@/texts/en/ballot';
import { voteTexts as t } from '@/texts/en/vote';
import { attemptFor } from '../cast-vote';
import { NetworkField, PayChoice, payLabel, type PayWay, usualWay } from './pay-choice';
import { useCharge } from './use-charge';
import { usePhoneProof } from '../use-phone-proof';
import { useSending } from '../use-sending';
import { VoteCountField } from './vote-count-field';
import { type CountedVote, draftFor, keepDraft, type VoteForm } from '../vote-draft';
import { PayDeadline } from './pay-deadline';
import { HeldPanel } from './vote-done';
import { VoteFoot } from './vote-foot';
import { VoteNote } from './vote-note';
import { BallotField, ballotRules, oneProof, VoterDetails } from './voter-fields';

const BundleChoice = lazyPart(async () => (await import('./bundle-choice')).BundleChoice);

const QUICK_COUNTS = [1, 5, 10, 50];

/** Ids come from the page, not from the person. */
const { voteCount, voterName, voterEmail, voterPhone } = castVoteRules;
const formRules = { voteCount, voterName, voterEmail, voterPhone };

/** What the voter fills in, and what takes its place: the proof of a number, a held vote, a prompt on the payer's phone. */
export function VoteFormBody({
  contest,
  contestant,
  category,
  closed,
  close,
  onCounted,
}: {
  contest: PublicContestView;
  contestant: PublicContestantView;
  category: PublicCategoryView | undefined;
  /** Why no votes are taken now; null while they are. */
  closed: string | null;
  close: () => void;
  onCounted: (counted: CountedVote) => void;
}) {
  const [attempt] = useState(() => attemptFor(contestant.id));
  const paid = contest.votePrice > 0;
  const perHour = contest.freeVotesPerHour;
  const ballots = contest.verification === 'ELECTORATE';
  const [draft] = useState(() => draftFor(contestant.id));
  const form = useRulesForm<VoteForm>({
    rules: ballots ? { ...formRules, ...ballotRules } : formRules,
    check: ballots ? oneProof : undefined,
    defaultValues: ballots ? { ...draft, voteCount: '1' } : draft,
  });
  const { getValues } = form;
  useEffect(() => () => keepDraft(contestant.id, getValues()), [contestant.id, getValues]);
  const [way, setWay] = useState<PayWay>(usualWay);
  const { showCharge, chargePanel } = useCharge(contest, contestant.id, paid && way.momo);
  const { verified, prove, panel } = usePhoneProof(contest);
  const phone = useWatch({ control: form.control, name: 'voterPhone' });
  const count = wholeNumber(useWatch({ control: form.control, name: 'voteCount' }));
  const rules = rulesShownBy(contest);
  const prices = pricesIn(rules, ownPricesOf(category));
  useVoteWindow(contest.windows);
  const priced = priceVotes(rules, ownPricesOf(category), count, serverNow());
  const total = formatCedis(priced.amountPesewas / 100);
  const { submit, submitUnproven, refresh, checking, waiting, cutOff, leaving, refusal, held, giveUp } =
    useSending({
      contest,
      contestant,
      form,
      attempt,
      way,
      onWay: setWay,
      priced,
      prove,
      onCharge: showCharge,
      onCounted: (counted) => {
        close();
        onCounted(counted);
      },
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
  const progress = (checking && t.checking) || (cutOff && t.waitingForConnection) || null;
  const proving = panel(progress, submit, submitUnproven);
  if (proving) return proving;
  if (held !== null) return <HeldPanel votes={held} name={contestant.name} onClose={close} />;
  const paying = chargePanel(() => {
    attempt.done();
    void refresh();
  });
  if (paying) return paying;

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="space-y-3">
      {ballots ? (
        <BallotField field={form.field('ballotCode')} />
      ) : (
        <VoteCountField
          {...form.field('voteCount')}
          count={count}
          prices={prices}
          quickCounts={QUICK_COUNTS.filter((quick) => !perHour || quick <= perHour)}
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
          autoComplete="tel"
          placeholder={t.phonePlaceholder}
          hint={asksNetwork ? undefined : ballots ? ballotTexts.phoneHint : t.phoneHint}
          optional={ballots}
          {...form.field('voterPhone')}
        />
        {asksNetwork && <NetworkField way={way} phone={phone} onChange={setWay} />}
      </div>
      {!ballots && <VoterDetails form={form} />}
      <VoteNote contest={contest} byWallet={way.momo} verified={verified} />
      <VoteFoot
        closed={closed}
        cutOff={cutOff}
        refusal={refusal}
        onGiveUp={giveUp}
        deadline={paid ? <PayDeadline contest={contest} byPrompt={way.momo} /> : null}
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
