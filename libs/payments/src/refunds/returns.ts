import type { PaymentProof, Provider } from '@abato/paystack';
import type { SqlRunner } from '@abato/database';
import type { Confirmation, ConfirmingTransaction } from '../confirm/confirmation.service.js';
import { recordDifference } from '../reconcile/differences.js';

/** Statuses in which a refund has ended, one way or the other. */
const ENDED: ReadonlySet<Provider.RefundStatus> = new Set(['processed', 'failed', 'needs-attention']);

/**
 * What a webhook about a refund proves: only that the list of refunds is worth reading. It names no id, and two refunds of the same amount
 * may be told by the same bytes.
 * @returns null while the refund is under way
 */
export function refundTold(status: Provider.RefundStatus): PaymentProof | null {
  return ENDED.has(status) ? { status: 'refund-told', providerStatus: `refund_${status}` } : null;
}

/**
 * What a refund in the provider's list proves about its payment.
 * @param askedAt when the provider was asked
 * @param refundId of our own refund, if it is one
 * @returns null when there is nothing to settle: under way, without an id or amount, or failed and not ours
 */
export function refundProof(refund: Provider.Refund, askedAt: Date, refundId?: string): PaymentProof | null {
  const { id, status, amount, currency, disputeId } = refund;
  const providerStatus = `refund_${status}`;
  if (status === 'failed' || status === 'needs-attention')
    return refundId ? { status: 'refund-stuck', providerStatus, askedAt } : null;
  if (status !== 'processed' || !id || amount === null) return null;
  const back = disputeId
    ? ({ source: 'DISPUTE', id: disputeId } as const)
    : ({ source: 'REFUND', id, ...(refundId && { refundId }) } as const);
  return { status: 'reversed', amount, currency: currency ?? undefined, providerStatus, back };
}

/** Our note on a refund, by which it is found in the provider's list when the answer was lost. */
export const noteOf = (refundId: string): string => `Refund ${refundId}`;

/** What has become of one payment's money, by our books. */
export interface MoneyLeft {
  paymentId: string;
  takenPesewas: number;
  returnedPesewas: number;
  currency: string;
  /** Our own refund. */
  refund: { id: string; status: string; providerId: string | null; amountPesewas: number } | null;
  /** Ids of the refunds at the provider that are written down. */
  known: readonly string[];
}

/** @returns null for an unknown reference */
export async function moneyLeft(sql: SqlRunner, reference: string): Promise<MoneyLeft | null> {
  const { rows } = await sql.query<MoneyLeft>(
    `SELECT p.id AS "paymentId", coalesce(p.provider_amount_pesewas, p.amount_pesewas) AS "takenPesewas",
       p.returned_pesewas AS "returnedPesewas", coalesce(p.provider_currency, p.currency) AS currency,
       (SELECT jsonb_build_object('id', r.id, 'status', r.status, 'providerId', r.provider_refund_id, 'amountPesewas', r.amount_pesewas)
         FROM refunds r WHERE r.payment_id = p.id) AS refund,
       ARRAY(SELECT m.source_id FROM money_returns m WHERE m.payment_id = p.id AND m.source = 'REFUND') AS known
     FROM payments p WHERE p.reference = $1`,
    [reference],
  );
  return rows[0] ?? null;
}

/**
 * Whether a refund at the provider is the one that we asked for: by its id, else by note, currency and amount. One that needs attention is
 * ours whatever is left by now: it holds the money until it ends.
 */
export function isOurs(refund: Provider.Refund, { refund: own, currency }: MoneyLeft): boolean {
  if (!own) return false;
  if (own.providerId !== null && refund.id === own.providerId) return true;
  return (
    refund.note === noteOf(own.id) &&
    (refund.amount === own.amountPesewas || refund.status === 'needs-attention') &&
    (refund.currency ?? currency) === currency
  );
}

/**
 * Settle what the provider's list says about one payment, each refund by itself and in its own transaction: a crash leaves the rest to the
 * next reading.
 * @param refunds of this payment's transaction and of no other
 * @param askedAt when the provider was asked for them
 * @returns the money that is left afterwards, without what other refunds under way will take; null for an unknown reference
 */
export async function confirmReturns(
  confirmation: Pick<Confirmation, 'transaction'>,
  sql: SqlRunner,
  reference: string,
  { refunds, askedAt }: { refunds: readonly Provider.Refund[]; askedAt: Date },
): Promise<(MoneyLeft & { underWayPesewas: number }) | null> {
  const money = await moneyLeft(sql, reference);
  if (!money) return null;
  for (const refund of refunds) {
    if (refund.id !== null && money.known.includes(refund.id)) continue;
    const proof = refundProof(refund, askedAt, isOurs(refund, money) ? money.refund?.id : undefined);
    // One of ours that failed before we asked again says nothing about the one under way.
    if (!proof || (proof.status === 'refund-stuck' && refund.id !== money.refund?.providerId)) continue;
    await confirmation.transaction(async (transaction) => {
      await confirmOne(transaction, reference, { refund, money, refunds }, proof);
    });
  }
  const now = (await moneyLeft(sql, reference)) ?? money;
  const underWay = refunds.filter(
    (refund) => !isOurs(refund, now) && !['processed', 'failed'].includes(refund.status),
  );
  return { ...now, underWayPesewas: sumOf(underWay) };
}

async function confirmOne(
  { sql, now, confirm }: ConfirmingTransaction,
  reference: string,
  {
    refund,
    money,
    refunds,
  }: { refund: Provider.Refund; money: MoneyLeft; refunds: readonly Provider.Refund[] },
  proof: NonNullable<ReturnType<typeof refundProof>>,
): Promise<void> {
  const result = await confirm({ reference, proof, source: 'refund' });
  // Ours went through, and something is left because another one did not.
  if (result?.to === 'REFUNDING' && proof.back?.source === 'REFUND' && proof.back.refundId)
    await confirm({ reference, proof: { status: 'refund-again' }, source: 'refund' });
  if (result?.situation !== 'returned-before' || refund.disputeId) return;
  const processed = refunds.filter(({ status, disputeId }) => status === 'processed' && !disputeId);
  if (sumOf(processed) > money.takenPesewas)
    await recordDifference(sql, money.paymentId, 'returned-too-much', now);
}

const sumOf = (refunds: readonly Provider.Refund[]): number =>
  refunds.reduce((sum, { amount }) => sum + (amount ?? 0), 0);
