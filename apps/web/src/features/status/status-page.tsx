import '@/styles/all.css';
import {
  type ServiceState,
  STATUS_MINUTES,
  STATUS_SECONDS,
  type StatusService,
  type StatusView,
} from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { Badge, type BadgeTone } from '@/components/badge';
import { Card } from '@/components/card';
import { Notice } from '@/components/notice';
import { Spinner } from '@/components/spinner';
import { formatClock } from '@/lib/format';
import { reads } from '@/lib/api';
import { serverNow } from '@/lib/server-time';
import { useTitle } from '@/lib/use-title';
import { statusTexts as t } from '@/texts/en/status';

const MINUTE_MS = 60_000;
/** Figures older than this are no longer those of now. */
const OLD_MS = 60_000;

const tones: Record<ServiceState, BadgeTone> = {
  OPERATIONAL: 'green',
  DEGRADED: 'yellow',
  DOWN: 'red',
  UNKNOWN: 'gray',
};
const bars: Record<ServiceState, string> = {
  OPERATIONAL: 'bg-green-text/70 h-6',
  DEGRADED: 'bg-gold h-7',
  DOWN: 'bg-red-text h-8',
  UNKNOWN: 'bg-line h-3',
};

/** Whether voting, paying and live counts work, for voters who ask themselves whether it is their phone. */
export function StatusPage() {
  useTitle(t.pageTitle);
  const { data, error } = useQuery(statusQuery);
  return (
    <div className="page-width pt-8 sm:pt-14">
      <h1 className="text-4xl font-extrabold font-tight">{t.title}</h1>
      <p className="mt-4 max-w-text text-lg">{t.lead}</p>
      {error && (
        <Notice tone="error" title={t.unreadable} className="mt-6">
          {t.unreadableText}
        </Notice>
      )}
      {data ? (
        <Services status={data} />
      ) : (
        !error && (
          <div className="mt-8">
            <Spinner />
          </div>
        )
      )}
    </div>
  );
}

function Services({ status }: { status: StatusView }) {
  const isOld = serverNow() - Date.parse(status.at) > OLD_MS;
  const clock = formatClock(status.at);
  return (
    <>
      <ul className="mt-8 grid gap-4" aria-live="polite">
        {status.services.map(({ service, state, reason }) => (
          <li key={service}>
            <Card className="p-5 sm:p-6">
              <div className="flex flex-wrap items-center justify-between gap-3">
                <h2 className="text-xl">{t.names[service]}</h2>
                <Badge tone={tones[state]} className="text-sm">
                  {t.states[state]}
                </Badge>
              </div>
              <p className="mt-2 max-w-text">{reason ? t.reasons[reason] : t.works[service]}</p>
              <History service={service} status={status} />
            </Card>
          </li>
        ))}
      </ul>
      <p className={clsx('mt-5 text-sm', isOld ? 'font-semibold text-red-text' : 'text-muted')}>
        {isOld ? t.old(clock) : t.measured(clock)}
      </p>
    </>
  );
}

/** One bar a minute: its height tells the state to those who see no colours. */
function History({ service, status }: { service: StatusService; status: StatusView }) {
  const known = new Map(status.history.map((minute) => [Date.parse(minute.minute), minute[service]]));
  const last = Math.floor(Date.parse(status.at) / MINUTE_MS) * MINUTE_MS;
  const states = Array.from(
    { length: STATUS_MINUTES },
    (_, index) => known.get(last - (STATUS_MINUTES - 1 - index) * MINUTE_MS) ?? 'UNKNOWN',
  );
  const told = (Object.keys(t.states) as ServiceState[])
    .map((state) => [state, states.filter((one) => one === state).length] as const)
    .filter(([, minutes]) => minutes > 0)
    .map(([state, minutes]) => t.minutes(t.states[state], minutes));
  return (
    <figure className="mt-5">
      <div
        role="img"
        aria-label={`${t.history}. ${told.join(', ')}`}
        className="flex h-8 items-end gap-px sm:gap-0.5"
      >
        {states.map((state, index) => (
          <span key={index} className={clsx('min-w-0 flex-1 rounded-sm', bars[state])} />
        ))}
      </div>
      <figcaption className="mt-1.5 flex justify-between text-xs text-muted">
        <span>{t.hourAgo}</span>
        <span>{t.now}</span>
      </figcaption>
    </figure>
  );
}

/** GET /status. */
const statusQuery = reads<StatusView>(['status'], '/status', {
  refetchInterval: STATUS_SECONDS * 2000,
});
