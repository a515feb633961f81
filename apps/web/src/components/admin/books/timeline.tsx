import type { BookEvent } from '@abato/contracts';
import clsx from 'clsx';
import { formatCedis, formatClock, formatDate } from '@/lib/format';
import { adminHistory as t } from '@/texts/en/admin-history';

const GOOD = new Set<BookEvent['kind']>(['COUNTED', 'RELEASED']);
const BAD = new Set<BookEvent['kind']>(['TAKEN_BACK', 'RETURNED', 'REJECTED']);
const BAD_STATES = new Set(['FAILED', 'FAILED_INIT', 'EXPIRED', 'REVERSED', 'REFUND_ATTENTION']);

function toneOf({ kind, state }: BookEvent): string {
  if (GOOD.has(kind)) return 'bg-green-text';
  return BAD.has(kind) || (state && BAD_STATES.has(state)) ? 'bg-red-text' : 'bg-gold';
}

/** Every step of a vote, oldest first. @param several whether there was more than one attempt to pay: steps then name theirs */
export function Timeline({ events, several }: { events: BookEvent[]; several: boolean }) {
  return (
    <ol className="grid border-l-2 border-line pl-5" data-testid="timeline">
      {events.map((event, index) => (
        <li key={index} className="relative pb-4 last:pb-0" data-event={event.kind}>
          <span
            aria-hidden
            className={clsx('absolute top-1.5 -left-[1.6875rem] size-3 rounded-full', toneOf(event))}
          />
          <p className="text-sm">
            <span className="font-semibold">{titleOf(event)}</span>
            <span className="text-muted">{detailsOf(event)}</span>
          </p>
          <p className="text-xs whitespace-nowrap text-muted tabular-nums">
            <time dateTime={event.at}>
              {formatDate(event.at)} · {formatClock(event.at)}
            </time>
          </p>
          {several && event.reference && (
            <p className="font-mono text-xs whitespace-nowrap text-muted">{event.reference}</p>
          )}
        </li>
      ))}
    </ol>
  );
}

function titleOf({ kind, state }: BookEvent): string {
  return kind === 'STATE' && state ? `${t.events.STATE}: ${t.states[state]}` : t.events[kind];
}

function detailsOf({ votes, amount, source }: BookEvent): string {
  return [
    votes === null ? '' : t.votes(votes),
    amount ? formatCedis(amount) : '',
    source && t.learned[source],
  ]
    .filter(Boolean)
    .map((part) => ` · ${part}`)
    .join('');
}
