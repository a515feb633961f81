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
  inGrid,
  className,
}: {
  label: string;
  value: React.ReactNode;
  note?: React.ReactNode;
  icon?: React.ReactNode;
  /** Names, figures and notes stand on the lines of the neighbours' ones: three rows of the grid it is in. */
  inGrid?: boolean;
  className?: string;
}) {
  // Millions of cedis need a second line on a phone; all other figures stay on one.
  const isLong = typeof value === 'string' && value.length > LONGEST_ON_ONE_LINE;
  return (
    <Card
      className={clsx(
        'p-5',
        inGrid ? 'row-span-3 grid grid-cols-1 grid-rows-subgrid gap-y-0' : 'flex flex-col',
        className,
      )}
    >
      {/* The containers are inside of the card: a container's rows cannot be those of its grid. */}
      <div className="@container">
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
      </div>
      <div className="@container mt-auto pt-1">
        <p
          className={clsx(
            'font-display text-[clamp(1.125rem,12cqi,1.875rem)] leading-tight font-bold tabular-nums',
            isLong ? 'wrap-anywhere' : 'whitespace-nowrap',
          )}
        >
          {value}
        </p>
      </div>
      {note && <p className="mt-0.5 text-sm text-muted">{note}</p>}
    </Card>
  );
}
