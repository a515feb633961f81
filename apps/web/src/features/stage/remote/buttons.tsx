import clsx from 'clsx';
import type { ReactNode } from 'react';

const looks = {
  square: 'flex min-h-20 flex-col items-center justify-center gap-1 px-3 text-center',
  wide: 'flex min-h-16 w-full items-center justify-center gap-2 px-3 text-center text-lg',
  /** One of several that are listed. */
  row: 'min-h-14 w-full px-4 py-2 text-left break-words',
};

/** A button for a thumb in the dark. */
export function Big({
  look = 'square',
  icon: sign,
  children,
  onClick,
  testId,
  gold,
  pressed,
  disabled,
}: {
  look?: keyof typeof looks;
  icon?: ReactNode;
  children: ReactNode;
  onClick: () => void;
  testId: string;
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
        'rounded-lg border-[1.5px] leading-tight font-semibold active:translate-y-px disabled:cursor-not-allowed disabled:opacity-60',
        looks[look],
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
