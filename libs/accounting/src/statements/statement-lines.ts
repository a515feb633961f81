import { formatCedis, type Statement } from '@abato/contracts';

const MONTHS = 'January,February,March,April,May,June,July,August,September,October,November,December'.split(
  ',',
);

/** `November 2026`, or the contest's title. */
export function subjectOf({ month, contest }: Pick<Statement, 'month' | 'contest'>): string {
  if (month === null) return contest ?? '';
  return `${MONTHS[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`;
}

/** A line of a statement: what is taken of the host's money is negative. */
export interface StatementLine {
  item: string;
  /** Cedis. */
  amount: number;
  isSum?: boolean;
}

/** From the opening to the closing balance; each sum is what stands above it added up. */
export function linesOf(statement: Statement): StatementLine[] {
  const { kind, opening, gross, providerFee, platformFee, refunds, disputes, net, settlements, closing } =
    statement;
  const less = (amount: number): number => -amount || 0;
  const movements: StatementLine[] = [
    { item: 'Paid by voters', amount: gross },
    { item: 'Provider fee', amount: less(providerFee) },
    { item: 'Platform fee', amount: less(platformFee) },
    { item: 'Refunds', amount: less(refunds) },
    { item: 'Disputes', amount: less(disputes) },
    { item: 'Net', amount: net, isSum: true },
  ];
  if (kind === 'CONTEST') return movements;
  return [
    { item: 'Opening balance', amount: opening },
    ...movements,
    { item: 'Paid to the settlement account', amount: less(settlements) },
    { item: 'Closing balance', amount: closing, isSum: true },
  ];
}

/** The platform's fee; an invoice of an older build has its taxes too. */
export function invoiceLinesOf({ invoice }: Statement): StatementLine[] {
  if (!invoice) return [];
  if (invoice.taxes.length === 0) return [{ item: 'Platform fee', amount: invoice.total, isSum: true }];
  return [
    { item: 'Platform fee without taxes', amount: invoice.net },
    ...invoice.taxes.map(({ name, percentage, amount }) => ({ item: `${name} ${percentage} %`, amount })),
    { item: 'Platform fee with taxes', amount: invoice.total, isSum: true },
  ];
}

/** An invoice, or a credit note when more fees went back than were taken. */
export const invoiceTitleOf = ({ number, total }: NonNullable<Statement['invoice']>): string =>
  `${total < 0 ? 'Credit note' : 'Fee invoice'} ${number}`;

export const moneyText = (cedis: number): string => formatCedis(cedis);

/** First and last day, YYYY-MM-DD. */
export function daysOf({ from, to }: Pick<Statement, 'from' | 'to'>): [first: string, last: string] {
  return [from.slice(0, 10), new Date(Date.parse(to) - 1).toISOString().slice(0, 10)];
}
