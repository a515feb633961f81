import { sqlFile, type SqlRunner } from '@abato/database';
import { PAYMENT_STATES, type PaymentState, type PaymentStateKind } from '../rules/payment-state.js';

const POST = sqlFile(import.meta.url, './post-journal.sql');
/** Payments of one statement of `postAll`. */
const BATCH = 1_000;
const STATES = Object.keys(PAYMENT_STATES) as PaymentState[];
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Where the money of a payment is: divided, owed to its payer, set aside for a dispute, held, or back with its payer. */
type Place = 'kept' | 'owed' | 'disputed' | 'held' | 'gone';

/** Of held payments it is not decided whose they are: they are under review until a person has said so. */
const PLACE_OF: Partial<Record<PaymentState | PaymentStateKind, Place>> = {
  DISPUTED: 'disputed',
  REFUNDED: 'gone',
  counted: 'kept',
  held: 'held',
  refund: 'owed',
  reversed: 'gone',
};
const placeOf = (state: PaymentState): Place | undefined =>
  PLACE_OF[state] ?? PLACE_OF[PAYMENT_STATES[state].kind];

const PLACES = JSON.stringify(Object.fromEntries(STATES.map((state) => [state, placeOf(state)])));

/** Whether the books have money of payments in this state. */
export const isInJournal = (state: PaymentState): boolean => placeOf(state) !== undefined;

/**
 * Post what has changed about the money of payments, in the transaction that changed them. The caller holds their locks. (ADR 122)
 * @returns how many entries were written
 */
export async function postJournal(sql: SqlRunner, paymentIds: readonly string[], now: Date): Promise<number> {
  if (!paymentIds.length) return 0;
  const { rowCount } = await sql.query({
    name: 'post-journal',
    text: POST,
    values: [paymentIds, now, PLACES],
  });
  return rowCount ?? 0;
}

/**
 * Post what is missing: payments from before there was a journal, and what a release without one has settled.
 * @param transaction runs a batch
 * @returns payments looked at and entries written
 */
export async function postAll(
  transaction: <T>(work: (sql: SqlRunner) => Promise<T>) => Promise<T>,
  now: Date,
): Promise<{ payments: number; entries: number }> {
  const done = { payments: 0, entries: 0 };
  for (let after: string | undefined = FIRST_ID; after !== undefined;) {
    const last: string = after;
    after = await transaction(async (sql) => {
      const { rows } = await sql.query<{ id: string }>(
        'SELECT id FROM payments WHERE id > $1 AND state = ANY($2) ORDER BY id LIMIT $3 FOR UPDATE',
        [last, STATES.filter(isInJournal), BATCH],
      );
      done.payments += rows.length;
      done.entries += await postJournal(
        sql,
        rows.map(({ id }) => id),
        now,
      );
      return rows.at(-1)?.id;
    });
  }
  return done;
}
