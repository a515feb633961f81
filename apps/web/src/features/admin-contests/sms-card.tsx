import type { ContestSms, ContestView } from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import { Card } from '@/components/card';
import { Notice } from '@/components/notice';
import { adminKeys } from '@/lib/admin/api';
import { formatCedis } from '@/lib/format';
import { reads } from '@/lib/api';
import { adminSms as t } from '@/texts/en/admin-sms';

const REREAD_SMS_MS = 30_000;

/** What a contest has spent on SMS, and the most it sends in a day. Nothing for a contest that sends none. */
export function SmsCard({ contest }: { contest: ContestView }) {
  const { data } = useQuery(
    reads<ContestSms>([...adminKeys.contests, contest.id, 'sms'], `/contests/${contest.id}/sms`, {
      refetchInterval: REREAD_SMS_MS,
    }),
  );
  const isOpen = contest.verification === 'OPEN' && contest.addressProof && Boolean(data?.codesToday);
  const asksNumbers = (contest.verification === 'PHONE' || isOpen) && contest.votePrice === 0;
  if (!data || (!asksNumbers && data.messages === 0)) return null;
  const usedUp = asksNumbers && data.codesToday >= data.codesPerDay;
  const rows: [string, string, string?][] = [
    [t.sent, t.messages(data.messages)],
    [t.arrived, t.arrivedValue(data.delivered, data.failed)],
    [t.cost, formatCedis(data.cost), t.costNote(formatCedis(data.price))],
    ...(asksNumbers ? [[t.today, t.todayValue(data.codesToday, data.codesPerDay)] as [string, string]] : []),
  ];
  return (
    <Card className="p-5 sm:p-6" data-testid="sms-card">
      <h2 className="text-xl">{t.title}</h2>
      <p className="mt-1 text-sm text-muted">{t.lead}</p>
      {usedUp && (
        <Notice tone="warning" title={t.usedUp} className="mt-4">
          {data.canDial ? t.usedUpDial : t.usedUpWait}
        </Notice>
      )}
      <dl className="mt-5 grid gap-x-8 gap-y-4 border-t border-line pt-5 sm:grid-cols-2 xl:grid-cols-4">
        {rows.map(([name, value, note]) => (
          <div key={name} className="min-w-0">
            <dt className="text-xs text-muted">{name}</dt>
            <dd className="font-semibold tabular-nums">{value}</dd>
            {note && <dd className="text-xs text-muted">{note}</dd>}
          </div>
        ))}
      </dl>
      {asksNumbers && data.canDial && <p className="mt-4 text-sm text-muted">{t.free}</p>}
    </Card>
  );
}
