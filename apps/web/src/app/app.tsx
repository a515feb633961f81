import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useEffectEvent } from 'react';
import { BrowserRouter, useLocation, useNavigate, useRoutes } from 'react-router-dom';
import { onSessionExpired } from '@/lib/api';
import { queryClient } from '@/lib/query-client';
import { SessionProvider } from '@/lib/session';
import { announceSessionCleared } from '@/lib/session-cleared';
import { useStore } from '@/lib/store';
import { toastQueue } from '@/lib/toast';
import { ErrorBoundary } from './error-boundary';
import { ReauthenticationHost } from './reauthentication-host';
import { isEmbed, routes } from './routes';

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <SessionProvider>
        <BrowserRouter>
          {!isEmbed && <SessionExpiry />}
          {!isEmbed && <ReauthenticationHost />}
          <Pages />
        </BrowserRouter>
        <ToastHost />
      </SessionProvider>
    </QueryClientProvider>
  );
}

const Toaster = lazy(() => import('@/components/toaster'));

/** Draws nothing, and loads nothing, until the first toast. */
function ToastHost() {
  return useStore(toastQueue.needed) ? (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  ) : null;
}

function Pages() {
  const { pathname } = useLocation();
  const element = useRoutes(routes);
  return <ErrorBoundary path={pathname}>{element}</ErrorBoundary>;
}

/** A 401 anywhere: forms keep their texts, and the user is sent to /login with the attempted location (specification §4). */
function SessionExpiry() {
  const navigate = useNavigate();
  const location = useLocation();
  const leave = useEffectEvent(() => {
    const from = location.pathname === '/login' ? undefined : location;
    announceSessionCleared();
    void navigate('/login', { state: { from, reason: 'expired' } });
  });
  useEffect(() => {
    onSessionExpired(() => leave());
    return () => onSessionExpired(() => undefined);
  }, []);
  return null;
}
