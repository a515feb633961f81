import type { PublicContestView } from '@abato/contracts';
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { Spinner } from '@/components/spinner';
import { loadCode } from '@/lib/load-code';
import { type PhoneProof, proofFor } from './phone-proof';

const loadPanel = () => import('./code-panel');
const CodePanel = lazy(async () => ({ default: (await loadCode(loadPanel)).CodePanel }));

/**
 * The proof of the voter's number, in contests that ask for one.
 * @returns whether the contest does, what sends a code, and what is shown instead of the form while a code is waited for
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
          <CodePanel
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
