import type { PublicContestView } from '@abato/contracts';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { Spinner } from '@/components/spinner';
import { lazyPart } from '@/lib/load-code';
import { type Charge, ongoingCharge, rememberCharge } from '../charge';

const loadPanel = () => import('./charge-panel');
const ChargePanel = lazyPart(async () => (await loadPanel()).ChargePanel);

/**
 * The prompt on the payer's phone, in place of the form while there is one.
 * @param isExpected its code is fetched before the button is pressed
 */
export function useCharge(contest: PublicContestView, contestantId: string, isExpected: boolean) {
  const [charge, setCharge] = useState(() => ongoingCharge(contestantId));
  useEffect(() => {
    if (isExpected) void loadPanel().catch(() => undefined);
  }, [isExpected]);
  const showCharge = (next: Charge | null) => {
    rememberCharge(next);
    setCharge(next);
  };
  const chargePanel = (onCounted: () => void): ReactNode =>
    charge && (
      <Suspense fallback={<Spinner size="large" />}>
        <ChargePanel
          charge={charge}
          contest={contest}
          onCounted={() => {
            showCharge(null);
            onCounted();
          }}
          onAgain={() => showCharge(null)}
        />
      </Suspense>
    );
  return { showCharge, chargePanel };
}
