import clsx from 'clsx';
import type { HTMLAttributes } from 'react';

export function Card({ className, ...rest }: HTMLAttributes<HTMLDivElement>) {
  return (
    <div className={clsx('rounded-lg border border-line bg-surface shadow-card', className)} {...rest} />
  );
}

const LONGEST_ON_ONE_LINE = 13;

/** One figure with its name; the building stone of dashboards. */
export function StatCard({
  label,
  value,
  note,
  icon,
  className,
}: {
  label: string;
  value: React.ReactNode;
  note?: React.ReactNode;
  icon?: React.ReactNode;
  className?: string;
}) {
  // Millions of cedis need a second line on a phone; all other figures stay on one.
  const isLong = typeof value === 'string' && value.length > LONGEST_ON_ONE_LINE;
  return (
    <Card className={clsx('@container flex flex-col p-5', className)}>
      <div className="flex items-start justify-between gap-3">
        <p className="min-w-0 text-sm font-medium text-muted">{label}</p>
        {icon && (
          <div
            aria-hidden
            className="-mt-1 -mr-1 hidden size-10 shrink-0 place-items-center rounded-md bg-gold-soft text-gold-text @min-[9rem]:grid"
          >
            {icon}
          </div>
        )}
      </div>
      <p
        className={clsx(
          'mt-auto pt-1 font-display text-[clamp(1.125rem,12cqi,1.875rem)] leading-tight font-bold tabular-nums',
          isLong ? 'wrap-anywhere' : 'whitespace-nowrap',
        )}
      >
        {value}
      </p>
      {note && <p className="mt-0.5 text-sm text-muted">{note}</p>}
    </Card>
  );
}
