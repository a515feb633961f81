import clsx from 'clsx';
import type { ReactNode } from 'react';
import { useShownStatus, type Timed } from '@/lib/voting-state';
import { statusNames } from '@/texts/en/common';

const tones = {
  gray: 'bg-gray-soft text-gray-text',
  green: 'bg-green-soft text-green-text',
  yellow: 'bg-yellow-soft text-yellow-text',
  red: 'bg-red-soft text-red-text',
  blue: 'bg-blue-soft text-blue-text',
  purple: 'bg-purple-soft text-purple-text',
  gold: 'bg-gold text-on-gold',
} as const;

export type BadgeTone = keyof typeof tones;

export function Badge({
  tone = 'gray',
  className,
  children,
}: {
  tone?: BadgeTone;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span
      className={clsx(
        'inline-flex w-fit items-center gap-1.5 rounded-full px-2.5 py-0.5 text-xs font-semibold whitespace-nowrap',
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}

type ContestState = keyof typeof statusNames;

/** Badge colours of the specification §4. */
const statusTones: Record<ContestState, BadgeTone> = {
  DRAFT: 'gray',
  UPCOMING: 'blue',
  ACTIVE: 'green',
  PAUSED: 'yellow',
  ENDED: 'red',
};

export function ContestStateBadge({ status, className }: { status: ContestState; className?: string }) {
  return (
    <Badge tone={statusTones[status]} className={className}>
      {status === 'ACTIVE' && <span aria-hidden className="size-1.5 rounded-full bg-current" />}
      {statusNames[status] ?? status}
    </Badge>
  );
}

/** A contest's badge: its status, or that it has not started or is over although the status does not say so. */
export function ContestBadge({ contest, className }: { contest: Timed; className?: string }) {
  return <ContestStateBadge status={useShownStatus(contest)} className={className} />;
}
