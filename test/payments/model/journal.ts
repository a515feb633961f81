import type pg from 'pg';
import { JOURNAL_ACCOUNTS, type JournalAccount } from '@abato/contracts';
import { MODEL_FEE } from './provider.js';
import { reckonedCharge } from './terms.js';
import type { World } from './world.js';

/** The books in double entry against the invented provider's money (ADR 122). */

interface JournalledPayment {
  id: string;
  reference: string;
  state: string;
  fees_pesewas: number | null;
  returned_pesewas: number;
}
type Balance = Record<JournalAccount, number>;

const OWED = ['DUPLICATE_PAID', 'LATE_PAID', 'REFUND_DUE', 'REFUNDING', 'REFUND_ATTENTION'];
const GONE = ['REFUNDED', 'REVERSED'];
const IN_BOOKS = ['COMPLETED', 'DISPUTED', 'REVIEW', ...OWED, ...GONE];

/**
 * Each payment's accounts sum to zero, its clearing account is what the provider has of it, and the parts of platform and host are those of the
 * policy, reckoned here and not read from the product's rows, less their shares of what went back.
 */
export async function checkJournal(
  world: World,
  pool: pg.Pool,
  payments: readonly JournalledPayment[],
): Promise<void> {
  const sums = JOURNAL_ACCOUNTS.map((account) => `sum(${account})::bigint AS ${account}`).join(', ');
  const { rows } = await pool.query<Balance & { payment_id: string }>(
    `SELECT payment_id, ${sums} FROM journal WHERE contest_id = $1 GROUP BY payment_id`,
    [world.contestId],
  );
  const posted = new Map(rows.map((row) => [row.payment_id, row]));
  for (const payment of payments) {
    const balance = posted.get(payment.id) ?? nothing();
    const sum = JOURNAL_ACCOUNTS.reduce((total, account) => total + balance[account], 0);
    if (sum !== 0) throw new Error(`${payment.reference}: the journal sums to ${sum}`);
    const differs = difference(balance, expected(world, payment));
    if (differs)
      throw new Error(`${payment.reference} (${payment.state}): the journal differs in ${differs}`);
  }
}

const nothing = (): Balance => Object.fromEntries(JOURNAL_ACCOUNTS.map((account) => [account, 0])) as Balance;

function difference(is: Balance, should: Balance): string | undefined {
  const account = JOURNAL_ACCOUNTS.find((one) => is[one] !== should[one]);
  return account && `${account}: ${is[account]} instead of ${should[account]}`;
}

function expected(world: World, payment: JournalledPayment): Balance {
  const transaction = world.provider.transactions.get(payment.reference);
  const balance = nothing();
  const { state } = payment;
  if (!IN_BOOKS.includes(state) || !transaction?.paidAt || transaction.currency !== 'GHS') return balance;
  const { paid, asked } = transaction;
  // What a super admin says has gone back is gone for the books, wherever it is: `checkMoney` compares that with the provider.
  const back = GONE.includes(state) ? paid : Math.min(paid, payment.returned_pesewas);
  balance.losses = Math.max(payment.returned_pesewas - paid, 0);
  // Of a payment that was first heard of when its money was back the provider never told the fee.
  const fee = GONE.includes(state) && payment.fees_pesewas === null ? 0 : MODEL_FEE;
  const left = paid - back;
  const isHostBearer = world.terms.bearer === 'host';
  balance.provider_clearing = left - fee - balance.losses;
  balance.provider_fee = fee;
  if (state === 'REVIEW') {
    balance.under_review = -left;
    return normal(balance);
  }
  balance.fee_recovered = isHostBearer ? -fee : 0;
  const hostFee = isHostBearer ? fee : 0;
  if (OWED.includes(state) || state === 'DISPUTED') {
    balance[state === 'DISPUTED' ? 'disputes' : 'refunds'] = -left;
    balance.organiser_payable = hostFee;
    return normal(balance);
  }
  const charge = Math.min(reckonedCharge(asked, world.terms.bearer), paid);
  const platform = Math.floor((charge * left) / paid);
  balance.platform_fee = -platform;
  balance.organiser_payable = platform + hostFee - left;
  return normal(balance);
}

/** -0 is no other amount than 0. */
const normal = (balance: Balance): Balance =>
  Object.fromEntries(Object.entries(balance).map(([account, amount]) => [account, amount + 0])) as Balance;
