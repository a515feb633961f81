import clsx from 'clsx';
import type { ReactNode } from 'react';
import { Link, NavLink } from '@/components/link';
import { LogoMark } from '@/components/logo';
import { brand, nav } from '@/texts/en/common';

export interface Entry {
  to: string;
  label: string;
}

export const voterEntries: Entry[] = [
  { to: '/', label: nav.home },
  { to: '/contests', label: nav.contests },
];

/** The bar on top of every page, in the app and in the first paint. */
export function Bar({
  entries,
  scrolled,
  open,
  menu,
  children,
}: {
  entries: Entry[];
  /** Lifts it off the page. */
  scrolled?: boolean;
  open?: boolean;
  /** Below it. */
  menu?: ReactNode;
  /** At its right. */
  children?: ReactNode;
}) {
  return (
    <header
      data-scrolled={scrolled || undefined}
      className={clsx(
        'sticky top-0 z-30 text-ink transition-[background-color,box-shadow] duration-(--motion-base)',
        scrolled || open ? 'bg-surface/95 shadow-bar backdrop-blur-md' : 'bg-page',
      )}
    >
      <div aria-hidden className="kente h-1.5" />
      {/* The height stays: a bar that shrank would move the page under the finger, at 20 px back and forth. */}
      <div className="page-width flex items-center gap-2 py-2.5">
        <Link to="/" className="-ml-1 flex min-h-touch items-center gap-2.5 rounded-sm px-1 no-underline">
          <LogoMark className="h-7" />
          <span className="font-display text-2xl font-extrabold tracking-tight">{brand.name}</span>
        </Link>
        <nav aria-label={nav.label} className="ml-6 hidden items-center gap-1 md:flex">
          {entries.map(({ to, label }) => (
            <NavLink key={to} to={to} end={to === '/'} className={entryClass}>
              {label}
            </NavLink>
          ))}
        </nav>
        <div className="ml-auto flex items-center gap-1.5">{children}</div>
      </div>
      {menu}
    </header>
  );
}

function entryClass(isActive: boolean): string {
  return clsx(
    'relative flex min-h-touch items-center px-3.5 font-medium no-underline',
    isActive
      ? 'after:absolute after:inset-x-3.5 after:bottom-1.5 after:h-[3px] after:rounded-full after:bg-gold-deep'
      : 'text-muted hover:text-ink',
  );
}
