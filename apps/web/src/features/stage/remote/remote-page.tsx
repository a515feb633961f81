import type { RemoteSession } from '@abato/contracts';
import { useEffect, useState } from 'react';
import { Button } from '@/components/button';
import { LogoMark } from '@/components/logo';
import { Spinner } from '@/components/spinner';
import { errorText } from '@/lib/api';
import { useTitle } from '@/lib/use-title';
import { remoteTexts as t } from '@/texts/en/stage-remote';
import { RemoteControls } from './remote-controls';
import { connect, keepRemote, readRemote, takeToken } from './session';
import { isGone } from './use-remote';
import '@/styles/all.css';

/** A token is exchanged once, however often the page is drawn. */
let connecting: { token: string; session: Promise<RemoteSession> } | null = null;

function exchange(token: string): Promise<RemoteSession> {
  if (connecting?.token !== token) connecting = { token, session: connect(token) };
  return connecting.session;
}

/** Steers the stage of one contest from a second device, without a sign-in. */
export function RemotePage() {
  useTitle(t.title);
  // oxlint-disable-next-line abato/pure-drawing -- remembers what it removed: each drawing gets the same token
  const [token] = useState(takeToken);
  const [session, setSession] = useState(() => (token ? null : readRemote()));
  const [failure, setFailure] = useState<unknown>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (!token || session) return;
    let left = false;
    exchange(token).then(
      (made) => !left && setSession(made),
      (error: unknown) => {
        connecting = null;
        if (!left) setFailure(error);
      },
    );
    return () => {
      left = true;
    };
  }, [token, session, tries]);
  const [gone, setGone] = useState(false);
  const end = () => {
    keepRemote(null);
    setGone(true);
  };
  const isRefused = gone || (!token && !session) || isGone(failure);
  return (
    <main className="stage min-h-dvh" data-testid="remote">
      <div className="mx-auto flex min-h-dvh max-w-xl flex-col gap-4 p-4">
        {session && !gone ? (
          <RemoteControls session={session} onGone={end} />
        ) : (
          <div className="grid grow place-content-center justify-items-center gap-4 text-center">
            <LogoMark className="h-10" />
            {isRefused ? (
              <>
                <h1 className="text-2xl">{t.gone}</h1>
                <p className="text-on-night-muted">{t.goneText}</p>
              </>
            ) : failure ? (
              <>
                <h1 className="text-2xl">{t.failed}</h1>
                <p className="text-on-night-muted">{errorText(failure)}</p>
                <Button
                  onClick={() => {
                    setFailure(null);
                    setTries(tries + 1);
                  }}
                >
                  {t.tryAgain}
                </Button>
              </>
            ) : (
              <Spinner size="large" caption={t.connecting} />
            )}
          </div>
        )}
      </div>
      <div aria-hidden className="kente h-2" />
    </main>
  );
}
