import type { ContestConsole, ContestView, PaymentStats } from '@abato/contracts';
import clsx from 'clsx';
import { useEffect, useState, type ReactNode } from 'react';
import { Sparkline } from '@/components/admin/sparkline';
import { RollingNumber } from '@/components/rolling-number';
import { formatCedis, formatCount, formatDateTime } from '@/lib/format';
import { serverNow } from '@/lib/server-time';
import { adminConsole } from '@/texts/en/admin-console';
import { timeLeft } from './time-left';

const t = adminConsole.panel;

/** The figures of the night, read from across the room. */
export function NightPanel({
  contest,
  state,
  payments,
}: {
  contest: ContestView;
  state: ContestConsole;
  payments: PaymentStats | undefined;
}) {
  return (
    <section aria-label={t.label} className="stage overflow-hidden rounded-xl" data-testid="night-panel">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-6 p-5 sm:p-7 md:grid-cols-3">
        <Figure name={t.votes} large>
          <RollingNumber value={contest._count.votes} testId="contest-votes" />
        </Figure>
        <Figure name={t.perMinute} large note={t.perMinuteNote(state.pace.usualVotes)}>
          <span data-testid="votes-per-minute">{formatCount(state.pace.minuteVotes)}</span>
        </Figure>
        <Countdown contest={contest} />
        <Figure name={t.viewers} note={state.viewers === null ? undefined : t.viewersNote}>
          <span data-testid="viewers">{state.viewers === null ? t.unknown : formatCount(state.viewers)}</span>
        </Figure>
        {contest.votePrice > 0 && (
          <Figure name={t.revenue}>{payments ? formatCedis(payments.totalRevenue) : '–'}</Figure>
        )}
        <div
          className={clsx(
            'col-span-full md:self-end',
            contest.votePrice > 0 ? 'md:col-span-1' : 'md:col-span-2',
          )}
        >
          <dt className="sr-only">{t.minutes}</dt>
          <dd>
            <Sparkline values={state.minutes.map(({ votes }) => votes)} label={t.minutes} className="h-14" />
          </dd>
        </div>
      </dl>
      <div aria-hidden className="kente h-2" />
    </section>
  );
}

function Figure({
  name,
  note,
  large,
  children,
}: {
  name: string;
  note?: string | undefined;
  large?: boolean;
  children: ReactNode;
}) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-on-night-muted">{name}</dt>
      <dd>
        <span
          className={
            large
              ? 'block font-display text-[clamp(1.5rem,7vw,2.5rem)] leading-tight font-extrabold whitespace-nowrap text-on-night-gold tabular-nums'
              : 'block font-display text-2xl leading-tight font-bold whitespace-nowrap tabular-nums'
          }
        >
          {children}
        </span>
        {note && <span className="block text-sm text-balance text-on-night-muted">{note}</span>}
      </dd>
    </div>
  );
}

/** Until the start, then until the end. */
function Countdown({ contest }: { contest: ContestView }) {
  const [time, setTime] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setTime(serverNow()), 1000);
    return () => clearInterval(timer);
  }, []);
  const [start, end] = [Date.parse(contest.startDate), Date.parse(contest.endDate)];
  if (contest.status === 'ENDED' || time >= end)
    return (
      // Ended by hand, the planned date is still to come.
      <Figure name={t.over} note={time >= end ? t.at(formatDateTime(contest.endDate)) : undefined} large>
        {t.overValue}
      </Figure>
    );
  const [name, until] = time < start ? [t.start, contest.startDate] : [t.end, contest.endDate];
  return (
    <Figure name={name} note={t.at(formatDateTime(until))} large>
      <span role="timer" data-testid="console-countdown">
        {timeLeft(Date.parse(until) - time)}
      </span>
    </Figure>
  );
}
