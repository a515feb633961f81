import { Suspense, useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { lazyPart } from '@/lib/load-code';
import { onIdentityNeeded, onSecondFactorNeeded } from '@/lib/strong-sign-in';

const ReauthenticationDialog = lazyPart(
  async () => (await import('@/features/auth/reauthentication-dialog')).ReauthenticationDialog,
);

/** Asks for password or code when a call needs it, and leads to the set-up of a second factor where the account must have one. */
export function ReauthenticationHost() {
  const [answer, setAnswer] = useState<((confirmed: boolean) => void) | null>(null);
  const navigate = useNavigate();
  const leadToSetUp = useEffectEvent(() => void navigate('/profile', { replace: true }));
  useEffect(() => {
    const endIdentity = onIdentityNeeded(() => new Promise<boolean>((resolve) => setAnswer(() => resolve)));
    const endSetUp = onSecondFactorNeeded(() => leadToSetUp());
    return () => {
      endIdentity();
      endSetUp();
    };
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
