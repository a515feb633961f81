import clsx from 'clsx';
import { common } from '@/texts/en/common';

const sizes = { small: 'size-5 border-2', medium: 'size-9 border-[3px]', large: 'size-14 border-4' };

export interface SpinnerProps {
  size?: keyof typeof sizes;
  caption?: string;
  fullScreen?: boolean;
  /** Inside something that already says it is busy. */
  decorative?: boolean;
}

export function Spinner({ size = 'medium', caption, fullScreen, decorative }: SpinnerProps) {
  const ring = (
    <span
      aria-hidden
      className={clsx(
        'inline-block animate-spin rounded-full border-current/25 border-t-current',
        sizes[size],
        !decorative && 'text-gold-text',
      )}
    />
  );
  if (decorative) return ring;
  return (
    <div
      role="status"
      className={clsx(
        'flex flex-col items-center justify-center gap-4 text-center',
        fullScreen ? 'min-h-[70dvh] p-6' : 'p-6',
      )}
    >
      {ring}
      <span className={caption ? 'font-medium text-muted' : 'sr-only'}>{caption ?? common.loading}</span>
    </div>
  );
}
