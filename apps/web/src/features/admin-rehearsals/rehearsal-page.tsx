import type { RehearsalView } from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import { Activity, CircleCheck, Eye, Send, TriangleAlert, Unplug, Zap } from 'lucide-react';
import { useState } from 'react';
import { BackLink } from '@/components/admin/back-link';
import { ConfirmAction } from '@/components/admin/confirm-action';
import { Loaded } from '@/components/admin/loaded';
import { StatGrid } from '@/components/admin/stat-grid';
import { Button } from '@/components/button';
import { Notice } from '@/components/notice';
import { PageHeader } from '@/components/page-header';
import { formatCount } from '@/lib/format';
import { useTitle } from '@/lib/use-title';
import { adminRehearsals } from '@/texts/en/admin-rehearsals';
import { isOver, rehearsalQuery, stopRehearsal } from './api';
import { loadText } from './load-text';
import { Result } from './result';
import { StateBadge } from './state-badge';

const t = adminRehearsals.page;
const ms = (value: number): string => t.ms(formatCount(Math.round(value)));

/** One rehearsal: how far it is, then its result. */
export function RehearsalPage({ id }: { id: string }) {
  const query = useQuery(rehearsalQuery(id));
  useTitle(t.title);
  return (
    <>
      <BackLink to="/admin/rehearsals">{t.back}</BackLink>
      <Loaded query={query}>{(rehearsal) => <Shown rehearsal={rehearsal} />}</Loaded>
    </>
  );
}

function Shown({ rehearsal }: { rehearsal: RehearsalView }) {
  const [stopping, setStopping] = useState<RehearsalView | null>(null);
  const { contest, state, result, reason, isStopping } = rehearsal;
  return (
    <>
      <PageHeader
        title={contest ? contest.title : adminRehearsals.noContest}
        subtitle={loadText(rehearsal)}
        actions={
          !isOver(rehearsal) &&
          !isStopping && (
            <Button variant="danger" onClick={() => setStopping(rehearsal)} data-testid="rehearsal-stop">
              {t.stop}
            </Button>
          )
        }
      />
      <div className="grid grid-cols-1 gap-6">
        <div role="status" className="flex flex-wrap items-center gap-3" data-testid="rehearsal-state">
          <StateBadge state={state} />
          {isStopping && <p className="text-muted">{t.stopping}</p>}
        </div>
        {isOver(rehearsal) ? (
          result ? (
            <>
              {reason && <Notice tone="info">{reason}</Notice>}
              <Result result={result} />
            </>
          ) : (
            <Notice tone="error" title={t.nothing}>
              {reason}
            </Notice>
          )
        ) : (
          state === 'RUNNING' && <Progress progress={rehearsal.progress} />
        )}
      </div>
      <ConfirmAction
        subject={stopping}
        texts={() => t.confirmStop}
        run={({ id }) => stopRehearsal(id)}
        onClose={() => setStopping(null)}
      />
    </>
  );
}

function Progress({ progress }: Pick<RehearsalView, 'progress'>) {
  if (!progress) return <p className="text-muted">{t.opening}</p>;
  return (
    <StatGrid
      label={t.progress}
      stats={[
        { label: t.sent, value: formatCount(progress.sent), icon: Send },
        { label: t.acknowledged, value: formatCount(progress.acknowledged), icon: CircleCheck },
        { label: t.refused, value: formatCount(progress.refused), icon: TriangleAlert },
        { label: t.broken, value: formatCount(progress.brokenConnections), icon: Unplug },
        { label: t.viewersLost, value: formatCount(progress.viewersLost), icon: Eye },
        { label: t.answerP95, value: ms(progress.answerP95), icon: Zap },
        { label: t.screenP95, value: ms(progress.screenP95), icon: Activity },
      ]}
    />
  );
}
