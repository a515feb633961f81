import {
  type CastVoteResult,
  cedisFromPesewas,
  type ContestView,
  formatCedis,
  type ManualVoteInput,
  manualVoteRules,
  ownPricesOf,
  priceVotes,
  rulesShownBy,
  SECOND_PERSON_ABOVE_PESEWAS,
  VOTE_SOURCES,
} from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import { HandCoins, ShieldQuestion, Vote } from 'lucide-react';
import { useWatch } from 'react-hook-form';
import { AdminForm, useAdminForm, wholeNumber } from '@/components/admin/admin-form';
import { showForm } from '@/components/admin/ask';
import { Book } from '@/components/admin/books/book';
import { Button, ButtonLink } from '@/components/button';
import { type Option, optionsOf, SelectField, TextArea, TextField } from '@/components/field';
import { categoryListQuery, contestantChoiceQuery } from '@/lib/admin/api';
import type { recordsOf } from '@/lib/admin/books';
import { useAdmin } from '@/lib/admin/use-admin';
import type { useChosenContest } from '@/lib/admin/use-chosen-contest';
import { serverNow } from '@/lib/server-time';
import { adminCash } from '@/texts/en/admin-cash';
import { adminVotes, adminVotes as t } from '@/texts/en/admin-figures';
import { adminForms } from '@/texts/en/admin-forms';
import { adminHeld } from '@/texts/en/admin-held';
import { adminHistory } from '@/texts/en/admin-history';
import { enterManualVote } from './api';
import { voteIntakeQuery } from './vote-cards';
import { VoteTable } from './vote-table';

/** The votes of a contest, searched and filtered, and what the organiser does with them. */
export function VoteBook({
  contest,
  records,
  ...shown
}: {
  contest: ContestView;
  filters: Record<'status' | 'source' | 'day', string>;
  page: number;
  choose: ReturnType<typeof useChosenContest>['choose'];
  /** For the size of the export. */
  records: ReturnType<typeof recordsOf>;
}) {
  const { id } = useAdmin();
  const intake = useQuery(voteIntakeQuery(contest.id));
  const canEnter = contest.userId === id && (contest.status === 'ACTIVE' || contest.status === 'PAUSED');
  const enter = () =>
    showForm({ title: t.manual.title, description: t.manual.lead, wide: true }, (close) => (
      <ManualVoteForm contest={contest} onClose={close} />
    ));
  return (
    <Book
      kind="votes"
      contest={contest}
      {...shown}
      selects={[
        [
          'source',
          adminHistory.source,
          adminHistory.allSources,
          optionsOf(VOTE_SOURCES, adminHistory.sources),
        ],
      ]}
      actions={
        <>
          {canEnter && (
            <Button variant="outline" size="sm" icon={HandCoins} onClick={enter} data-testid="manual-vote">
              {t.manual.open}
            </Button>
          )}
          <ButtonLink
            variant="outline"
            size="sm"
            to={`/admin/votes/held?contest=${encodeURIComponent(contest.id)}`}
            icon={ShieldQuestion}
            data-testid="held-link"
          >
            {adminHeld.open(intake.data?.held.transactions ?? 0)}
          </ButtonLink>
          {contest.votePrice > 0 && (
            <ButtonLink
              variant="outline"
              size="sm"
              to="/admin/votes/cash"
              icon={HandCoins}
              data-testid="cash-link"
            >
              {adminCash.open}
            </ButtonLink>
          )}
        </>
      }
      records={records}
      icon={Vote}
      texts={t}
    >
      {(rows) => <VoteTable title={contest.title} votes={rows} />}
    </Book>
  );
}

const optionsFrom = (page: { data: { id: string; name: string }[] } | undefined) =>
  (page?.data ?? []).map(({ id, name }): Option => [id, name]);

function ManualVoteForm({ contest, onClose }: { contest: ContestView; onClose: () => void }) {
  const t = adminVotes.manual;
  const form = useAdminForm<ManualVoteInput, CastVoteResult>({
    rules: manualVoteRules,
    defaultValues: {
      contestId: contest.id,
      categoryId: '',
      contestantId: '',
      voteCount: 1,
      voterName: '',
      voterEmail: '',
      voterPhone: '',
      reason: '',
    },
    draftKey: `manual-vote:${contest.id}`,
    run: enterManualVote,
    success: (_input, { awaitsConfirmation, voteCount: counted }) =>
      (awaitsConfirmation ? t.waits : t.done)(adminForms.votes(counted)),
    onClose,
  });
  const [categoryId, contestantId, voteCount] = useWatch({
    control: form.control,
    name: ['categoryId', 'contestantId', 'voteCount'],
  });
  const categories = useQuery(categoryListQuery(contest.id));
  const contestants = useQuery({ ...contestantChoiceQuery(categoryId), enabled: categoryId !== '' });
  const category = form.field('categoryId');
  const own = ownPricesOf(categories.data?.data.find(({ id }) => id === categoryId));
  const { amountPesewas } = priceVotes(rulesShownBy(contest), own, Number(voteCount) || 0, serverNow());
  const total = Number(voteCount) > 0 ? cedisFromPesewas(amountPesewas) : 0;
  return (
    <AdminForm form={form} submit={t.submit} onCancel={onClose} testId="manual-vote-submit">
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          label={t.category}
          {...category}
          value={categoryId}
          onChange={(event) => {
            form.setValue('contestantId', '');
            return category.onChange(event);
          }}
          blank={t.selectCategory}
          options={optionsFrom(categories.data)}
        />
        <SelectField
          label={t.contestant}
          {...form.field('contestantId')}
          value={contestantId}
          disabled={!categoryId}
          blank={t.selectContestant}
          options={categoryId ? optionsFrom(contestants.data) : []}
        />
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label={t.voteCount}
          min="1"
          {...wholeNumber}
          hint={contest.votePrice > 0 ? cashHint(total) : undefined}
          {...form.field('voteCount')}
        />
        <TextField
          label={t.voterPhone}
          optional
          type="tel"
          hint={t.phoneHint}
          {...form.field('voterPhone')}
        />
        <TextField label={t.voterName} optional {...form.field('voterName')} />
        <TextField label={t.voterEmail} optional type="email" {...form.field('voterEmail')} />
      </div>
      <TextArea label={t.reason} hint={t.reasonHint} rows={2} {...form.field('reason')} />
    </AdminForm>
  );
}

/** The cash that was received, in cedis, and what follows from a high amount. */
function cashHint(total: number): string {
  const { total: name, secondPerson } = adminVotes.manual;
  const waits = total > cedisFromPesewas(SECOND_PERSON_ABOVE_PESEWAS);
  return `${name}: ${formatCedis(total)}${waits ? `. ${secondPerson}` : ''}`;
}
