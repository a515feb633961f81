import type { PublicContestView } from '@abato/contracts';
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { Spinner } from '@/components/spinner';
import { loadCode } from '@/lib/load-code';
import { type PhoneProof, proofFor } from './phone-proof';

const loadPanel = () => import('./proof-panel');
const ProofPanel = lazy(async () => ({ default: (await loadCode(loadPanel)).ProofPanel }));

/**
 * The proof of the voter's number, in contests that ask for one.
 * @returns whether the contest does, what begins the proof, and what is shown instead of the form while it is waited for
 */
export function usePhoneProof({ id, verification, votePrice }: PublicContestView) {
  const verified = verification !== 'OPEN' && votePrice === 0;
  useEffect(() => {
    if (verified) void loadPanel().catch(() => undefined);
  }, [verified]);
  const [proof, setProof] = useState<PhoneProof | null>(null);
  return {
    verified,
    prove: async (phone: string) => setProof(await proofFor(id, phone)),
    /** @param cast resolves when the vote was sent, in whatever way that ended */
    panel: (progress: string | null, cast: () => Promise<unknown>): ReactNode =>
      proof && (
        <Suspense fallback={<Spinner size="large" />}>
          <ProofPanel
            proof={proof}
            progress={progress}
            onProof={setProof}
            onProven={async () => {
              await cast();
              setProof(null);
            }}
            onBack={() => setProof(null)}
          />
        </Suspense>
      ),
  };
}
