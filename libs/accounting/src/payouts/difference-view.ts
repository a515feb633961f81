import {
  cedisFromPesewas,
  type SettlementDifference,
  type SettlementDifferenceClass,
} from '@abato/contracts';

/** A row of `settlement_differences`; times of JSON are texts. */
export interface DifferenceRow {
  class: SettlementDifferenceClass;
  subject: string;
  providerId: string | null;
  theirsPesewas: number | null;
  oursPesewas: number | null;
  foundAt: string | Date;
}

/** Whose subject begins with a payment's reference. */
const ABOUT_A_PAYMENT: readonly SettlementDifferenceClass[] = ['unknown-payment', 'paid-twice'];

export function differenceView(row: DifferenceRow): SettlementDifference {
  const money = (pesewas: number | null): number | null =>
    pesewas === null ? null : cedisFromPesewas(pesewas);
  return {
    class: row.class,
    providerId: row.providerId,
    reference: ABOUT_A_PAYMENT.includes(row.class) ? (row.subject.split(' ')[0] ?? null) : null,
    // Of a missing payment the subject is its host and its day.
    day: row.class === 'missing' ? (row.subject.split(' ')[1] ?? null) : null,
    theirs: money(row.theirsPesewas),
    ours: money(row.oursPesewas),
    since: new Date(row.foundAt).toISOString(),
  };
}
