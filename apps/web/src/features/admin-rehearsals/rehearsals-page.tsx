import type { RehearsalView } from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import { Drama } from 'lucide-react';
import { useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { DateCell } from '@/components/admin/date-cell';
import { List } from '@/components/admin/list';
import { Table, TwoLines, type Column } from '@/components/admin/table';
import { Button } from '@/components/button';
import { Dialog } from '@/components/dialog';
import { Link } from '@/components/link';
import { PageHeader } from '@/components/page-header';
import { useAdmin } from '@/lib/admin/use-admin';
import { formatCount } from '@/lib/format';
import { useTitle } from '@/lib/use-title';
import { adminRehearsals as t } from '@/texts/en/admin-rehearsals';
import { rehearsalListQuery } from './api';
import { loadText } from './load-text';
import { RehearsalPage } from './rehearsal-page';
import { StartForm } from './start-form';
import { StateBadge } from './state-badge';

const columns: Column<RehearsalView>[] = [
  {
    name: t.table.of,
    className: 'min-w-44 font-semibold',
    cell: ({ id, contest }) => (
      <Link to={`/admin/rehearsals/${id}`}>{contest ? contest.title : t.noContest}</Link>
    ),
  },
  { name: t.table.load, className: 'min-w-44', cell: (rehearsal) => loadText(rehearsal) },
  { name: t.table.state, cell: ({ state }) => <StateBadge state={state} /> },
  { name: t.table.verdict, className: 'min-w-36', cell: ({ result }) => verdictText(result) },
  {
    name: t.table.started,
    cell: ({ createdAt, requestedBy }) => (
      <TwoLines first={<DateCell at={createdAt} />} second={requestedBy.name} />
    ),
  },
];

function verdictText(result: RehearsalView['result']): string {
  if (!result?.verdict) return t.noVerdict;
  const voters = formatCount(result.verdict.voters);
  return result.verdict.ready ? t.page.ready(voters) : t.page.notReady(voters);
}

/** The rehearsals, or the one that the address names. One route for both: every visitor loads the list of routes. */
export function RehearsalsPage() {
  const { rehearsalId } = useParams();
  return rehearsalId ? <RehearsalPage id={rehearsalId} /> : <Rehearsals />;
}

/** Newest first, and the form for a new one. The address may name the contest that is to be rehearsed. */
function Rehearsals() {
  const { role } = useAdmin();
  const [params] = useSearchParams();
  const contestId = params.get('contest') ?? '';
  const [page, setPage] = useState(1);
  const [starting, setStarting] = useState(contestId !== '');
  const rehearsals = useQuery(rehearsalListQuery(role, page));
  const navigate = useNavigate();
  useTitle(t.pageTitle);
  return (
    <>
      <PageHeader
        title={t.title}
        subtitle={t.subtitle}
        actions={
          <Button onClick={() => setStarting(true)} data-testid="rehearsal-start">
            {t.start}
          </Button>
        }
      />
      <List query={rehearsals} empty={{ icon: Drama, title: t.empty, text: t.emptyHint }} onPage={setPage}>
        {(rows) => (
          <Table
            caption={t.table.caption}
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
            rowData={({ id }) => ({ 'data-rehearsal': id })}
            stacked
          />
        )}
      </List>
      <Dialog
        open={starting}
        onOpenChange={setStarting}
        title={t.form.title}
        description={t.form.lead}
        testId="rehearsal-dialog"
      >
        {starting && (
          <StartForm
            contestId={contestId}
            onStarted={({ id }) => void navigate(`/admin/rehearsals/${id}`)}
            onClose={() => setStarting(false)}
          />
        )}
      </Dialog>
    </>
  );
}
