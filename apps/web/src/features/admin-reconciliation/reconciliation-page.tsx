import {
  type BookDifferenceView,
  type ContestView,
  MOST_CONTEST_DIFFERENCES,
  type ReconciliationView,
} from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { Scale } from 'lucide-react';
import { AdminHead } from '@/components/admin/admin-head';
import { StaleNotice, Loaded } from '@/components/admin/loaded';
import { AgeCell, Table, type Column } from '@/components/admin/table';
import { ContestSelect } from '@/components/admin/toolbar';
import { Card } from '@/components/card';
import { Notice } from '@/components/notice';
import { CutNotice, Pagination } from '@/components/pagination';
import { EmptyState } from '@/components/empty-state';
import { ofContest } from '@/lib/admin/api';
import { useAdmin } from '@/lib/admin/use-admin';
import { useChosenContest } from '@/lib/admin/use-chosen-contest';
import { pagedQuery, usePaged } from '@/lib/admin/use-paged';
import { formatCedis, formatCount, formatDate } from '@/lib/format';
import { adminReconciliation as t } from '@/texts/en/admin-books';

const REREAD_MS = 30_000;
const reconciliationQuery = ofContest<ReconciliationView>(
  'reconciliation',
  '/payments/contest/{id}/reconciliation',
  { refetchInterval: REREAD_MS },
);
/** Of all contests; for super admins. */
const differencesQuery = pagedQuery<BookDifferenceView>('/payments/differences');

/** For each contest, whether what was counted is what the provider took. */
export function ReconciliationPage() {
  const { superAdmin } = useAdmin();
  const { contests, list, chosen, choose } = useChosenContest();
  return (
    <>
      <AdminHead title={t.title} subtitle={t.subtitle} />
      <Loaded query={contests} caption={t.loading}>
        {() =>
          chosen ? (
            <div className="grid grid-cols-1 gap-6">
              <ContestSelect contests={list} chosen={chosen.id} onContest={(id) => choose('contest', id)} />
              <Books key={chosen.id} contest={chosen} />
              {superAdmin && <AllDifferences />}
            </div>
          ) : (
            <EmptyState icon={Scale} title={t.noContests} text={t.noContestsHint} />
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

/** Differences of all contests, and of references that belong to no contest. */
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

interface Line {
  name: string;
  /** Cedis. */
  amount: number;
  testId: string;
}

/** Sums in pesewas: cedis with decimals do not add up. */
const sumOf = (amounts: number[]): number =>
  amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0) / 100;

/** taken − refunded − disputed = counted + held + late, line by line. */
function Equation({ books }: { books: ReconciliationView }) {
  const { taken, refunded, reversed, counted, held, returning } = books;
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <Side
        title={t.side.taken}
        lines={[
          { name: t.taken, amount: taken, testId: 'taken' },
          { name: t.minus(t.classes.refunded), amount: refunded, testId: 'refunded' },
          { name: t.minus(t.classes.reversed), amount: reversed, testId: 'reversed' },
        ]}
        result={{ name: t.result, amount: sumOf([taken, -refunded, -reversed]), testId: 'stayed' }}
      />
      <Side
        title={t.side.counted}
        lines={[
          { name: t.classes.counted, amount: counted, testId: 'counted' },
          { name: t.classes.held, amount: held, testId: 'held' },
          { name: t.classes.returning, amount: returning, testId: 'returning' },
        ]}
        result={{ name: t.sum, amount: sumOf([counted, held, returning]), testId: 'accounted' }}
      />
    </div>
  );
}

function Side({ title, lines, result }: { title: string; lines: Line[]; result: Line }) {
  return (
    <Card className="p-5">
      <h2 className="text-lg">{title}</h2>
      <dl className="mt-3 grid gap-2 text-sm">
        {[...lines, result].map((line) => (
          <div
            key={line.testId}
            className={clsx(
              'flex items-baseline justify-between gap-4',
              line === result && 'border-t border-line pt-2 text-base font-semibold',
            )}
          >
            <dt className={clsx(line !== result && 'text-muted')}>{line.name}</dt>
            <dd className="whitespace-nowrap tabular-nums" data-testid={`books-${line.testId}`}>
              {formatCedis(line.amount)}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

type ClassRow = (ReconciliationView['classes'] | ReconciliationView['differences'])[number];

const classColumns: Column<ClassRow>[] = [
  { name: t.table.class, className: 'font-medium', cell: (row) => t.classes[row.class] },
  { name: t.table.payments, figure: true, cell: ({ payments }) => formatCount(payments) },
  { name: t.table.amount, figure: true, cell: ({ amount }) => formatCedis(amount) },
  { name: t.table.oldest, cell: ({ oldest }) => (oldest ? <AgeCell at={oldest} /> : t.table.none) },
];

/** Every class of money with its oldest case; differences come last. */
function ClassTable({ title, books }: { title: string; books: ReconciliationView }) {
  return (
    <Table
      caption={t.table.caption(title)}
      columns={classColumns}
      rows={[...books.classes, ...books.differences]}
      rowKey={(row) => row.class}
      rowData={(row) => ({ 'data-testid': `class-${row.class}` })}
    />
  );
}

const { provider } = t;
const money = (amount: number | null): string => (amount === null ? t.table.none : formatCedis(amount));

const differenceColumns: Column<BookDifferenceView>[] = [
  { name: provider.what, className: 'min-w-40 font-medium', cell: (row) => provider.classes[row.class] },
  { name: provider.reference, className: 'font-mono text-xs break-all', cell: ({ reference }) => reference },
  { name: provider.theirs, figure: true, cell: ({ providerAmount }) => money(providerAmount) },
  { name: provider.ours, figure: true, cell: ({ bookedAmount }) => money(bookedAmount) },
  { name: provider.found, cell: ({ foundAt }) => <AgeCell at={foundAt} /> },
];

/** What the daily comparison has found and no note explains yet. */
function ProviderDifferences({ title, differences }: { title: string; differences: BookDifferenceView[] }) {
  return (
    <section className="grid grid-cols-1 gap-3">
      <h2 className="text-lg">{title}</h2>
      {differences.length === 0 ? (
        <p className="text-sm text-muted">{provider.none}</p>
      ) : (
        <Table
          caption={provider.caption}
          columns={differenceColumns}
          rows={differences}
          rowKey={(row) => `${row.class} ${row.reference}`}
          rowData={() => ({ 'data-testid': 'provider-difference' })}
        />
      )}
    </section>
  );
}
