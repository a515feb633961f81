import type { UseQueryResult } from '@tanstack/react-query';
import clsx from 'clsx';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '@/components/button';
import { StatCard } from '@/components/card';
import { Notice } from '@/components/notice';
import { adminHistory } from '@/texts/en/admin-history';

export interface Stat {
  label: string;
  value: ReactNode;
  note?: string;
  icon: LucideIcon;
}

/** Two or four in a row; an odd last one fills its row. */
const EVEN = 'grid-cols-2 xl:grid-cols-4 *:last:odd:col-span-2';

/** Figures side by side. */
export function StatGrid({ stats, label, className }: { stats: Stat[]; label?: string; className?: string }) {
  const Frame = label ? 'section' : 'div';
  return (
    <Frame aria-label={label} className={clsx('-mb-4 grid gap-x-4', className ?? EVEN)}>
      {stats.map(({ icon: Icon, ...stat }) => (
        <StatCard key={stat.label} {...stat} icon={<Icon className="size-6" />} inGrid className="mb-4" />
      ))}
    </Frame>
  );
}

const { unread } = adminHistory;

/** In the place of figures that could not be read: a 0 would be a false figure. Nothing while they are there or on their way. */
export function UnreadFigures({ query }: { query: UseQueryResult }) {
  if (!query.isError || query.data !== undefined) return null;
  return (
    <Notice tone="warning" title={unread.title}>
      <p>{unread.text}</p>
      <Button
        variant="outline"
        size="sm"
        className="mt-2"
        busy={query.isFetching}
        onClick={() => void query.refetch()}
      >
        {unread.retry}
      </Button>
    </Notice>
  );
}
