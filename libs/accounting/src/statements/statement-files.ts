import { formatCedis, type Statement } from '@abato/contracts';
import { CSV_BYTE_ORDER_MARK, csvLine, type PdfFile, pdfOf } from '@abato/platform';

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

/** First and last day, YYYY-MM-DD. */
export function daysOf({ from, to }: Pick<Statement, 'from' | 'to'>): [first: string, last: string] {
  return [from.slice(0, 10), new Date(Date.parse(to) - 1).toISOString().slice(0, 10)];
}

export const STATEMENT_COLUMNS = 'Statement,Issued at (UTC),Host,Subject,Item,Amount (GHS)'.split(',');

/** One row for each line, as the PDF has them. */
export function statementCsv(statement: Statement): string {
  const { number, issuedAt, host, invoice } = statement;
  const of = [number, new Date(issuedAt), host, subjectOf(statement)];
  const title = invoice ? `${invoiceTitleOf(invoice)}: ` : '';
  const rows = [
    ...linesOf(statement),
    { item: 'Cash entered by hand, not part of the balance', amount: statement.cash },
    ...invoiceLinesOf(statement).map(({ item, amount }) => ({ item: title + item, amount })),
  ];
  const votes = csvLine([...of, 'Votes counted', statement.votes]);
  return (
    CSV_BYTE_ORDER_MARK +
    csvLine(STATEMENT_COLUMNS) +
    votes +
    rows.map(({ item, amount }) => csvLine([...of, item, amount])).join('')
  );
}

const RECEIVABLE = 'assets:receivable:abato';

/**
 * The journal format of plain-text accounting that `hledger` and `ledger` read. A monthly statement moves the balance; one of a contest is the
 * same money seen otherwise, so its entries are comments.
 */
export function statementLedger(statement: Statement): string {
  const { number, month, contest, host, settlements, opening, closing } = statement;
  const [, last] = daysOf(statement);
  const subject = plain(subjectOf({ month, contest }));
  const entry = (title: string, postings: readonly (readonly [string, number])[]): string[] => [
    `${last} * (${number}) ${title}`,
    ...postings
      .filter(([, amount]) => amount !== 0)
      .map(([account, amount]) => `    ${account.padEnd(32)}  GHS ${amount.toFixed(2)}`),
    '',
  ];
  const earned = entry(`Abato, ${subject}`, [
    ['income:votes', -statement.gross],
    ['expenses:fees:provider', statement.providerFee],
    ['expenses:fees:platform', statement.platformFee],
    ['expenses:refunds', statement.refunds],
    ['expenses:disputes', statement.disputes],
    [RECEIVABLE, statement.net],
  ]);
  const paid =
    settlements === 0
      ? []
      : entry('Abato, paid to the settlement account', [
          ['assets:bank', settlements],
          [RECEIVABLE, -settlements],
        ]);
  const isMonth = month !== null;
  const lines = [
    `; Statement ${number} of ${plain(host)}: ${subject}`,
    ...(isMonth
      ? [`; Balance of ${RECEIVABLE}: GHS ${opening.toFixed(2)} before, GHS ${closing.toFixed(2)} after`]
      : ['; The monthly statements have this money too. Import those, and not both.']),
    '',
    ...[...earned, ...paid].map((line) => (isMonth || !line ? line : `; ${line}`)),
  ];
  return `${lines.join('\n').trimEnd()}\n`;
}

/** What has a meaning in the description of an entry goes. */
const plain = (text: string): string => text.replace(/[;|\s\p{Cc}]+/gu, ' ').trim();

/** The same bytes whenever it is asked for: everything in it, also the time, is what was stored. */
export async function statementPdf(statement: Statement): Promise<Buffer> {
  const { number, host, issuedAt, kind, votes, cash } = statement;
  const title = `Statement ${number}`;
  return pdfOf({ title: `${title}, ${host}`, at: new Date(issuedAt) }, (file) => {
    file.title(title, `${host} · ${subjectOf(statement)}`);
    const [first, last] = daysOf(statement);
    file.facts([
      ['Host', host],
      [kind === 'MONTH' ? 'Month' : 'Contest', subjectOf(statement)],
      ['From', first],
      ['To', `${last} (Ghana time)`],
      ['Issued', `${issuedAt.slice(0, 16).replace('T', ' ')} (Ghana time)`],
      ['Votes counted', votes.toLocaleString('en-US')],
    ]);
    file.heading('Money');
    file.table(rowsOf(linesOf(statement)));
    file.heading('Notes');
    file.paragraph(
      'Refunds are money that went back to payers or was ordered to; disputes are money that was lost or is set aside while a dispute is open. The provider fee is the part that the host bears.',
    );
    if (kind === 'CONTEST')
      file.paragraph('Money that goes back after this statement was issued is in the monthly statements.');
    if (cash !== 0)
      file.paragraph(`Besides, ${formatCedis(cash)} in cash was entered by hand. The host has it already.`);
    drawInvoice(file, statement);
  });
}

function drawInvoice(file: PdfFile, statement: Statement): void {
  const { invoice, host } = statement;
  if (!invoice) return;
  file.heading(invoiceTitleOf(invoice));
  file.facts([
    ['From', invoice.issuer],
    ['To', host],
    ['For', `Platform fee, ${subjectOf(statement)}`],
  ]);
  file.table(rowsOf(invoiceLinesOf(statement)));
  file.paragraph('It was taken of the payments of voters when they were divided. Nothing is left to pay.');
  if (invoice.taxes.length === 0) file.paragraph('This is not a VAT invoice: no tax is charged with it.');
}

const rowsOf = (lines: ReturnType<typeof linesOf>) =>
  lines.map(({ item, amount, isSum }) => ({
    label: item,
    value: formatCedis(amount),
    isSum: isSum ?? false,
  }));
