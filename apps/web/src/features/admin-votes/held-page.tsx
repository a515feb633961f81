import {
  DEFAULT_PAGE_SIZES,
  HELD_LISTS,
  HOLD_REASONS,
  type ContestView,
  type HeldList,
  type HeldVoteView,
  type HoldReason,
} from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { AdminHead, BackLink } from '@/components/admin/admin-head';
import { List, Loaded } from '@/components/admin/loaded';
import { ContestSelect, Filters } from '@/components/admin/toolbar';
import { ButtonLink } from '@/components/button';
import { optionsOf, SelectField } from '@/components/field';
import { Notice } from '@/components/notice';
import { EmptyState } from '@/components/empty-state';
import { pageOfContest } from '@/lib/admin/api';
import { useChosenContest } from '@/lib/admin/use-chosen-contest';
import { adminVotes } from '@/texts/en/admin-figures';
import { adminQuarantine } from '@/texts/en/admin-quarantine';
import { adminHeld as t } from '@/texts/en/admin-held';
import { HeldDecisions } from './held-decisions';
import { IntakeCards, voteIntakeQuery } from './vote-cards';

const oneOf = <T extends string>(all: readonly T[], value: string | null): T | undefined =>
  all.find((known) => known === value);

/** Free votes that look automated: what was received, why some are held, and the decision about them. */
export function HeldVotesPage() {
  const { contests, list, chosen, page, part, choose } = useChosenContest();
  const state = oneOf(HELD_LISTS, part('state')) ?? 'HELD';
  const heldFor = oneOf(HOLD_REASONS, part('heldFor'));
  return (
    <>
      <BackLink to={chosen ? `/admin/votes?contest=${chosen.id}` : '/admin/votes'}>{t.back}</BackLink>
      <AdminHead title={t.title} subtitle={t.subtitle} />
      <Loaded query={contests}>
        {() =>
          chosen ? (
            <div className="grid grid-cols-1 gap-6">
              <Filters>
                <ContestSelect contests={list} chosen={chosen.id} onContest={(id) => choose('contest', id)} />
                <SelectField
                  label={t.filter.state}
                  value={state}
                  options={optionsOf(HELD_LISTS, t.states)}
                  onChange={(event) => choose('state', event.target.value)}
                  data-testid="held-state"
                />
                <SelectField
                  label={t.filter.reason}
                  value={heldFor ?? ''}
                  blank={t.filter.everyReason}
                  options={optionsOf(HOLD_REASONS, t.reasons)}
                  onChange={(event) => choose('heldFor', event.target.value)}
                  data-testid="held-reason"
                />
                <ButtonLink
                  variant="outline"
                  size="sm"
                  to={`/admin/votes/quarantine?contest=${encodeURIComponent(chosen.id)}`}
                  data-testid="quarantine-link"
                >
                  {adminQuarantine.open}
                </ButtonLink>
              </Filters>
              <ContestHeldVotes
                // A choice belongs to what is shown.
                key={`${chosen.id} ${state} ${heldFor ?? ''} ${page}`}
                contest={chosen}
                state={state}
                heldFor={heldFor}
                page={page}
                onPage={(next) => choose('page', String(next))}
              />
            </div>
          ) : (
            <EmptyState icon={ShieldCheck} title={adminVotes.noContests} text={adminVotes.noContestsHint} />
          )
        }
      </Loaded>
    </>
  );
}

function ContestHeldVotes({
  contest,
  state,
  heldFor,
  page,
  onPage,
}: {
  contest: ContestView;
  state: HeldList;
  heldFor: HoldReason | undefined;
  page: number;
  onPage: (page: number) => void;
}) {
  const intake = useQuery(voteIntakeQuery(contest.id));
  const votes = useQuery(
    pageOfContest<HeldVoteView>('held', '/votes/contest/{id}/held', contest.id, {
      page,
      pageSize: DEFAULT_PAGE_SIZES.adminContests,
      state,
      heldFor: heldFor ?? '',
    }),
  );
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
      <List
        query={votes}
        empty={{ icon: ShieldCheck, title: t.empty[state], text: t.empty.hint }}
        onPage={onPage}
      >
        {(rows, total) => (
          <section aria-label={t.table.caption(contest.title)}>
            <HeldDecisions
              contest={contest}
              votes={rows}
              total={total}
              heldFor={heldFor}
              appealed={state === 'APPEALED'}
              deciding={state === 'HELD' || state === 'APPEALED'}
            />
          </section>
        )}
      </List>
    </>
  );
}
