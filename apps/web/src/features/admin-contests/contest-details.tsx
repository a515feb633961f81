import { formSettings, type ContestView, type PaymentStats } from '@abato/contracts';
import { Coins, Layers, Mic2, Vote } from 'lucide-react';
import { StatGrid } from '@/components/admin/stat-grid';
import { Card } from '@/components/card';
import { Picture } from '@/components/picture';
import { RollingNumber } from '@/components/rolling-number';
import { useAdmin } from '@/lib/admin/use-admin';
import { formatCedis, formatCount, formatDateTime, formatPrice } from '@/lib/format';
import { windowText } from '@/lib/vote-window';
import { adminContest } from '@/texts/en/admin-contests';
import { settingName, settingValue } from '@/texts/en/contest-settings';

const t = adminContest.details;

export function ContestDetails({ contest }: { contest: ContestView }) {
  const { superAdmin } = useAdmin();
  const owner = contest.host.user;
  const rows: [string, string][] = [
    [t.host, contest.host.name],
    ...(superAdmin && owner
      ? [[t.owner, `${owner.firstName} ${owner.lastName} (${owner.email})`] as [string, string]]
      : []),
    [t.price, formatPrice(contest.votePrice)],
    ...offersOf(contest),
    [t.starts, formatDateTime(contest.startDate)],
    [t.ends, formatDateTime(contest.endDate)],
    [t.results, contest.showResults ? t.shown : t.hidden],
    ...settingsOf(contest),
  ];
  return (
    <Card className="overflow-hidden">
      <Picture
        path={contest.banner}
        box={[1280, 427]}
        sizes="100vw"
        name={contest.title}
        eager
        className="aspect-3/1 max-h-72 w-full"
      />
      <div className="p-5 sm:p-6">
        <h2 className="sr-only">{t.title}</h2>
        <p className="max-w-text whitespace-pre-line">{contest.description}</p>
        <dl className="mt-5 grid gap-x-8 gap-y-4 border-t border-line pt-5 sm:grid-cols-2 xl:grid-cols-3">
          {rows.map(([name, value]) => (
            <div key={name} className="min-w-0">
              <dt className="text-xs text-muted">{name}</dt>
              <dd className="font-semibold">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Card>
  );
}

/** Bundles and windows; nothing for a contest without. */
function offersOf({ bundles, windows }: ContestView): [string, string][] {
  const rows: [string, string][] = [
    [t.bundles, bundles.map(({ votes, price }) => t.bundle(votes, formatCedis(price))).join(', ')],
    [t.windows, windows.map((window) => windowText(window)).join(', ')],
  ];
  return rows.filter(([, value]) => value !== '');
}

/** Votes and revenue are updated live. */
export function ContestFigures({
  contest,
  contestants,
  payments,
}: {
  contest: ContestView;
  contestants: number;
  payments: PaymentStats | undefined;
}) {
  const t = adminContest.figures;
  return (
    <StatGrid
      label={t.label}
      stats={[
        {
          label: t.votes,
          value: <RollingNumber value={contest._count.votes} testId="contest-votes" />,
          icon: Vote,
        },
        { label: t.revenue, value: formatCedis(payments?.totalRevenue), icon: Coins },
        { label: t.categories, value: formatCount(contest._count.categories), icon: Layers },
        { label: t.contestants, value: formatCount(contestants), icon: Mic2 },
      ]}
    />
  );
}

/** Settings with texts of their own; no rule of free votes of a paid contest, and none of another way of voting. */
function settingsOf(contest: ContestView): [string, string][] {
  return formSettings.flatMap(({ name, holdsIn }): [string, string][] => {
    const value = contest[name];
    const holds =
      holdsIn === undefined || holdsIn === 'free' || contest.verification === holdsIn.toUpperCase();
    const label = settingName(name);
    if (!label || !holds || value === null || typeof value === 'object') return [];
    const plain = typeof value === 'number' ? formatCount(value) : value ? t.yes : t.no;
    return [[label, settingValue(name, value) ?? plain]];
  });
}
