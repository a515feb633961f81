import { WifiOff } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { Spinner } from '@/components/spinner';
import { useConnection } from '@/lib/connection';
import { common } from '@/texts/en/common';
import { Footer } from './footer';
import { NavBar } from './nav-bar';
import { useScrollMemory } from './use-scroll-memory';

/** Around every page: the skip link, the bar, the footer, and where focus and scroll go after a change of page. */
export function RootLayout() {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  useScrollMemory();
  useEffect(() => {
    // The first page keeps the browser's own focus; afterwards screen readers start at the new content.
    if (shown.current !== pathname) main.current?.focus({ preventScroll: true });
    shown.current = pathname;
  }, [pathname]);

  return (
    <>
      <a
        href="#content"
        className="sr-only z-50 rounded-md bg-gold px-5 py-3 font-semibold text-on-gold focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        {common.skipToContent}
      </a>
      <NavBar />
      <OfflineNotice />
      <main id="content" ref={main} tabIndex={-1} className="min-h-dvh outline-none">
        <Outlet />
      </main>
      {!pathname.startsWith('/admin/') && <Footer />}
    </>
  );
}

/** Says that what is on the screen may be old, for as long as it may be. */
function OfflineNotice() {
  const connection = useConnection();
  return (
    <div role="status">
      {connection !== 'online' && (
        <p
          data-testid="offline-notice"
          className="page-width flex items-center gap-3 bg-yellow-soft py-3 font-semibold text-yellow-text"
        >
          <WifiOff aria-hidden className="size-5 shrink-0" />
          {common[connection]}
        </p>
      )}
    </div>
  );
}

/** While the code of a page is on its way; waits a moment, so that a quick load does not flicker. */
export function PageLoading() {
  return (
    <div className="animate-fade [animation-delay:150ms]">
      <Spinner size="large" fullScreen caption={common.loading} />
    </div>
  );
}
