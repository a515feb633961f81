import { HELD_STATES, HOLD_REASONS, type ContestView, type HoldReason } from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, ShieldCheck } from 'lucide-react';
import { Link, useSearchParams } from 'react-router-dom';
import { Loaded } from '@/components/admin/loaded';
import { EmptyState } from '@/components/empty-state';
import { Notice } from '@/components/notice';
import { PageHeader } from '@/components/page-header';
import { Pagination } from '@/components/pagination';
import { useChosenContest } from '@/lib/admin/use-chosen-contest';
import { useTitle } from '@/lib/use-title';
import { adminVotes } from '@/texts/en/admin-figures';
import { adminHeld as t } from '@/texts/en/admin-held';
import { HeldDecisions } from './held-decisions';
import { HeldFilter } from './held-filter';
import { heldVotesQuery, voteIntakeQuery } from './held-list';
import { IntakeCards } from './intake-cards';

const oneOf = <T extends string>(all: readonly T[], value: string | null): T | undefined =>
  all.find((known) => known === value);

/** Free votes that look automated: what was received, why some are held, and the decision about them. */
export function HeldVotesPage() {
  const { contests, list, chosen, page, choose } = useChosenContest();
  const [params, setParams] = useSearchParams();
  const state = oneOf(HELD_STATES, params.get('state')) ?? 'HELD';
  const reason = oneOf(HOLD_REASONS, params.get('reason'));
  useTitle(t.pageTitle);
  const change = (name: string, value: string) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete('page');
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { replace: true },
    );
  return (
    <>
      <Link
        to={chosen ? `/admin/votes?contest=${chosen.id}` : '/admin/votes'}
        className="mb-3 inline-flex min-h-touch items-center gap-2 font-medium text-muted no-underline hover:text-ink"
      >
        <ArrowLeft aria-hidden className="size-4" />
        {t.back}
      </Link>
      <PageHeader title={t.title} subtitle={t.subtitle} />
      <Loaded query={contests}>
        {() =>
          chosen ? (
            <div className="grid grid-cols-1 gap-6">
              <HeldFilter
                contests={list}
                chosen={chosen.id}
                state={state}
                reason={reason ?? ''}
                onChange={change}
              />
              <ContestHeldVotes
                // A choice belongs to what is shown.
                key={`${chosen.id} ${state} ${reason ?? ''} ${page}`}
                contest={chosen}
                state={state}
                reason={reason}
                page={page}
                onPage={(next) => choose('page', String(next))}
              />
            </div>
          ) : (
            <EmptyState
              icon={<ShieldCheck className="size-8" />}
              title={adminVotes.noContests}
              text={adminVotes.noContestsHint}
            />
          )
        }
      </Loaded>
    </>
  );
}

function ContestHeldVotes({
  contest,
  state,
  reason,
  page,
  onPage,
}: {
  contest: ContestView;
  state: (typeof HELD_STATES)[number];
  reason: HoldReason | undefined;
  page: number;
  onPage: (page: number) => void;
}) {
  const intake = useQuery(voteIntakeQuery(contest.id));
  const votes = useQuery(heldVotesQuery(contest.id, state, reason ?? '', page));
  return (
    <>
      {intake.data && <IntakeCards intake={intake.data} />}
      <Notice tone="info" title={t.rules.title}>
        <ul className="list-disc pl-5">
          {HOLD_REASONS.map((name) => (
            <li key={name}>{t.rules[name]}</li>
          ))}
        </ul>
      </Notice>
      <Loaded query={votes}>
        {({ data, pagination }) =>
          data.length === 0 ? (
            <EmptyState
              icon={<ShieldCheck className="size-8" />}
              title={t.empty[state]}
              text={t.empty.hint}
            />
          ) : (
            <section aria-label={t.table.caption(contest.title)}>
              <HeldDecisions
                contest={contest}
                votes={data}
                total={pagination.total}
                reason={reason}
                deciding={state === 'HELD'}
              />
              <Pagination pagination={pagination} onPage={onPage} />
            </section>
          )
        }
      </Loaded>
    </>
  );
}
