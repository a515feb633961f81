import { PAYMENT_STATES, type PaymentState } from '@abato/domain';
import {
  announceSettlements,
  LIST_PAGE_SIZE,
  ProviderError,
  settle,
  type ProviderTransaction,
} from '@abato/payments';
import { needed, Refusal, type Command } from '../command.js';
import type { Operator } from '../operator.js';

const DAY_MS = 86_400_000;
/** A provider page holds 100: more than a million payments in a day is a mistake in the answer. */
const MOST_PAGES = 10_000;

interface OurPayment {
  reference: string;
  state: PaymentState;
  amount_pesewas: number;
}

/** Compare a day's books with the provider's, both ways. */
export const reconcileDay: Command = {
  name: 'reconcile-day',
  summary: "Compare one day's payments with the provider's list, both ways",
  options: {
    date: {
      type: 'string',
      value: 'YYYY-MM-DD',
      meaning: 'the day on which the payments were begun, in UTC',
    },
    settle: { type: 'boolean', meaning: 'settle what the provider calls paid and we do not' },
  },
  details: `
Lists payments that the provider calls successful and we have not booked, that we call successful and the provider does not list, whose
amounts differ, and successes with a reference that is not ours. Without --settle it changes nothing. Run it for yesterday, when
the day is over everywhere. Ends with exit code 2 when something differs (or is left over after --settle).`,
  settings: ['DATABASE_URL', 'REDIS_URL', 'DATA_ENCRYPTION_KEY', 'PAYSTACK_SECRET_KEY', 'PAYSTACK_BASE_URL'],
  async run(given, operator) {
    const date = needed(given, 'date');
    const from = new Date(`${date}T00:00:00Z`);
    if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || Number.isNaN(from.getTime())) {
      throw new Refusal('--date must look like 2026-11-20');
    }
    const to = new Date(from.getTime() + DAY_MS - 1);
    const theirs = await listOfProvider(operator, from, to);
    const ours = await listOfOurs(operator, from, to, [...theirs.keys()]);
    let left = 0;
    const report = (text: string): void => {
      left++;
      operator.print(text);
    };
    for (const [reference, transaction] of theirs) {
      const own = ours.get(reference);
      if (!own) {
        report(`${reference}: the provider has a success, and we do not know the reference`);
      } else if (!isBooked(own.state)) {
        const state = given.options['settle'] ? await settleNow(operator, transaction) : own.state;
        if (state && isBooked(state)) operator.print(`${reference}: settled now: ${own.state} -> ${state}`);
        else report(`${reference}: the provider has a success, ours is ${state ?? 'unknown'}`);
      } else if (transaction.proof.amount !== undefined && transaction.proof.amount < own.amount_pesewas) {
        report(
          `${reference}: the provider took ${transaction.proof.amount} pesewas, we booked ${own.amount_pesewas}`,
        );
      }
    }
    for (const { reference, state } of ours.values()) {
      if (PAYMENT_STATES[state].kind === 'counted' && !theirs.has(reference)) {
        report(`${reference}: we call it ${state}, and the provider does not list it as a success`);
      }
    }
    operator.print(`${date}: ${theirs.size} successes at the provider, ${left} differences`);
    return left ? 2 : 0;
  },
};

/** Counted, or known to be money that has to go back: both mean that the success is in the books. */
function isBooked(state: PaymentState): boolean {
  return ['counted', 'refund', 'reversed'].includes(PAYMENT_STATES[state].kind);
}

async function listOfProvider(
  operator: Operator,
  from: Date,
  to: Date,
): Promise<Map<string, ProviderTransaction>> {
  const found = new Map<string, ProviderTransaction>();
  try {
    for (let page = 1; page <= MOST_PAGES; page++) {
      const items = await operator.provider.list({ status: 'success', from, to, page });
      for (const item of items) if (item.reference) found.set(item.reference, item);
      if (items.length < LIST_PAGE_SIZE) return found;
    }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    throw new Refusal(`the provider gave no answer (${error.failure}): ${error.message}`);
  }
  throw new Refusal(`the provider's list has more than ${MOST_PAGES} pages`);
}

async function listOfOurs(
  operator: Operator,
  from: Date,
  to: Date,
  references: string[],
): Promise<Map<string, OurPayment>> {
  const { rows } = await operator.database.query<OurPayment>(
    `SELECT reference, state, amount_pesewas FROM payments
     WHERE method = 'PAYSTACK' AND (reference = ANY($1)
       OR (state IN ('COMPLETED', 'DISPUTED') AND created_at BETWEEN $2 AND $3))`,
    [references, from, to],
  );
  return new Map(rows.map((row) => [row.reference, row]));
}

async function settleNow(
  operator: Operator,
  { reference, proof }: ProviderTransaction,
): Promise<PaymentState | null> {
  const context = { now: operator.now, domain: operator.provider.domain, secrets: operator.secrets };
  const settlement = await settle(
    operator.database,
    { reference: reference ?? '', proof, source: 'list' },
    context,
  );
  if (settlement) await announceSettlements([settlement], await operator.signals());
  return settlement?.to ?? null;
}
