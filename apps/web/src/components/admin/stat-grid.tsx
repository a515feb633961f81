import clsx from 'clsx';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { StatCard } from '@/components/card';

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
