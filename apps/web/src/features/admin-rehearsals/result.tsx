import type { RehearsalResult } from '@abato/contracts';
import { CircleCheck, CircleX, Eye, Gauge, Hourglass, Send, TriangleAlert, Unplug, Vote } from 'lucide-react';
import { StatGrid } from '@/components/admin/stat-grid';
import { Table, type Column } from '@/components/admin/table';
import { Notice } from '@/components/notice';
import { formatCount } from '@/lib/format';
import { adminRehearsals } from '@/texts/en/admin-rehearsals';

const t = adminRehearsals.page;

interface Times {
  what: 'answer' | 'screen';
  times: RehearsalResult['answer'];
}

const milliseconds = (name: 'p50' | 'p95' | 'p99' | 'max'): Column<Times> => ({
  name: t.times[name],
  figure: true,
  cell: ({ times }) => t.ms(formatCount(Math.round(times[name]))),
});
const columns: Column<Times>[] = [
  { name: t.times.what, unnamed: true, className: 'font-semibold', cell: ({ what }) => t.times[what] },
  ...(['p50', 'p95', 'p99', 'max'] as const).map(milliseconds),
];

/** What a rehearsal has measured, with its verdict first. */
export function Result({ result }: { result: RehearsalResult }) {
  return (
    <>
      <Verdict verdict={result.verdict} />
      <StatGrid
        label={t.result}
        stats={[
          { label: t.sent, value: formatCount(result.sent), icon: Send },
          { label: t.acknowledged, value: formatCount(result.acknowledged), icon: CircleCheck },
          { label: t.counted, value: formatCount(result.counted), icon: Vote },
          { label: t.lost, value: formatCount(result.lost), icon: CircleX },
          { label: t.refused, value: formatCount(result.refused), icon: TriangleAlert },
          { label: t.unanswered, value: formatCount(result.unanswered), icon: Hourglass },
          {
            label: t.broken,
            value: formatCount(result.brokenConnections),
            note: t.closedIdle(formatCount(result.closedIdle)),
            icon: Unplug,
          },
          { label: t.viewersLost, value: formatCount(result.viewersLost), icon: Eye },
          { label: t.perSecond, value: formatCount(Math.round(result.perSecond)), icon: Gauge },
        ]}
      />
      <Table
        caption={t.times.caption}
        columns={columns}
        rows={[
          { what: 'answer', times: result.answer },
          { what: 'screen', times: result.screen },
        ]}
        rowKey={({ what }) => what}
        rowData={({ what }) => ({ 'data-testid': `times-${what}` })}
        stacked
      />
      <div className="text-sm text-muted">
        <p>{result.allUpToDate ? t.upToDate : t.notUpToDate}</p>
        {result.firstFailure && <p className="wrap-anywhere">{t.firstFailure(result.firstFailure)}</p>}
      </div>
    </>
  );
}

function Verdict({ verdict }: Pick<RehearsalResult, 'verdict'>) {
  if (!verdict) return <Notice tone="info">{t.noVerdict}</Notice>;
  const voters = formatCount(verdict.voters);
  return (
    <Notice
      tone={verdict.ready ? 'success' : 'warning'}
      title={verdict.ready ? t.ready(voters) : t.notReady(voters)}
    >
      <p>{t.within(formatCount(verdict.viewers))}</p>
      {verdict.reasons.length > 0 && (
        <ul className="mt-1 list-disc pl-5" data-testid="reasons">
          {verdict.reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
