import { cannotProveSoon, type PublicContestView } from '@abato/contracts';
import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { Spinner } from '@/components/spinner';
import { ApiError } from '@/lib/api';
import { lazyPart } from '@/lib/load-code';
import { type PhoneProof, proofFor } from './phone-proof';

const loadPanel = () => import('./later/proof-panel');
const ProofPanel = lazyPart(async () => (await loadPanel()).ProofPanel);

/**
 * The proof of the voter's number: in contests that ask for one, and in open ones once an address has given very many votes.
 * @returns whether the contest asks always, what begins the proof, and what is shown instead of the form while it is waited for
 */
export function usePhoneProof({ id, verification, votePrice }: PublicContestView) {
  const verified = verification !== 'OPEN' && votePrice === 0;
  useEffect(() => {
    if (verified) void loadPanel().catch(() => undefined);
  }, [verified]);
  const [proof, setProof] = useState<PhoneProof | null>(null);
  // Of several ways out of the panel that were pressed, the first sends the vote: a second one would be another vote.
  const isOpen = useRef(false);
  const leaveBy = (send: () => Promise<unknown>) => async () => {
    if (!isOpen.current) return;
    isOpen.current = false;
    await send();
    setProof(null);
  };
  return {
    verified,
    /** @returns false where the number cannot be proven now and the vote may be sent without a proof @throws ApiError, NetworkError */
    prove: async (phone: string): Promise<boolean> => {
      try {
        setProof(await proofFor(id, phone));
        isOpen.current = true;
        return true;
      } catch (error) {
        if (verified || !(error instanceof ApiError && cannotProveSoon(error))) throw error;
        return false;
      }
    },
    /** @param cast resolves when the vote was sent, in whatever way that ended; `castUnproven` sends it to be held */
    panel: (
      progress: string | null,
      cast: () => Promise<unknown>,
      castUnproven: () => Promise<unknown>,
    ): ReactNode =>
      proof && (
        <Suspense fallback={<Spinner size="large" />}>
          <ProofPanel
            proof={proof}
            progress={progress}
            onProof={setProof}
            onProven={leaveBy(cast)}
            onUnproven={verified ? null : leaveBy(castUnproven)}
            onBack={() => {
              isOpen.current = false;
              setProof(null);
            }}
          />
        </Suspense>
      ),
  };
}
