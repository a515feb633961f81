import '@/styles/all.css';
import clsx from 'clsx';
import { LifeBuoy, Search } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { adminPagesOf } from '@/components/admin-pages';
import { buttonClass } from '@/components/button';
import { Link } from '@/components/link';
import { DialogHost } from '@/lib/admin/dialogs';
import { useAdmin } from '@/lib/admin/use-admin';
import { loadCode } from '@/lib/load-code';
import { isApprovedUser, useSession } from '@/lib/session';
import { listen } from '@/lib/store';
import { adminShell as t } from '@/texts/en/admin-shell';

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

const fetchBar = () =>
  loadCode(async () => (await import('@/features/admin-command/command-bar')).CommandBar);
const CommandBar = lazy(async () => ({ default: await fetchBar() }));

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Opens the command bar: by a press, or by ⌘K and Ctrl-K on every page of organisers. Its code comes with the first use. */
function CommandButton() {
  const { user } = useSession();
  const { superAdmin } = useAdmin();
  const [isOpen, setOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  const isAllowed = Boolean(user && isApprovedUser(user));
  if (isOpen && !wasOpen) setWasOpen(true);

  useEffect(() => {
    if (!isAllowed) return;
    const onKey = (event: KeyboardEvent) => {
      const chord = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!chord || event.key.toLowerCase() !== 'k') return;
      // A dialog may hold a form that a jump would leave. Of the bar itself the chord is the second press.
      const dialog = document.querySelector('[role=dialog], [role=alertdialog]');
      event.preventDefault();
      if (!dialog) setOpen(true);
      else if (dialog.matches('[data-command-bar]')) setOpen(false);
    };
    return listen(window, 'keydown', onKey);
  }, [isAllowed]);

  if (!isAllowed) return null;
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
        onPointerEnter={() => void fetchBar().catch(() => undefined)}
        className="flex min-h-touch min-w-touch shrink-0 items-center justify-center gap-2.5 rounded-md border-[1.5px] border-edge bg-surface px-2.5 whitespace-nowrap text-muted hover:text-ink lg:justify-start lg:px-3.5"
        data-testid="command-open"
      >
        <Search aria-hidden className="size-5 shrink-0" />
        <span className="sr-only lg:not-sr-only lg:grow lg:text-left">{t.command}</span>
        <kbd
          aria-hidden
          className="hidden rounded-sm border border-line bg-sunken px-1.5 py-0.5 font-body text-xs lg:block"
        >
          {isMac ? '⌘K' : 'Ctrl K'}
        </kbd>
      </button>
      {wasOpen && (
        <Suspense fallback={null}>
          <CommandBar open={isOpen} onOpenChange={setOpen} superAdmin={superAdmin} />
        </Suspense>
      )}
    </>
  );
}
