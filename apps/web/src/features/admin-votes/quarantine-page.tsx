import type { ContestView } from '@abato/contracts';
import { ShieldCheck } from 'lucide-react';
import { AdminHead } from '@/components/admin/admin-head';
import { BackLink } from '@/components/admin/back-link';
import { Empty } from '@/components/admin/list';
import { Loaded } from '@/components/admin/loaded';
import { ContestSelect, Filters } from '@/components/admin/toolbar';
import { Notice } from '@/components/notice';
import { useAdmin } from '@/lib/admin/use-admin';
import { useChosenContest } from '@/lib/admin/use-chosen-contest';
import { adminVotes } from '@/texts/en/admin-figures';
import { adminQuarantine as t } from '@/texts/en/admin-quarantine';
import { QuarantineForm } from './quarantine-form';
import { QuarantineList } from './quarantine-list';

/** Counted free votes that the organiser takes out of the count: which, what would change, and what was taken out before. */
export function QuarantinePage() {
  const { contests, list, chosen, page, choose } = useChosenContest();
  return (
    <>
      <BackLink to={chosen ? `/admin/votes?contest=${chosen.id}` : '/admin/votes'}>{t.back}</BackLink>
      <AdminHead title={t.title} tab={t.open} subtitle={t.subtitle} />
      <Loaded query={contests}>
        {() =>
          chosen ? (
            <div className="grid grid-cols-1 gap-6">
              <Filters>
                <ContestSelect contests={list} chosen={chosen.id} onContest={(id) => choose('contest', id)} />
              </Filters>
              <OfContest
                key={chosen.id}
                contest={chosen}
                page={page}
                onPage={(next) => choose('page', String(next))}
              />
            </div>
          ) : (
            <Empty icon={ShieldCheck} title={adminVotes.noContests} text={adminVotes.noContestsHint} />
          )
        }
      </Loaded>
    </>
  );
}

function OfContest({
  contest,
  page,
  onPage,
}: {
  contest: ContestView;
  page: number;
  onPage: (page: number) => void;
}) {
  const { id } = useAdmin();
  if (contest.verification === 'ELECTORATE') return <Notice tone="info">{t.election}</Notice>;
  return (
    <>
      {contest.userId === id && contest.status !== 'ENDED' && <QuarantineForm contest={contest} />}
      <QuarantineList contest={contest} page={page} onPage={onPage} />
    </>
  );
}
