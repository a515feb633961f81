import clsx from 'clsx';
import { initialsOf } from '@/lib/session';

const sizes = { small: 'size-9 text-sm', medium: 'size-11 text-base', large: 'size-24 text-3xl' };

/** Initials of a person; decorative, because the name is beside it. */
export function Avatar({
  user,
  size = 'medium',
}: {
  user: { firstName: string; lastName: string };
  size?: keyof typeof sizes;
}) {
  return (
    <span
      aria-hidden
      className={clsx(
        'inline-grid shrink-0 place-items-center rounded-full bg-gold font-display font-bold text-on-gold',
        sizes[size],
      )}
    >
      {initialsOf(user)}
    </span>
  );
}
