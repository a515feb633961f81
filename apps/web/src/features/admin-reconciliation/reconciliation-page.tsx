import { type ContestView, MOST_CONTEST_DIFFERENCES, type ReconciliationView } from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import { Scale } from 'lucide-react';
import { Empty, StaleNotice } from '@/components/admin/list';
import { Loaded } from '@/components/admin/loaded';
import { ContestSelect } from '@/components/admin/toolbar';
import { Notice } from '@/components/notice';
import { PageHeader } from '@/components/page-header';
import { CutNotice, Pagination } from '@/components/pagination';
import { useAdmin } from '@/lib/admin/use-admin';
import { useChosenContest } from '@/lib/admin/use-chosen-contest';
import { formatCedis, formatDate } from '@/lib/format';
import { usePaged } from '@/lib/admin/use-paged';
import { useTitle } from '@/lib/use-title';
import { adminReconciliation as t } from '@/texts/en/admin-books';
import { differencesQuery, reconciliationQuery } from './api';
import { ClassTable, ProviderDifferences } from './difference-tables';
import { Equation } from './equation';

/** For each contest, whether what was counted is what the provider took. */
export function ReconciliationPage() {
  const { superAdmin } = useAdmin();
  const { contests, list, chosen, choose } = useChosenContest();
  useTitle(t.pageTitle);
  return (
    <>
      <PageHeader title={t.title} subtitle={t.subtitle} />
      <Loaded query={contests} caption={t.loading}>
        {() =>
          chosen ? (
            <div className="grid grid-cols-1 gap-6">
              <ContestSelect contests={list} chosen={chosen.id} onContest={(id) => choose('contest', id)} />
              <Books key={chosen.id} contest={chosen} />
              {superAdmin && <AllDifferences />}
            </div>
          ) : (
            <Empty icon={Scale} title={t.noContests} text={t.noContestsHint} />
          )
        }
      </Loaded>
    </>
  );
}

function Books({ contest }: { contest: ContestView }) {
  const query = useQuery(reconciliationQuery(contest.id));
  return (
    <>
      <StaleNotice query={query} />
      <Loaded query={query} caption={t.loading}>
        {(books) => (
          <>
            <Verdict books={books} />
            <Equation books={books} />
            {books.undecided > 0 && <p className="text-sm text-muted">{t.undecided(books.undecided)}</p>}
            {books.classes.length + books.differences.length > 0 && (
              <ClassTable title={contest.title} books={books} />
            )}
            <ProviderDifferences title={t.provider.title} differences={books.provider} />
            <CutNotice rows={books.provider} most={MOST_CONTEST_DIFFERENCES} />
          </>
        )}
      </Loaded>
    </>
  );
}

/** A partial sum must never look like the whole one. */
function Verdict({ books }: { books: ReconciliationView }) {
  const day = books.comparedThrough && formatDate(books.comparedThrough);
  if (books.incomplete)
    return (
      <Notice tone="warning" title={t.incompleteTitle}>
        {t.incomplete}
      </Notice>
    );
  if (books.difference !== 0 || books.provider.length > 0)
    return (
      <Notice tone="error" title={t.differsTitle}>
        {books.difference === 0 ? t.differsThere : t.differs(formatCedis(books.difference))}
      </Notice>
    );
  return (
    <Notice tone="success" title={t.agreesTitle}>
      {t.agrees(day)}
    </Notice>
  );
}

/** Also references that belong to no contest. */
function AllDifferences() {
  const { query, onPage } = usePaged(differencesQuery);
  if (!query.data) return null;
  return (
    <div>
      <ProviderDifferences title={t.provider.allTitle} differences={query.data.data} />
      <Pagination pagination={query.data.pagination} onPage={onPage} />
    </div>
  );
}
