import clsx from 'clsx';
import { ChevronDown } from 'lucide-react';
import type { SelectHTMLAttributes } from 'react';

/**
 * The browser's own list in our frame: on phones it opens the system's picker, which is the control that users
 * already know, works with every screen reader and costs nothing to load.
 */
export function Select({ className, children, ...rest }: SelectHTMLAttributes<HTMLSelectElement>) {
  return (
    <span className={clsx('relative block', className)}>
      <select
        className="block min-h-touch w-full appearance-none truncate rounded-md border-[1.5px] border-edge bg-raised py-2.5 pr-11 pl-3.5 text-base text-ink aria-invalid:border-red-text disabled:bg-sunken"
        {...rest}
      >
        {children}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-3.5 size-5 -translate-y-1/2 text-muted"
      />
    </span>
  );
}
