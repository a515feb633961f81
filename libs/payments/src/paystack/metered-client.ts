import { Histogram, type Registry } from 'prom-client';
import type { Environment } from '@abato/platform';
import type { CallGate } from '../limits/shared-call-limit.js';
import { PaystackClient } from './paystack-client.js';
import { CALLS } from './transport.js';

const OUTCOMES = ['ok', 'rejected', 'rate-limited', 'unreachable', 'not-found', 'unknown', 'held-back'];

/** The client of this process, its calls measured by name and outcome, and limited together with those of all others. */
export function createPaystackClient(
  env: Pick<Environment, 'PAYSTACK_BASE_URL' | 'PAYSTACK_SECRET_KEY'>,
  metrics: Registry,
  gate: CallGate,
): PaystackClient {
  const duration = new Histogram({
    name: 'abato_provider_call_seconds',
    help: 'Calls to the payment provider by call and outcome',
    labelNames: ['call', 'outcome'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10],
    registers: [metrics],
  });
  // A series that appears with its first value shows no increase: the first refusal of the night would go unnoticed.
  for (const call of CALLS) for (const outcome of OUTCOMES) duration.zero({ call, outcome });
  return new PaystackClient(
    { baseUrl: env.PAYSTACK_BASE_URL, secretKey: env.PAYSTACK_SECRET_KEY },
    (call, outcome, seconds) => duration.observe({ call, outcome }, seconds),
    gate,
  );
}
