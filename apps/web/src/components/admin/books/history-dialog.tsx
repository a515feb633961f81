import type { BookEvent, VoteHistory } from '@abato/contracts';
import clsx from 'clsx';
import { useQuery } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import type { ReactNode } from 'react';
import { Loaded } from '@/components/admin/loaded';
import { Button } from '@/components/button';
import { Dialog } from '@/components/dialog';
import { Notice } from '@/components/notice';
import { adminKeys } from '@/lib/admin/api';
import { resendReceipt, type BookKind } from '@/lib/admin/books';
import { useAdminAction } from '@/lib/admin/use-admin-action';
import { formatCedis, formatClock, formatDate } from '@/lib/format';
import { reads } from '@/lib/api';
import { adminHistory as t } from '@/texts/en/admin-history';

export type Fact = [name: string, value: ReactNode];

/**
 * Everything about one row: its facts, why it failed, what happened step by step, and what can be done.
 * @param reference of the attempt to pay that was opened; without one the newest
 * @param actions buttons beside the receipt's
 */
export function HistoryDialog({
  kind,
  id,
  facts,
  reference,
  actions,
  onClose,
}: {
  kind: BookKind;
  id: string;
  facts: Fact[];
  reference?: string;
  actions?: ReactNode;
  onClose: () => void;
}) {
  const query = useQuery(
    reads<VoteHistory>([...adminKeys.all, 'history', kind, id], `/${kind}/${id}/history`),
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t.titles[kind]}
      wide
      testId="history-dialog"
    >
      <dl className="grid gap-x-8 gap-y-2 text-sm sm:grid-cols-2">
        {facts.map(([name, value]) => (
          <Row key={name} name={name}>
            {value}
          </Row>
        ))}
        <Row name={t.facts.receipt}>
          <span className={clsx('whitespace-nowrap', query.data?.receiptCode && 'font-mono')}>
            {query.data?.receiptCode ?? t.facts.none}
          </span>
        </Row>
      </dl>
      <div className="mt-5 border-t border-line pt-5">
        <Loaded query={query} caption={t.loading}>
          {(history) => <History history={history} reference={reference} actions={actions} />}
        </Loaded>
      </div>
    </Dialog>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[6.5rem_minmax(0,1fr)] items-baseline">
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}

function History({
  history,
  reference,
  actions,
}: {
  history: VoteHistory;
  reference: string | undefined;
  actions: ReactNode;
}) {
  const resend = useAdminAction({
    run: () => resendReceipt(history.voteId),
    success: (_, { mail, sms }) => t.receipt.sent(mail, sms),
  });
  const { mail, sms, left } = history.receipt;
  const attempt = history.attempts.find((one) => one.reference === reference) ?? history.attempts[0];
  const failed = attempt && ['FAILED', 'FAILED_INIT', 'EXPIRED'].includes(attempt.state);
  return (
    <div className="grid gap-5">
      {failed && (
        <Notice tone="warning" title={t.failure.title}>
          <p>{attempt.failure ? t.failure.reasons[attempt.failure] : t.failure.unknown}</p>
          <p className="mt-1">{t.failure.told(attempt.told)}</p>
        </Notice>
      )}
      <section>
        <h3 className="mb-3 text-base font-semibold">{t.timeline}</h3>
        <Timeline events={history.events} several={history.attempts.length > 1} />
      </section>
      {(mail || sms || actions) && (
        <div className="flex flex-wrap items-center gap-3 border-t border-line pt-4">
          {(mail || sms) && left > 0 && (
            <>
              <Button
                variant="outline"
                size="sm"
                icon={Send}
                busy={resend.isPending}
                onClick={() => resend.mutate(undefined)}
                data-testid="resend-receipt"
              >
                {t.receipt.again}
              </Button>
              <span className="text-sm text-muted">{t.receipt.left(left)}</span>
            </>
          )}
          {actions}
        </div>
      )}
    </div>
  );
}

const GOOD = new Set<BookEvent['kind']>(['COUNTED', 'RELEASED']);
const BAD = new Set<BookEvent['kind']>(['TAKEN_BACK', 'RETURNED', 'REJECTED']);
const BAD_STATES = new Set(['FAILED', 'FAILED_INIT', 'EXPIRED', 'REVERSED', 'REFUND_ATTENTION']);

function toneOf({ kind, state }: BookEvent): string {
  if (GOOD.has(kind)) return 'bg-green-text';
  return BAD.has(kind) || (state && BAD_STATES.has(state)) ? 'bg-red-text' : 'bg-gold';
}

/** Every step of a vote, oldest first. @param several whether there was more than one attempt to pay: steps then name theirs */
function Timeline({ events, several }: { events: BookEvent[]; several: boolean }) {
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
          <p className="text-xs text-muted tabular-nums">
            <Moment at={event.at} />
          </p>
          {several && event.reference && (
            <p className="font-mono text-xs whitespace-nowrap text-muted">{event.reference}</p>
          )}
        </li>
      ))}
    </ol>
  );
}

/** Date and time, in one line. */
export function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at} className="whitespace-nowrap">
      {formatDate(at)} · {formatClock(at)}
    </time>
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
