import { DEFAULT_PAGE_SIZES, type auditFilters, type AuditEntryView } from '@abato/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { useState } from 'react';
import { List } from '@/components/admin/loaded';
import { DateCell, Table, TwoLines, type Column } from '@/components/admin/table';
import { ButtonLink } from '@/components/button';
import { adminKeys } from '@/lib/admin/api';
import { queryString, readsPage } from '@/lib/api';
import { adminAudit as t } from '@/texts/en/admin-audit';
import { adminConsole } from '@/texts/en/admin-console';

const columns: Column<AuditEntryView>[] = [
  { name: t.table.at, cell: ({ at }) => <DateCell at={at} /> },
  {
    name: t.table.action,
    className: 'font-mono text-xs whitespace-nowrap',
    cell: ({ action }) => action,
  },
  { name: t.table.actor, className: 'min-w-36', cell: ({ actor, detail }) => actor?.name || byOf(detail) },
  {
    name: t.table.subject,
    className: 'min-w-44',
    cell: ({ subjectType, subjectId, contest }) => (
      <TwoLines
        first={contest ? `${t.subjects[subjectType]} · ${contest.title}` : t.subjects[subjectType]}
        second={<span className="font-mono text-xs break-all">{subjectId}</span>}
      />
    ),
  },
  {
    name: t.table.detail,
    className: 'min-w-52',
    // Nothing at all for an entry without details: a stacked table leaves an empty cell out.
    cell: ({ detail }) =>
      Object.keys(detail).length > 0 && (
        <ul className="text-xs break-words">
          {Object.entries(detail).map(([name, value]) => (
            <li key={name}>
              <span className="text-muted">{name}:</span> {textOf(value)}
            </li>
          ))}
        </ul>
      ),
  },
];

/** An entry without a person: an operator's command, or a periodic check. */
function byOf(detail: Record<string, unknown>): string {
  return typeof detail['by'] === 'string' ? t.by(detail['by']) : t.system;
}

/** A change is written as `before → after`. */
function textOf(value: unknown): string {
  if (typeof value === 'object' && value !== null && 'from' in value && 'to' in value) {
    return `${textOf(value.from)} → ${textOf(value.to)}`;
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** As a form holds them; blank ones are left out. Days are YYYY-MM-DD. */
export type AuditFilterValues = Record<keyof typeof auditFilters, string>;

/** Entries of the audit log, newest first. */
export function AuditList({
  filters,
  page,
  onPage,
  emptyHint,
}: {
  filters: Partial<AuditFilterValues>;
  page: number;
  onPage: (page: number) => void;
  emptyHint: string;
}) {
  const query = queryString({ ...filters, page, pageSize: DEFAULT_PAGE_SIZES.audit });
  const entries = useQuery(
    readsPage<AuditEntryView>([...adminKeys.all, 'audit', query], `/audit${query}`, {
      placeholderData: keepPreviousData,
    }),
  );
  return (
    <List query={entries} empty={{ icon: ScrollText, title: t.empty, text: emptyHint }} onPage={onPage}>
      {(rows) => (
        <Table
          caption={t.table.caption}
          columns={columns}
          rows={rows}
          rowKey={({ id }) => String(id)}
          rowData={({ action }) => ({ 'data-testid': 'audit-row', 'data-action': action })}
        />
      )}
    </List>
  );
}

/** What the audit log holds about one contest. */
export function ContestLog({ contestId }: { contestId: string }) {
  const texts = adminConsole.log;
  const [page, setPage] = useState(1);
  return (
    <section className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h2 className="text-2xl">{texts.title}</h2>
          <p className="mt-1 text-sm text-muted">{texts.lead}</p>
        </div>
        <ButtonLink variant="outline" size="sm" to="/admin/audit">
          {texts.all}
        </ButtonLink>
      </div>
      <AuditList filters={{ subject: contestId }} page={page} onPage={setPage} emptyHint={texts.none} />
    </section>
  );
}
