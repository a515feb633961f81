import type { AfterRefund, PaymentVerificationBody } from '@abato/contracts';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api, ApiError, queryString } from '@/lib/api';
import { forgetPayment } from '@/lib/payment/pending-payment';
import { publicContestKey } from '@/lib/public-contest';
import { paymentTexts } from '@/texts/en/payment';

/** What the return page can say about a payment. */
export interface VerificationResult {
  outcome: 'success' | 'failure' | 'unknown';
  /** For failures: the reason. */
  message: string;
  contestId: string | null;
  contestantName: string | null;
  voteCount: number | null;
  amount: number | null;
  /** Short code of the receipt, once counted. */
  receiptCode: string | null;
  /** What counts once money went back. */
  afterRefund: AfterRefund | null;
  /** It failed before any money moved. */
  nothingTaken: boolean;
  /** The answer as it came: our own few fields, nothing of the provider's. */
  raw: unknown;
}

type Loose = Record<string, unknown>;
const asObject = (value: unknown): Loose =>
  typeof value === 'object' && value !== null ? (value as Loose) : {};
const asText = (value: unknown): string | null => (typeof value === 'string' && value ? value : null);
const asNumber = (value: unknown): number | null => (typeof value === 'number' ? value : null);

function readAfterRefund(value: unknown): AfterRefund | null {
  const { countedVotes, returnedAmount } = asObject(value);
  return typeof countedVotes === 'number' && typeof returnedAmount === 'number'
    ? { countedVotes, returnedAmount }
    : null;
}

/**
 * Reads the verification answer (specification §3, §4): data at top level or under `data`; successful if `success` is true or
 * any status field says COMPLETED. This decides what is shown, never what is counted: the server alone counts.
 */
export function readVerification(body: unknown, failed: boolean): VerificationResult {
  const top = asObject(body);
  const data = asObject(top.data ?? top);
  const vote = asObject(data.vote);
  const payment = asObject(data.payment);
  const success =
    top.success === true ||
    [top.status, data.status, payment.status].some((status) => status === 'COMPLETED');
  return {
    outcome: success ? 'success' : failed ? 'failure' : 'unknown',
    message: asText(top.message) ?? paymentTexts.verificationFailed,
    contestId: asText(data.contestId) ?? asText(vote.contestId),
    contestantName: asText(asObject(vote.contestant).name),
    voteCount: asNumber(vote.voteCount),
    amount: asNumber(payment.amount) ?? asNumber(data.amount),
    receiptCode: asText(data.receiptCode),
    afterRefund: readAfterRefund(data.afterRefund),
    nothingTaken: data.nothingTaken === true,
    raw: body,
  };
}

/**
 * GET /payments/paystack/verify/{reference}. A payment that is still open answers 200 with `success: false`; a failed one
 * 402; both are results here. Everything else (unknown reference, no connection) is thrown.
 * @param cancelled whether the payer turned back on the provider's page: only then an open payment may be called failed
 */
export async function verifyPayment(
  reference: string,
  cancelled: boolean,
  signal?: AbortSignal,
): Promise<VerificationResult> {
  const path = `/payments/paystack/verify/${encodeURIComponent(reference)}${queryString({ cancelled: cancelled ? 'true' : '' })}`;
  try {
    return readVerification(await api.body<PaymentVerificationBody>(path, { signal }), false);
  } catch (error) {
    if (error instanceof ApiError && error.status < 300) return readVerification(error.body, false);
    if (error instanceof ApiError && error.status === 402) return readVerification(error.body, true);
    throw error;
  }
}

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

/** After a success: what the tab keeps of the payment is removed, and contests show the new votes. */
export function useSettled(): () => void {
  const client = useQueryClient();
  return useCallback(() => {
    forgetPayment();
    void client.invalidateQueries({ queryKey: publicContestKey });
  }, [client]);
}
