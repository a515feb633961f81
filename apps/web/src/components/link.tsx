import clsx from 'clsx';
import type { ComponentPropsWithRef } from 'react';
import { useHref, useLinkClickHandler, useMatch, type To } from 'react-router-dom';

export interface LinkProps extends Omit<ComponentPropsWithRef<'a'>, 'href'> {
  to: To;
  /** Instead of a new entry of the history. */
  replace?: boolean;
  state?: unknown;
}

/**
 * A link within the app. The router's own would also load pages ahead, with a router of loaders, which is not used here: 2.4 KB for
 * every visitor.
 */
export function Link({ to, replace, state, target, onClick, ...rest }: LinkProps) {
  const href = useHref(to);
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, { replace, state, target });
  return (
    <a
      {...rest}
      href={href}
      target={target}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented) follow(event);
      }}
    />
  );
}

/** An underlined link that stands alone, with a touch target of 44 px. */
export function TextLink({ className, ...rest }: LinkProps) {
  return (
    <Link
      {...rest}
      className={clsx(
        'inline-flex min-h-touch items-center font-semibold underline underline-offset-4',
        className,
      )}
    />
  );
}

/** A link that says whether its page is open. */
export function NavLink({
  to,
  end = false,
  className,
  ...rest
}: Omit<LinkProps, 'to' | 'className'> & {
  to: string;
  /** Pages below it do not count. */
  end?: boolean;
  className: (isActive: boolean) => string;
}) {
  const isActive = useMatch({ path: to, end }) !== null;
  return (
    <Link {...rest} to={to} className={className(isActive)} aria-current={isActive ? 'page' : undefined} />
  );
}
