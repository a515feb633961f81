import clsx from 'clsx';
import { Menu, Moon, Sun, X } from 'lucide-react';
import { Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import { Avatar } from '@/components/avatar';
import { buttonClass, IconButton } from '@/components/button';
import { Link, NavLink } from '@/components/link';
import { lazyPart } from '@/lib/load-code';
import { isAdminRole, useSession } from '@/lib/session';
import { listen } from '@/lib/store';
import { useTheme } from '@/lib/theme';
import { useLogout } from '@/lib/use-logout';
import { nav } from '@/texts/en/common';
import { Bar, voterEntries, type Entry } from './bar';

const UserMenu = lazyPart(async () => (await import('./user-menu')).UserMenu);

/** The bar lifts off the page once it has scrolled this far (specification §9). */
const LIFT_AFTER_PX = 20;

const onScroll = (changed: () => void) => listen(window, 'scroll', changed, { passive: true });

export function NavBar() {
  const scrolled = useSyncExternalStore(onScroll, () => window.scrollY > LIFT_AFTER_PX);
  const [open, setOpen] = useState(false);
  const { pathname } = useLocation();
  const { user } = useSession();
  const entries = [
    ...voterEntries,
    ...(isAdminRole(user?.role) ? [{ to: '/admin/dashboard', label: nav.dashboard }] : []),
  ];

  // A followed link closes the menu.
  const [openedAt, setOpenedAt] = useState(pathname);
  if (openedAt !== pathname) {
    setOpenedAt(pathname);
    setOpen(false);
  }

  useEffect(() => {
    if (!open) return;
    return listen<KeyboardEvent>(window, 'keydown', ({ key }) => key === 'Escape' && setOpen(false));
  }, [open]);

  return (
    <Bar
      entries={entries}
      scrolled={scrolled}
      open={open}
      menu={<MobileMenu open={open} entries={entries} />}
    >
      <ThemeToggle />
      <div className="hidden items-center gap-1.5 md:flex">
        {user ? (
          <Suspense fallback={<Avatar user={user} size="small" />}>
            <UserMenu user={user} />
          </Suspense>
        ) : (
          <>
            <Link to="/login" className={buttonClass('ghost', 'sm')}>
              {nav.login}
            </Link>
            <Link to="/register" className={buttonClass('gold', 'sm')}>
              {nav.register}
            </Link>
          </>
        )}
      </div>
      <IconButton
        label={open ? nav.closeMenu : nav.openMenu}
        aria-expanded={open}
        aria-controls="mobile-menu"
        onClick={() => setOpen(!open)}
        className="md:hidden"
      >
        {open ? <X aria-hidden className="size-6" /> : <Menu aria-hidden className="size-6" />}
      </IconButton>
    </Bar>
  );
}

function MobileMenu({ open, entries }: { open: boolean; entries: Entry[] }) {
  const { user } = useSession();
  const logout = useLogout();
  const row =
    'flex min-h-12 items-center rounded-md px-3 text-lg font-medium no-underline hover:bg-current/8';
  return (
    <div
      id="mobile-menu"
      hidden={!open}
      className="max-h-[calc(100dvh-4rem)] animate-fade overflow-y-auto border-t border-line md:hidden"
    >
      <nav aria-label={nav.label} className="page-width grid gap-1 py-3">
        {entries.map(({ to, label }) => (
          <NavLink
            key={to}
            to={to}
            end={to === '/'}
            className={(isActive) => clsx(row, isActive && 'bg-gold-soft text-gold-text')}
          >
            {label}
          </NavLink>
        ))}
        <hr className="my-2 border-line" />
        {user ? (
          <>
            <div className="flex items-center gap-3 px-3 py-2">
              <Avatar user={user} />
              <div className="min-w-0">
                <p className="truncate font-semibold">
                  {user.firstName} {user.lastName}
                </p>
                <p className="truncate text-sm text-muted">{user.email}</p>
              </div>
            </div>
            <NavLink to="/profile" className={() => row}>
              {nav.profile}
            </NavLink>
            <button type="button" onClick={logout} className={clsx(row, 'text-left text-red-text')}>
              {nav.logout}
            </button>
          </>
        ) : (
          <div className="grid grid-cols-2 gap-3 py-1">
            <Link to="/login" className={buttonClass('outline')}>
              {nav.login}
            </Link>
            <Link to="/register" className={buttonClass('gold')}>
              {nav.register}
            </Link>
          </div>
        )}
      </nav>
    </div>
  );
}

function ThemeToggle() {
  const { theme, toggle } = useTheme();
  return (
    <IconButton label={theme === 'dark' ? nav.toLight : nav.toDark} onClick={toggle}>
      {theme === 'dark' ? <Sun aria-hidden className="size-5" /> : <Moon aria-hidden className="size-5" />}
    </IconButton>
  );
}
