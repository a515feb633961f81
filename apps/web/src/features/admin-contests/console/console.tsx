import type { ContestConsole, ContestView, PaymentStats } from '@abato/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { Loaded } from '@/components/admin/loaded';
import { Badge, type BadgeTone } from '@/components/badge';
import { ButtonLink } from '@/components/button';
import { Card } from '@/components/card';
import { Notice } from '@/components/notice';
import { paceSentence } from '@/lib/admin/pace-sentence';
import { formatCount } from '@/lib/format';
import { subscribe } from '@/lib/live';
import { votePace } from '@/texts/en/admin-charts';
import { adminConsole as t } from '@/texts/en/admin-console';
import { consoleQuery } from '../api';
import { Controls } from './controls';
import { withTally } from './counts';
import { NightPanel } from './night-panel';
import { Standings } from './standings';

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
        <p className="mt-1 font-semibold">{t.decisions.held(held.transactions, held.votes)}</p>
      )}
    </Card>
  );
}

type Health = ContestConsole['payments'];

/** Fewer failures than this are ordinary: cards without money, prompts that are not approved. */
const FEWEST_FAILURES = 5;

/** The worst that is true, in one sentence. */
function verdictOf(payments: Health): [BadgeTone, string] {
  if (payments.recentUnanswered > 0) return ['red', t.payments.unanswered];
  if (payments.recentFailed >= FEWEST_FAILURES && payments.recentFailed > payments.recentPaid)
    return ['red', t.payments.failing];
  if (payments.waitingLong > 0) return ['yellow', t.payments.slow];
  if (payments.recentPaid + payments.recentFailed + payments.waiting === 0) return ['gray', t.payments.quiet];
  return ['green', t.payments.good];
}

/** Whether money comes in. */
function PaymentHealth({ contestId, payments }: { contestId: string; payments: Health }) {
  const [tone, verdict] = verdictOf(payments);
  const figures: [string, number][] = [
    [t.payments.waiting, payments.waiting],
    [t.payments.waitingLong, payments.waitingLong],
    [t.payments.paid, payments.recentPaid],
    [t.payments.failed, payments.recentFailed],
  ];
  return (
    <Card className="p-5" data-testid="payment-health">
      <h2 className="text-lg">{t.payments.title}</h2>
      <Badge tone={tone} className="mt-2 rounded-lg! text-left whitespace-normal!">
        {verdict}
      </Badge>
      <dl className="mt-4 grid grid-cols-2 gap-x-4 gap-y-3">
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt className="text-xs text-muted">{name}</dt>
            <dd className="font-display text-xl font-bold tabular-nums">{formatCount(value)}</dd>
          </div>
        ))}
      </dl>
      <ButtonLink
        variant="outline"
        size="sm"
        className="mt-4 w-full"
        to={`/admin/payments?contest=${contestId}`}
      >
        {t.payments.all}
      </ButtonLink>
    </Card>
  );
}

/** The console of a contest: its counts follow the monitor's messages, everything else is read again every few seconds. */
function useConsole(contestId: string) {
  const client = useQueryClient();
  useEffect(() => {
    const { queryKey } = consoleQuery(contestId);
    return subscribe(
      'contest:monitor',
      { contestId },
      {
        'contest:tally': (tally) => {
          const known = client.getQueryData(queryKey);
          if (tally.contestId !== contestId || !known) return;
          const next = withTally(known, tally);
          if (next) client.setQueryData(queryKey, next);
          else void client.invalidateQueries({ queryKey });
        },
      },
    ).stop;
  }, [client, contestId]);
  return useQuery(consoleQuery(contestId));
}
