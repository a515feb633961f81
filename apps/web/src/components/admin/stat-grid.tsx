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

/** Figures side by side. */
export function StatGrid({ stats, label, className }: { stats: Stat[]; label?: string; className?: string }) {
  const Frame = label ? 'section' : 'div';
  return (
    <Frame aria-label={label} className={clsx('grid gap-4', className ?? 'grid-cols-2 xl:grid-cols-4')}>
      {stats.map(({ icon: Icon, ...stat }) => (
        <StatCard key={stat.label} {...stat} icon={<Icon className="size-6" />} />
      ))}
    </Frame>
  );
}
