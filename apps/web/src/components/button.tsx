import clsx from 'clsx';
import type { LucideIcon } from 'lucide-react';
import type { ButtonHTMLAttributes } from 'react';
import { Link, type LinkProps } from './link';
import { Spinner } from './spinner';

export type ButtonVariant = 'gold' | 'ink' | 'outline' | 'ghost' | 'danger';
export type ButtonSize = 'md' | 'lg' | 'sm';

const variants: Record<ButtonVariant, string> = {
  gold: 'bg-gold text-on-gold hover:bg-gold-deep shadow-[inset_0_-2px_0_rgb(36_21_10/0.22)]',
  ink: 'bg-ink text-page hover:bg-ink/85',
  outline: 'border-[1.5px] border-edge text-current hover:bg-current/8',
  ghost: 'text-current hover:bg-current/8',
  danger: 'bg-red text-on-fill hover:brightness-90',
};

/** Every size keeps a touch target of 44 px. */
const sizes: Record<ButtonSize, string> = {
  sm: 'min-h-touch px-3.5 text-sm',
  md: 'min-h-touch px-5 text-base',
  lg: 'min-h-14 px-7 text-lg',
};

const iconSize = (size: ButtonSize | undefined) => (size === 'sm' ? 'size-4' : 'size-5');

export function buttonClass(
  variant: ButtonVariant = 'gold',
  size: ButtonSize = 'md',
  className?: string,
): string {
  return clsx(
    'inline-flex items-center justify-center gap-2 rounded-md text-center font-semibold no-underline select-none',
    'transition-[background-color,transform,filter] duration-(--motion-fast) active:translate-y-px',
    'disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted disabled:shadow-none disabled:active:translate-y-0',
    variants[variant],
    sizes[size],
    className,
  );
}

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Shows a spinner and refuses further presses; the button keeps its focus and name. */
  busy?: boolean;
  icon?: LucideIcon;
}

export function Button({
  variant,
  size,
  busy,
  icon: Icon,
  className,
  children,
  onClick,
  type,
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type ?? 'button'}
      className={buttonClass(variant, size, className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      {...rest}
    >
      {busy ? <Spinner size="small" decorative /> : Icon && <Icon aria-hidden className={iconSize(size)} />}
      {children}
    </button>
  );
}

export function ButtonLink({
  variant,
  size,
  icon: Icon,
  className,
  children,
  ...rest
}: LinkProps & Pick<ButtonProps, 'variant' | 'size' | 'icon'>) {
  return (
    <Link className={buttonClass(variant, size, className)} {...rest}>
      {Icon && <Icon aria-hidden className={iconSize(size)} />}
      {children}
    </Link>
  );
}

/** A round button with nothing but a picture: the label is read by screen readers and shown on hover. */
export function IconButton({
  label,
  className,
  children,
  ...rest
}: Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label'> & { label: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={clsx(
        'grid size-touch shrink-0 place-items-center rounded-full text-current transition-colors duration-(--motion-fast) hover:bg-current/10',
        className,
      )}
      {...rest}
    >
      {children}
    </button>
  );
}
