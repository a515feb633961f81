import type { Statement } from '@abato/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DownloadButton } from '@/components/admin/download-button';
import { Loaded } from '@/components/admin/loaded';
import { type Column, Table } from '@/components/admin/table';
import { Pagination } from '@/components/pagination';
import { hostKey, hostPath } from '@/lib/admin/api';
import { queryString, readsPage } from '@/lib/api';
import { formatCedis, formatDate } from '@/lib/format';
import { adminMoney } from '@/texts/en/admin-money';
import { MoneyCard } from './money-card';

const t = adminMoney.statements;
const FORMATS = ['pdf', 'csv', 'ledger'] as const;

/** What happened to the money of a host by month and by contest, as it was issued, to save. */
export function StatementsCard({ hostId }: { hostId: string }) {
  const [page, setPage] = useState(1);
  const statements = useQuery(
    readsPage<Statement>(
      [...hostKey(hostId, 'statements'), page],
      hostPath(hostId, `/statements${queryString({ page })}`),
      { placeholderData: keepPreviousData },
    ),
  );
  return (
    <MoneyCard texts={t} testId="statements">
      <Loaded query={statements} caption={adminMoney.loading}>
        {({ data: items, pagination }) =>
          items.length === 0 ? (
            <p className="text-muted">{t.none}</p>
          ) : (
            <>
              <Table
                caption={t.title}
                columns={[...columns, files(hostId)]}
                rows={items}
                rowKey={({ number }) => String(number)}
                rowData={({ number }) => ({ 'data-testid': 'statement', 'data-number': String(number) })}
              />
              <Pagination pagination={pagination} onPage={setPage} />
            </>
          )
        }
      </Loaded>
    </MoneyCard>
  );
}

const subjectOf = ({ month, contest }: Statement): string => (month ? t.month(month) : (contest ?? ''));

const columns: Column<Statement>[] = [
  {
    name: t.columns.statement,
    unnamed: true,
    cell: (statement) => (
      <>
        <p className="font-semibold wrap-anywhere">{subjectOf(statement)}</p>
        <p className="text-sm text-muted">{t.issued(statement.number, formatDate(statement.issuedAt))}</p>
      </>
    ),
  },
  { name: t.columns.net, figure: true, cell: ({ net }) => formatCedis(net) },
  {
    name: t.columns.closing,
    figure: true,
    cell: ({ kind, closing }) => (kind === 'MONTH' ? formatCedis(closing) : t.nothing),
  },
  {
    name: t.columns.invoice,
    cell: ({ invoice }) => (invoice ? t.invoice(invoice.number, formatCedis(invoice.total)) : t.nothing),
  },
];

const files = (hostId: string): Column<Statement> => ({
  name: t.columns.files,
  cell: (statement) => (
    <div className="flex flex-wrap gap-2">
      {FORMATS.map((format) => (
        <DownloadButton
          key={format}
          path={hostPath(hostId, `/statements/${statement.number}.${format}`)}
          text={t.formats[format]}
          label={t.save(t.formats[format], subjectOf(statement))}
          testId={`statement-${format}`}
        />
      ))}
    </div>
  ),
});
