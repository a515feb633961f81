import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '@/components/button';
import { LogoMark } from '@/components/logo';
import { Spinner } from '@/components/spinner';
import { errorText } from '@/lib/api';
import { useTitle } from '@/lib/use-title';
import { remoteTexts as t } from '@/texts/en/stage-remote';
import { remoteQuery } from '../api';
import { RemoteControls } from './remote-controls';
import { keepRemote, readRemote, takeToken } from './session';
import { isGone } from './use-remote';
import '@/styles/all.css';

/** Steers the stage of one contest from a second device, without a sign-in. */
export function RemotePage() {
  useTitle(t.title);
  // oxlint-disable-next-line abato/pure-drawing -- remembers what it removed: each drawing gets the same token
  const [token] = useState(takeToken);
  const [kept] = useState(() => (token ? null : readRemote()));
  const query = useQuery(remoteQuery(token));
  const session = query.data ?? kept;
  const [gone, setGone] = useState(false);
  const end = () => {
    keepRemote(null);
    setGone(true);
  };
  const isRefused = gone || (!token && !session) || isGone(query.error);
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
            ) : query.error && !query.isFetching ? (
              <>
                <h1 className="text-2xl">{t.failed}</h1>
                <p className="text-on-night-muted">{errorText(query.error)}</p>
                <Button onClick={() => void query.refetch()}>{t.tryAgain}</Button>
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
