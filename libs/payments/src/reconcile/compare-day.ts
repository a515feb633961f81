import { ProviderError, type PaystackClient, type PaymentProof, type Provider } from '@abato/paystack';
import type { SqlRunner } from '@abato/database';
import { PAYMENT_STATES, type PaymentState } from '../rules/payment-state.js';
import type { PaymentUpdate, ConfirmationResult } from '../confirm/lock-and-read.js';

const DAY_MS = 86_400_000;
/** A provider page holds 100: more than a million payments in a day is a mistake in the answer. */
const MOST_PAGES = 10_000;

/**
 * How the two books may differ: a success at the provider with a reference that is not ours; one that we have not booked; one of
 * another amount than we have; a counted payment that the provider does not call a success.
 */
export type DifferenceClass = 'unknown-reference' | 'not-booked' | 'amount-differs' | 'not-at-provider';

export interface BookDifference {
  class: DifferenceClass;
  reference: string;
  paymentId: string | null;
  contestId: string | null;
  state: PaymentState | null;
  /** What the provider says it took, and what we booked, in pesewas; null where there is none. */
  theirs: number | null;
  ours: number | null;
}

export interface DayComparison {
  /** Successes at the provider. */
  successes: number;
  /** What was settled on the way, because one side knew more. */
  settled: { reference: string; from: PaymentState; to: PaymentState }[];
  /** What is left. */
  differences: BookDifference[];
}

interface OurPayment {
  id: string;
  reference: string;
  contest_id: string;
  state: PaymentState;
  amount_pesewas: number;
  provider_amount_pesewas: number | null;
}

/**
 * Compare the payments begun on one day with the provider's list, both ways.
 * @param day its start, in UTC
 * @param options.settle settles what one side knows and the other does not; without it nothing is changed
 * @param options.pause waits when the limit of calls is used up
 * @throws ProviderError when the provider gives no answer
 */
export async function compareDay(
  sql: SqlRunner,
  client: Pick<PaystackClient, 'list' | 'verify'>,
  day: Date,
  options: {
    /** In a transaction that also shows what went back unnoticed. */
    confirm?: (update: PaymentUpdate) => Promise<ConfirmationResult | null>;
    pause: (seconds: number) => Promise<void>;
  },
): Promise<DayComparison> {
  const span = { from: day, to: new Date(day.getTime() + DAY_MS - 1) };
  const patient = <T>(call: () => Promise<T>): Promise<T> => patiently(call, options.pause);
  const theirs = await listOfProvider(client, span, patient);
  const ours = await listOfOurs(sql, span, [...theirs.keys()]);
  const comparison: DayComparison = { successes: theirs.size, settled: [], differences: [] };
  const confirm = async (own: OurPayment, proof: PaymentProof): Promise<PaymentState> => {
    const confirmation = await options.confirm?.({ reference: own.reference, proof, source: 'list' });
    if (!confirmation || confirmation.from === confirmation.to) return own.state;
    comparison.settled.push({ reference: own.reference, from: confirmation.from, to: confirmation.to });
    return confirmation.to;
  };
  const differ = (name: DifferenceClass, reference: string, own?: OurPayment, state = own?.state): void => {
    comparison.differences.push({
      class: name,
      reference,
      paymentId: own?.id ?? null,
      contestId: own?.contest_id ?? null,
      state: state ?? null,
      theirs: finite(theirs.get(reference)?.proof.amount),
      ours: own ? bookedOf(own) : null,
    });
  };
  for (const [reference, { proof }] of theirs) {
    const own = ours.get(reference);
    if (!own) differ('unknown-reference', reference);
    else if (!isBooked(own.state)) {
      const state = await confirm(own, proof);
      if (!isBooked(state)) differ('not-booked', reference, own, state);
    } else if (isCounted(own.state) && proof.amount !== bookedOf(own)) {
      differ('amount-differs', reference, own);
    }
  }
  for (const own of ours.values()) {
    if (!isCounted(own.state) || theirs.has(own.reference)) continue;
    // The list leaves out what went back; asking says so.
    const proof = options.confirm ? await patient(() => ask(client, own.reference)) : null;
    const state = proof ? await confirm(own, proof) : own.state;
    if (isCounted(state) && proof?.status !== 'success') differ('not-at-provider', own.reference, own, state);
  }
  return comparison;
}

const isCounted = (state: PaymentState): boolean => PAYMENT_STATES[state].kind === 'counted';

/** Counted, held for a person, or known to be money that has to go back: the success is in the books. */
function isBooked(state: PaymentState): boolean {
  return ['counted', 'held', 'refund', 'reversed'].includes(PAYMENT_STATES[state].kind);
}

/** What we say was taken: as the provider told us, which for an accepted payment is not what was asked. */
const bookedOf = (own: OurPayment): number => own.provider_amount_pesewas ?? own.amount_pesewas;
const finite = (amount: number | undefined): number | null =>
  amount !== undefined && Number.isFinite(amount) ? amount : null;

/** No payer waits for these calls: while the limit is used up they wait. */
async function patiently<T>(call: () => Promise<T>, pause: (seconds: number) => Promise<void>): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof ProviderError) || error.failure !== 'rate-limited') throw error;
      await pause(error.details.retryAfter ?? 60);
    }
  }
}

async function ask(client: Pick<PaystackClient, 'verify'>, reference: string): Promise<PaymentProof> {
  try {
    return (await client.verify(reference, 'books')).proof;
  } catch (error) {
    if (error instanceof ProviderError && error.failure === 'not-found') return { status: 'not-found' };
    throw error;
  }
}

async function listOfProvider(
  client: Pick<PaystackClient, 'list'>,
  span: { from: Date; to: Date },
  patient: <T>(call: () => Promise<T>) => Promise<T>,
): Promise<Map<string, Provider.Transaction>> {
  const found = new Map<string, Provider.Transaction>();
  let at: Provider.ListPosition | undefined;
  for (let pages = 0; pages < MOST_PAGES; pages++) {
    const here = at;
    const { items, next } = await patient(() => client.list({ status: 'success', ...span, at: here }));
    for (const item of items) if (item.reference) found.set(item.reference, item);
    if (!next) return found;
    at = next;
  }
  throw new ProviderError('unknown', `the list has more than ${MOST_PAGES} pages`);
}

async function listOfOurs(
  sql: SqlRunner,
  span: { from: Date; to: Date },
  references: string[],
): Promise<Map<string, OurPayment>> {
  const { rows } = await sql.query<OurPayment>(
    `SELECT id, reference, contest_id, state, amount_pesewas, provider_amount_pesewas FROM payments
     WHERE method = 'PAYSTACK' AND (reference = ANY($1)
       OR (state IN ('COMPLETED', 'DISPUTED') AND created_at BETWEEN $2 AND $3))`,
    [references, span.from, span.to],
  );
  return new Map(rows.map((row) => [row.reference, row]));
}
