import type { ContestConsole, ContestView, PaymentStats } from '@abato/contracts';
import type { ReactNode } from 'react';
import { Loaded } from '@/components/admin/loaded';
import { Card } from '@/components/card';
import { Notice } from '@/components/notice';
import { paceSentence } from '@/lib/admin/pace-sentence';
import { adminConsole as t } from '@/texts/en/admin-console';
import { votePace } from '@/texts/en/admin-charts';
import { Controls } from './controls';
import { NightPanel } from './night-panel';
import { PaymentHealth } from './payment-health';
import { Standings } from './standings';
import { useConsole } from './use-console';

/** A contest that voters can see: how it goes, and what changes it. */
export function Console({
  contest,
  own,
  payments,
  held,
}: {
  contest: ContestView;
  own: boolean;
  payments: PaymentStats | undefined;
  /** Draws the held votes with their decisions. @param waiting how many */
  held: (waiting: number) => ReactNode;
}) {
  const query = useConsole(contest.id);
  return (
    <Loaded query={query}>
      {(state) => (
        <div className="grid grid-cols-1 gap-6">
          <Alarms contest={contest} state={state} />
          <NightPanel contest={contest} state={state} payments={payments} />
          <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[minmax(0,1fr)_20rem]">
            <div className="grid min-w-0 grid-cols-1 gap-6 xl:col-start-2 xl:row-span-2 xl:row-start-1">
              {own && <Controls contest={contest} />}
              <HeldVotes held={state.held} />
              {(contest.votePrice > 0 || state.payments.waiting > 0) && (
                <PaymentHealth contestId={contest.id} payments={state.payments} />
              )}
            </div>
            {own && state.held.transactions > 0 && (
              <div className="min-w-0">{held(state.held.transactions)}</div>
            )}
            <Standings contest={contest} categories={state.categories} />
          </div>
        </div>
      )}
    </Loaded>
  );
}

function Alarms({ contest, state: { pace } }: { contest: ContestView; state: ContestConsole }) {
  return (
    <div role="status" className="empty:hidden">
      {contest.isPaused && contest.status === 'PAUSED' && <Notice tone="warning" title={t.paused} />}
      {pace.alarms.length > 0 && (
        <Notice tone="warning" title={votePace.title} className="mt-3 first:mt-0">
          {pace.alarms.map((alarm) => (
            <p key={alarm}>{paceSentence(alarm, pace)}</p>
          ))}
          <p className="mt-1">{t.alarm}</p>
        </Notice>
      )}
    </div>
  );
}

function HeldVotes({ held }: { held: ContestConsole['held'] }) {
  return (
    <Card className="p-5" data-testid="held-votes">
      <h2 className="text-lg">{t.decisions.title}</h2>
      {held.transactions === 0 ? (
        <p className="mt-1 text-sm text-muted">{t.decisions.none}</p>
      ) : (
        <>
          <p className="mt-1 font-semibold">{t.decisions.held(held.transactions, held.votes)}</p>
        </>
      )}
    </Card>
  );
}
