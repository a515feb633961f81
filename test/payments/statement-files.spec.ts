import type { Statement } from '@abato/contracts';
import { statementCsv, statementLedger, statementPdf } from '@abato/testing/accounting';
import { pdfText } from '../support/pdf-text.js';

const statement: Statement = {
  number: 3,
  kind: 'MONTH',
  month: '2026-11',
  contestId: null,
  contest: null,
  host: '=Ɛdɔ; “Queen” | Ŋkɔ',
  from: '2026-11-01T00:00:00.000Z',
  to: '2026-12-01T00:00:00.000Z',
  issuedAt: '2026-12-01T01:00:04.000Z',
  votes: 1_250,
  gross: 1_250,
  providerFee: 24.38,
  platformFee: 62.5,
  refunds: 10,
  disputes: 0,
  net: 1_153.12,
  cash: 40,
  opening: 100.05,
  settlements: 1_000,
  closing: 253.17,
  invoice: {
    number: 17,
    issuer: 'Abato Ltd, Accra, TIN C0001',
    net: 53.19,
    taxes: [
      { name: 'VAT', percentage: 15, amount: 7.98 },
      { name: 'NHIL', percentage: 2.5, amount: 1.33 },
    ],
    total: 62.5,
  },
};
const ofContest: Statement = {
  ...statement,
  kind: 'CONTEST',
  month: null,
  contest: 'Awards\n2026-01-01 evil  income:x  GHS 5.00',
  invoice: null,
};

describe('a statement as PDF', () => {
  it('has every figure, in letters of Ghana’s languages too, and the fee invoice of an older build with its taxes', async () => {
    const text = pdfText(await statementPdf(statement));
    for (const part of [
      '=Ɛdɔ; “Queen” | Ŋkɔ',
      'November 2026',
      '2026-11-30 (Ghana time)',
      '1,250',
      'Closing balance',
    ])
      expect(text).toContain(part);
    const lines = text.split('\n');
    const amountAfter = (label: string) => lines[lines.indexOf(label) + 1];
    expect(amountAfter('Opening balance')).toBe('GHS 100.05');
    expect(amountAfter('Paid by voters')).toBe('GHS 1,250.00');
    expect(amountAfter('Provider fee')).toBe('-GHS 24.38');
    expect(amountAfter('Paid to the settlement account')).toBe('-GHS 1,000.00');
    expect(amountAfter('Closing balance')).toBe('GHS 253.17');
    expect(text).toContain('Fee invoice 17');
    expect(amountAfter('NHIL 2.5 %')).toBe('GHS 1.33');
    expect(amountAfter('Platform fee with taxes')).toBe('GHS 62.50');
  });

  it('of today has a fee invoice without tax, which says that it is no VAT invoice', async () => {
    const invoice = { ...statement.invoice!, net: 62.5, taxes: [] };
    const text = pdfText(await statementPdf({ ...statement, invoice }));
    const lines = text.split('\n');
    expect(lines[lines.lastIndexOf('Platform fee') + 1]).toBe('GHS 62.50');
    expect(text).toContain('This is not a VAT invoice');
    expect(text).not.toContain('taxes');
  });

  it('has the same bytes each time', async () => {
    const first = await statementPdf(statement);
    await new Promise((resolve) => setImmediate(resolve));
    expect((await statementPdf(statement)).equals(first)).toBe(true);
    // The time of issue, not that of the download.
    expect(first.includes('(D:20261201010004Z)')).toBe(true);
  });

  it('goes on on further pages', async () => {
    const taxes = Array.from({ length: 80 }, (_, index) => ({
      name: `Tax ${index}`,
      percentage: 0.1,
      amount: 0,
    }));
    const file = await statementPdf({ ...statement, invoice: { ...statement.invoice!, taxes } });
    const text = pdfText(file);
    expect(file.toString('latin1').match(/\/Type \/Page\n/g)?.length).toBeGreaterThan(2);
    expect(text).toContain('Tax 79 0.1 %');
  });
});

it('is a CSV file whose texts no spreadsheet runs', () => {
  const csv = statementCsv(statement);
  expect(csv).toContain('3,2026-12-01 01:00:04," =Ɛdɔ; “Queen”');
  expect(csv).toContain('"Closing balance",253.17\r\n');
  expect(csv).toContain('"Fee invoice 17: VAT 15 %",7.98\r\n');
});

describe('a statement for bookkeeping', () => {
  it('has entries that balance, and names no other entry', () => {
    expect(statementLedger(statement)).toBe(
      `; Statement 3 of =Ɛdɔ “Queen” Ŋkɔ: November 2026
; Balance of assets:receivable:abato: GHS 100.05 before, GHS 253.17 after

2026-11-30 * (3) Abato, November 2026
    income:votes                      GHS -1250.00
    expenses:fees:provider            GHS 24.38
    expenses:fees:platform            GHS 62.50
    expenses:refunds                  GHS 10.00
    assets:receivable:abato           GHS 1153.12

2026-11-30 * (3) Abato, paid to the settlement account
    assets:bank                       GHS 1000.00
    assets:receivable:abato           GHS -1000.00
`,
    );
  });

  it('has only comments for a contest, whose money is in the monthly statements', () => {
    const lines = statementLedger(ofContest).trimEnd().split('\n');
    expect(lines.filter((line) => line && !line.startsWith(';'))).toEqual([]);
    expect(lines[0]).toContain('Awards 2026-01-01 evil');
  });
});
