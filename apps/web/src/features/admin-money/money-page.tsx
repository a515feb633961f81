import { type HostBalance, type HostView, MOST_HOST_DIFFERENCES } from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import { Banknote, CalendarClock, HandCoins, Percent, Send, Undo2, Wallet } from 'lucide-react';
import { useParams } from 'react-router-dom';
import { AdminHead, BackLink } from '@/components/admin/admin-head';
import { Loaded } from '@/components/admin/loaded';
import { StatGrid } from '@/components/admin/stat-grid';
import { Notice } from '@/components/notice';
import { CutNotice } from '@/components/pagination';
import { hostKey, hostPath } from '@/lib/admin/api';
import { nextPayoutText } from '@/lib/admin/next-payout';
import { differenceText } from '@/lib/admin/settlement-difference';
import { formatCedis } from '@/lib/format';
import { reads } from '@/lib/api';
import { adminMoney as t } from '@/texts/en/admin-money';
import { adminSettlements as s } from '@/texts/en/admin-settlements';
import { AccountCard } from './account-card';
import { FeesCard } from './fees-card';
import { StatementsCard } from './statements-card';
import { SettlementsCard } from './settlements-card';

/** The money of one host: where it goes, what is taken of it, and what has come in. */
export function MoneyPage() {
  const { hostId = '' } = useParams();
  const host = useQuery(reads<HostView>(hostKey(hostId, 'host'), hostPath(hostId, '')));
  const balance = useQuery(reads<HostBalance>(hostKey(hostId, 'balance'), hostPath(hostId, '/balance')));
  return (
    <Loaded query={host} caption={t.loading}>
      {(shown) => (
        <>
          <BackLink to="/admin/hosts">{t.back}</BackLink>
          <AdminHead title={t.title(shown.name)} tab={t.open} subtitle={t.subtitle} />
          <div className="grid grid-cols-1 gap-6">
            <Loaded query={balance} caption={t.loading}>
              {(figures) => <Balance figures={figures} />}
            </Loaded>
            <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
              <AccountCard host={shown} />
              <FeesCard hostId={hostId} />
            </div>
            <StatementsCard hostId={hostId} />
            <SettlementsCard hostId={hostId} />
          </div>
        </>
      )}
    </Loaded>
  );
}

function Balance({ figures }: { figures: HostBalance }) {
  const b = t.balance;
  const { expected, onTheWay, received, refunded, fees, gross, cash, aside, differences } = figures;
  const { withPlatform, underReview, unexplained } = figures;
  return (
    <div className="grid grid-cols-1 gap-4" data-testid="balance">
      <StatGrid
        label={b.label}
        stats={[
          { label: b.gross, value: formatCedis(gross), icon: Banknote },
          { label: b.fees, value: formatCedis(fees), icon: Percent },
          { label: b.refunded, value: formatCedis(refunded), icon: Undo2 },
          { label: b.expected, value: formatCedis(expected), icon: Wallet },
          { label: s.onTheWay, value: formatCedis(onTheWay), icon: Send },
          {
            label: s.next.label,
            ...nextPayoutText(figures, new Date().toISOString().slice(0, 10)),
            icon: CalendarClock,
          },
          { label: b.received, value: formatCedis(received), icon: Wallet },
          ...(cash > 0
            ? [{ label: b.cash, value: formatCedis(cash), note: b.cashNote, icon: HandCoins }]
            : []),
        ]}
      />
      {aside > 0 && <Notice tone="info">{b.aside(formatCedis(aside))}</Notice>}
      {underReview > 0 && <Notice tone="info">{s.underReview(formatCedis(underReview))}</Notice>}
      {withPlatform > 0 && <Notice tone="info">{s.withPlatform(formatCedis(withPlatform))}</Notice>}
      {unexplained.length > 0 && (
        <Notice tone="warning" title={s.unexplained.title}>
          <ul className="grid gap-1" data-testid="unexplained">
            {unexplained.map((one) => (
              <li key={differenceText(one)} className="wrap-anywhere">
                {differenceText(one)}
              </li>
            ))}
          </ul>
          <CutNotice rows={unexplained} most={MOST_HOST_DIFFERENCES} />
        </Notice>
      )}
      {differences.length > 0 && (
        <Notice tone="warning" title={b.differences}>
          <ul className="grid gap-1">
            {differences.map(({ reference, asked, told }) => (
              <li key={reference} className="wrap-anywhere">
                {b.difference(reference, formatCedis(asked), told === null ? null : formatCedis(told))}
              </li>
            ))}
          </ul>
          <CutNotice rows={differences} most={MOST_HOST_DIFFERENCES} />
        </Notice>
      )}
    </div>
  );
}
