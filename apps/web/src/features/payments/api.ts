import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { ApiError } from '@/lib/api';
import { forgetPendingPayment } from '@/lib/payment/pending-payment';
import { forgetVoteAgain } from '@/lib/payment/vote-again';
import { type VerificationResult, verifyPayment } from '@/lib/payment/verify-payment';
import { publicContestKey } from '@/lib/public-contest';

/** A mobile-money prompt can be answered for three minutes: the page asks again by itself for a little longer. */
const AUTO_CHECK_MS = 5000;
const AUTO_CHECKS = 60;

const isOpen = ({ state }: { state: { data?: VerificationResult | undefined } }) =>
  state.data?.outcome !== 'success';

/**
 * What became of a payment, asked until it is decided.
 * @param cancelled whether the payer turned back on the provider's page
 */
export function verificationQuery(reference: string, cancelled: boolean) {
  return queryOptions({
    queryKey: ['payment-verification', reference],
    queryFn: ({ signal }) => verifyPayment(reference, cancelled, signal),
    staleTime: 0,
    gcTime: 0,
    retry: (failures, error) => failures < 2 && !(error instanceof ApiError && error.status < 500),
    // A success is final.
    refetchOnWindowFocus: isOpen,
    refetchOnReconnect: isOpen,
    refetchInterval: ({ state: { data, dataUpdateCount } }) => {
      // The server's answer may be three seconds old: who paid right after a refusal is asked about once more.
      const most = data?.outcome === 'unknown' ? AUTO_CHECKS : data?.outcome === 'failure' ? 2 : 0;
      return dataUpdateCount < most ? AUTO_CHECK_MS : false;
    },
  });
}

/** Whether a failed check says nothing about the payment: no answer came, or one of a server that has too much to do. */
export function saysNothing(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status >= 500 || error.status === 429;
}

/** After a success: the record of the payment is removed, and contests show the new votes. */
export function useSettled(): () => void {
  const client = useQueryClient();
  return useCallback(() => {
    forgetPendingPayment();
    forgetVoteAgain();
    void client.invalidateQueries({ queryKey: publicContestKey });
  }, [client]);
}
