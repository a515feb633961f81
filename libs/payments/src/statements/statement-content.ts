import { type FeeInvoice, cedisFromPesewas, type Statement } from '@abato/contracts';
import type { FeeTax } from '@abato/platform';

/** Sums of the books of one host, in pesewas, as statement-totals.sql returns them. */
export interface StatementTotals {
  votes: number;
  gross: number;
  providerFee: number;
  platformFee: number;
  refunds: number;
  disputes: number;
  net: number;
  cash: number;
  /** Paid to the host's settlement account. */
  settlements: number;
}
export const NO_TOTALS: StatementTotals = {
  votes: 0,
  gross: 0,
  providerFee: 0,
  platformFee: 0,
  refunds: 0,
  disputes: 0,
  net: 0,
  cash: 0,
  settlements: 0,
};

/** What is stored of a statement and never calculated again; amounts in pesewas. */
export interface StatementContent extends StatementTotals {
  host: string;
  contest: string | null;
  /** ISO times. */
  from: string;
  to: string;
  opening: number;
  closing: number;
  invoice: StoredInvoice | null;
}
export interface StoredInvoice {
  number: number;
  issuer: string;
  net: number;
  taxes: { name: string; basisPoints: number; amount: number }[];
  total: number;
}

export interface StatementRow {
  number: number;
  /** YYYY-MM; null: of a contest. */
  month: string | null;
  contestId: string | null;
  issuedAt: Date;
  content: StatementContent;
}

/** What has come since earlier sums. */
export function movementsOf(now: StatementTotals, before: StatementTotals): StatementTotals {
  const entries = Object.entries(now).map(
    ([name, sum]) => [name, (sum as number) - before[name as keyof StatementTotals]] as const,
  );
  return Object.fromEntries(entries) as unknown as StatementTotals;
}

/** Whether a statement would say anything. */
export const hasMovements = (movements: StatementTotals): boolean =>
  Object.values(movements).some((sum) => sum !== 0);

const WHOLE = 10_000;

/**
 * The parts of a fee that contains taxes. Each tax is rounded to whole pesewas, half a pesewa away from zero; the rest is the fee without
 * taxes, so that the parts are always the whole.
 * @param total pesewas, negative when more fees went back than were taken
 */
export function invoiceOf(
  total: number,
  taxes: readonly FeeTax[],
): Pick<StoredInvoice, 'net' | 'taxes' | 'total'> {
  const percent = taxes.reduce((sum, { basisPoints }) => sum + basisPoints, WHOLE);
  const lines = taxes.map(({ name, basisPoints }) => {
    const amount = Math.round((Math.abs(total) * basisPoints) / percent) * Math.sign(total);
    return { name, basisPoints, amount: amount || 0 };
  });
  return { net: lines.reduce((rest, { amount }) => rest - amount, total), taxes: lines, total };
}

/** As the API shows it, in cedis. */
export function statementViewOf({ number, month, contestId, issuedAt, content }: StatementRow): Statement {
  const { host, contest, from, to, votes, invoice } = content;
  const money = (name: Exclude<keyof StatementTotals, 'votes'> | 'opening' | 'closing'): number =>
    cedisFromPesewas(content[name]);
  return {
    number,
    kind: month === null ? 'CONTEST' : 'MONTH',
    month,
    contestId,
    contest,
    host,
    from,
    to,
    issuedAt: issuedAt.toISOString(),
    votes,
    gross: money('gross'),
    providerFee: money('providerFee'),
    platformFee: money('platformFee'),
    refunds: money('refunds'),
    disputes: money('disputes'),
    net: money('net'),
    cash: money('cash'),
    opening: money('opening'),
    settlements: money('settlements'),
    closing: money('closing'),
    invoice: invoice && invoiceViewOf(invoice),
  };
}

function invoiceViewOf({ number, issuer, net, taxes, total }: StoredInvoice): FeeInvoice {
  return {
    number,
    issuer,
    net: cedisFromPesewas(net),
    taxes: taxes.map(({ name, basisPoints, amount }) => ({
      name,
      percentage: basisPoints / 100,
      amount: cedisFromPesewas(amount),
    })),
    total: cedisFromPesewas(total),
  };
}
