import type {
  BrowserTokenAnswer,
  ChargePaymentResult,
  InitializePaymentResult,
  MobileNetwork,
  PersonChallenge,
  RequestedVerification,
  VoterToken,
  WaitingVerification,
} from '@abato/contracts';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { api, ApiError } from '@/lib/api';
import { verifyPayment } from '@/lib/payment/verify-payment';
import { PROMPT_MS, type Charge, type ChargeProgress } from './charge';

/** POST /voters/verification: a code by SMS, or a number that the phone dials. */
export function requestProof(
  contestId: string,
  phone: string,
  channel: 'sms' | 'ussd',
): Promise<RequestedVerification> {
  return api.post('/voters/verification', { contestId, phone, channel });
}

const ASK_DIALLED_MS = 3_000;
/** The socket tells at once; a message can be lost. */
const ASK_BESIDE_SOCKET_MS = 10_000;

/** POST /voters/verification/{id} without a code: whether the phone has dialled. @param polling no socket will tell */
export function dialledQuery(id: string, polling: boolean) {
  return queryOptions({
    queryKey: ['dialled', id],
    queryFn: ({ signal }) =>
      api.ask<VoterToken | WaitingVerification>(`/voters/verification/${id}`, {}, { signal }),
    staleTime: 0,
    gcTime: 0,
    // A refusal is final; without a connection the next interval asks.
    retry: false,
    refetchOnWindowFocus: 'always' as const,
    refetchInterval: ({ state }) => {
      if (state.error instanceof ApiError || (state.data && 'voterToken' in state.data)) return false;
      return polling ? ASK_DIALLED_MS : ASK_BESIDE_SOCKET_MS;
    },
  });
}

/** POST /voters/verification/{id} */
export function confirmCode(id: string, code: string): Promise<VoterToken> {
  return api.post(`/voters/verification/${id}`, { code });
}

/** POST /votes/challenge: arithmetic that this browser has to do before the vote is taken. */
export function requestPersonCheck(contestId: string, idempotencyKey: string): Promise<PersonChallenge> {
  return api.ask('/votes/challenge', { contestId }, { headers: { 'Idempotency-Key': idempotencyKey } });
}

/** POST /voters/browser: a token for this browser, or the person check that it costs. */
export function requestBrowserToken(deviceId: string, challenge?: string): Promise<BrowserTokenAnswer> {
  return api.ask('/voters/browser', { deviceId, challenge });
}

const paystack = '/payments/paystack';

/** POST /payments/paystack/initialize. @param asking ends the asking after a lost answer */
export function initializePayment(
  voteId: string,
  phoneNumber: string,
  asking: AbortSignal,
): Promise<InitializePaymentResult> {
  return api.post(`${paystack}/initialize`, { voteId, phoneNumber }, { asking });
}

/** POST /payments/paystack/charge. While a prompt may be on the phone the server answers with that one instead of a second. */
export function chargePhone(
  voteId: string,
  phoneNumber: string,
  network: MobileNetwork,
  asking: AbortSignal,
): Promise<ChargePaymentResult> {
  return api.post(`${paystack}/charge`, { voteId, phoneNumber, network }, { asking });
}

const chargePath = (reference: string) => `${paystack}/charge/${encodeURIComponent(reference)}`;
const chargeKey = (reference: string) => ['charge', reference];

const ASK_EVERY_MS = 4_000;
/** After the prompt has gone, changes are rare. */
const ASK_LATER_MS = 15_000;

/** What became of a charge, asked until it is decided; while it is open, what the payer has to do. */
export function chargeProgressQuery({ reference, step, message, url, startedAt }: Charge) {
  return queryOptions({
    queryKey: chargeKey(reference),
    queryFn: ({ signal }) => readProgress(reference, signal),
    initialData: { reference, step, message, url, counted: false },
    staleTime: 0,
    gcTime: 0,
    // The payer comes back from the dialler or the other app.
    refetchOnWindowFocus: 'always' as const,
    refetchInterval: ({ state }) => {
      if (state.data?.counted || state.data?.step === 'failed') return false;
      return Date.now() - startedAt < PROMPT_MS ? ASK_EVERY_MS : ASK_LATER_MS;
    },
  });
}

/** GET /payments/paystack/verify/{reference}, then, while it is open, GET /payments/paystack/charge/{reference}. */
async function readProgress(reference: string, signal: AbortSignal): Promise<ChargeProgress> {
  const { outcome, message } = await verifyPayment(reference, false, signal);
  if (outcome === 'success') return { reference, step: 'done', message, counted: true };
  if (outcome === 'failure') return { reference, step: 'failed', message, counted: false };
  const step = await api.get<ChargePaymentResult>(chargePath(reference), { signal });
  return { ...step, counted: step.step === 'done' };
}

/** POST /payments/paystack/charge/{reference}/{otp, pin, phone, birthday or address}; the answer becomes the charge's progress. */
export function useAnswerCharge(
  reference: string,
  path: string,
): (answer: Record<string, string>) => Promise<void> {
  const client = useQueryClient();
  return async (answer) => {
    // An answer that was asked for before this was sent would bring the old state back.
    await client.cancelQueries({ queryKey: chargeKey(reference) });
    const next = await api.post<ChargePaymentResult>(`${chargePath(reference)}/${path}`, answer);
    client.setQueryData<ChargeProgress>(chargeKey(reference), { ...next, counted: false });
  };
}
