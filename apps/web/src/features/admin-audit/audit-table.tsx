import type { AuditEntryView } from '@abato/contracts';
import { DateCell } from '@/components/admin/date-cell';
import { Table, TwoLines, type Column } from '@/components/admin/table';
import { adminAudit as t } from '@/texts/en/admin-audit';

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

export function AuditTable({ entries }: { entries: AuditEntryView[] }) {
  return (
    <Table
      caption={t.table.caption}
      columns={columns}
      rows={entries}
      rowKey={({ id }) => String(id)}
      rowData={({ action }) => ({ 'data-testid': 'audit-row', 'data-action': action })}
      stacked
    />
  );
}
