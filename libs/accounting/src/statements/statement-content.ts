import { type FeeInvoice, cedisFromPesewas, type Statement } from '@abato/contracts';

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
  /** Only in invoices that were issued before November 27, 2026. */
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

const MONEY = [
  'gross',
  'providerFee',
  'platformFee',
  'refunds',
  'disputes',
  'net',
  'cash',
  'opening',
  'settlements',
  'closing',
] as const;

/** As the API shows it, in cedis. */
export function statementViewOf({ number, month, contestId, issuedAt, content }: StatementRow): Statement {
  const { host, contest, from, to, votes, invoice } = content;
  const kind = month === null ? 'CONTEST' : 'MONTH';
  const about = {
    number,
    kind,
    month,
    contestId,
    contest,
    host,
    from,
    to,
    issuedAt: issuedAt.toISOString(),
    votes,
  } as const;
  const money = Object.fromEntries(MONEY.map((name) => [name, cedisFromPesewas(content[name])]));
  return {
    ...about,
    ...(money as Record<(typeof MONEY)[number], number>),
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
