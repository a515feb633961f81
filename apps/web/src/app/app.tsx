import { QueryClientProvider } from '@tanstack/react-query';
import { Component, lazy, Suspense, useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { BrowserRouter, useLocation, useNavigate, useRoutes } from 'react-router-dom';
import { Button } from '@/components/button';
import { LogoMark } from '@/components/logo';
import { onSessionExpired } from '@/lib/api';
import { lazyPart } from '@/lib/load-code';
import { queryClient } from '@/lib/query-client';
import { SessionProvider } from '@/lib/session';
import { announceSessionCleared } from '@/lib/session-cleared';
import { useStore } from '@/lib/store';
import { helpSignIn } from '@/lib/strong-sign-in';
import { toastQueue } from '@/lib/toast';
import { errorTexts } from '@/texts/en/errors';
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

const ReauthenticationDialog = lazyPart(
  async () => (await import('@/features/auth/reauthentication-dialog')).ReauthenticationDialog,
);

/** Asks for password or code when a call needs it, and leads to the set-up of a second factor where the account must have one. */
function ReauthenticationHost() {
  const [answer, setAnswer] = useState<((confirmed: boolean) => void) | null>(null);
  const navigate = useNavigate();
  const leadToSetUp = useEffectEvent(() => void navigate('/profile', { replace: true }));
  useEffect(() => {
    const askIdentity = () => new Promise<boolean>((resolve) => setAnswer(() => resolve));
    return helpSignIn({ askIdentity, leadToSetUp: () => leadToSetUp() });
  }, []);
  if (!answer) return null;
  return (
    <Suspense fallback={null}>
      <ReauthenticationDialog
        onDone={(confirmed) => {
          setAnswer(null);
          answer(confirmed);
        }}
      />
    </Suspense>
  );
}

interface BoundaryProps {
  /** Another page is tried again. */
  path: string;
  children: ReactNode;
}

/** A page that broke, or whose code could not be loaded (an old tab after an update, a lost connection). */
class ErrorBoundary extends Component<BoundaryProps, { failedAt: string | null }> {
  override state = { failedAt: null as string | null };

  static getDerivedStateFromError(): { failedAt: string } {
    return { failedAt: '' };
  }

  override componentDidCatch(): void {
    this.setState({ failedAt: this.props.path });
  }

  override componentDidUpdate(): void {
    if (this.state.failedAt && this.state.failedAt !== this.props.path) this.setState({ failedAt: null });
  }

  override render(): ReactNode {
    if (this.state.failedAt === null) return this.props.children;
    return (
      <main className="grid min-h-dvh place-items-center p-6">
        <div className="max-w-text text-center">
          <LogoMark className="mx-auto h-12" />
          <h1 className="mt-6 text-2xl">{errorTexts.crashTitle}</h1>
          <p className="mt-2 text-muted">{errorTexts.crashText}</p>
          <Button className="mt-6" onClick={() => window.location.reload()}>
            {errorTexts.reload}
          </Button>
        </div>
      </main>
    );
  }
}
