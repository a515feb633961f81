import clsx from 'clsx';
import { LifeBuoy } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { buttonClass } from '@/components/button';
import { adminPagesOf } from '@/components/admin-pages';
import { Link } from '@/components/link';
import { DialogHost } from '@/lib/admin/dialogs';
import { useAdmin } from '@/lib/admin/use-admin';
import { adminShell as t } from '@/texts/en/admin-shell';
import '@/styles/all.css';
import { CommandButton } from './command-button';

/** The organiser's frame: a sidebar on wide screens, a row that scrolls sideways on phones. The visitors' footer is not below it. */
export function AdminLayout() {
  const { superAdmin } = useAdmin();
  const { pathname } = useLocation();
  const menu = useRef<HTMLElement>(null);
  useEffect(() => {
    // On phones the row is wider than the screen: where one is must be in view. Sideways only, the page stays put.
    const current = menu.current?.querySelector<HTMLElement>('[aria-current]');
    if (!menu.current || !current) return;
    menu.current.scrollLeft = current.offsetLeft - (menu.current.clientWidth - current.offsetWidth) / 2;
  }, [pathname]);
  return (
    <div className="page-width grid gap-x-10 gap-y-5 pt-3 pb-16 lg:grid-cols-[15rem_minmax(0,1fr)] lg:pt-8">
      <aside className="flex min-w-0 gap-2 lg:sticky lg:top-24 lg:grid lg:grid-cols-1 lg:gap-4 lg:self-start">
        <CommandButton />
        <nav
          ref={menu}
          aria-label={t.label}
          className="admin-row relative -mr-gutter min-w-0 overflow-x-auto pr-10 pb-1 lg:mr-0 lg:overflow-visible lg:pr-0"
        >
          <ul className="flex w-max gap-1.5 lg:w-auto lg:flex-col">
            {adminPagesOf(superAdmin).map(({ to, label, icon: Icon }) => {
              const active = pathname === to || pathname.startsWith(`${to}/`);
              return (
                <li key={to}>
                  <Link
                    to={to}
                    aria-current={active ? 'page' : undefined}
                    className={clsx(
                      'flex min-h-touch items-center gap-3 rounded-md px-3.5 font-medium whitespace-nowrap no-underline',
                      active
                        ? 'bg-night text-on-night ring-1 ring-night-line'
                        : 'text-muted hover:bg-current/8 hover:text-ink',
                    )}
                  >
                    <Icon aria-hidden className={clsx('size-5', active && 'text-gold')} />
                    {label}
                  </Link>
                </li>
              );
            })}
          </ul>
        </nav>
        <div className="mt-4 hidden rounded-lg border border-line bg-surface p-5 lg:block">
          <LifeBuoy aria-hidden className="size-6 text-gold-text" />
          <h2 className="mt-3 text-lg">{t.help.title}</h2>
          <p className="mt-1 text-sm text-muted">{t.help.text}</p>
          <Link to="/contact" className={buttonClass('outline', 'sm', 'mt-4 w-full')}>
            {t.help.action}
          </Link>
        </div>
      </aside>
      <div className="min-w-0">
        <Outlet />
        <DialogHost />
      </div>
    </div>
  );
}
