import clsx from 'clsx';
import type { ReactNode } from 'react';

/** A button for a thumb in the dark. */
export function Big({
  icon: sign,
  children,
  onClick,
  testId,
  wide,
  gold,
  pressed,
  disabled,
}: {
  icon?: ReactNode;
  children: ReactNode;
  onClick: () => void;
  testId: string;
  wide?: boolean;
  gold?: boolean;
  pressed?: boolean;
  disabled?: boolean;
}) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      disabled={disabled}
      onClick={onClick}
      data-testid={testId}
      className={clsx(
        'flex items-center justify-center gap-x-2 gap-y-1 rounded-lg border-[1.5px] px-3 text-center leading-tight font-semibold',
        'active:translate-y-px disabled:cursor-not-allowed disabled:opacity-60',
        wide ? 'min-h-16 w-full flex-row text-lg' : 'min-h-20 flex-col',
        gold || pressed
          ? 'border-gold bg-gold text-on-gold'
          : 'border-night-line bg-night-raised text-on-night',
      )}
    >
      {sign}
      {children}
    </button>
  );
}

/** One of several that are listed. */
export function Row({
  pressed,
  onClick,
  testId,
  children,
}: {
  pressed: boolean;
  onClick: () => void;
  testId: string;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onClick}
      data-testid={testId}
      className={clsx(
        'min-h-14 w-full rounded-lg border-[1.5px] px-4 py-2 text-left leading-tight font-semibold break-words active:translate-y-px',
        pressed ? 'border-gold bg-gold text-on-gold' : 'border-night-line bg-night-raised text-on-night',
      )}
    >
      {children}
    </button>
  );
}
