import * as s from './schema.js';

/** A month that has ended, or a contest whose results are final. */
export const STATEMENT_KINDS = ['MONTH', 'CONTEST'] as const;

/** Statements of one page of the list. */
export const STATEMENTS_PAGE_SIZE = 12;

/** The platform's fee of a month. It was taken of the payments, and nothing is asked for beyond it. No VAT invoice: that needs the parties' tax numbers and a certified system. */
export const feeInvoiceView = s.object({
  /** Counts up over all hosts. */
  number: s.count,
  /** Who issues it. */
  issuer: s.like(s.text, 'Abato Ltd, Accra'),
  /** Without the taxes of invoices that older builds issued. */
  net: s.cedis,
  taxes: s.list(s.object({ name: s.like(s.text, 'VAT'), percentage: s.like(s.number, 15), amount: s.cedis })),
  /** Negative in a month in which more fees went back than were taken. */
  total: s.cedis,
});
export type FeeInvoice = s.Shown<typeof feeInvoiceView>;

/** What happened to the money of a host in a span of time, as it was issued. Closing = opening + net − settlements. */
export const statementView = s.view('Statement', {
  number: s.count,
  kind: s.oneOf(STATEMENT_KINDS),
  /** YYYY-MM of a monthly statement. */
  month: s.nullable(s.like(s.text, '2026-11')),
  contestId: s.nullable(s.id),
  /** The contest's title. */
  contest: s.nullable(s.like(s.text, 'Volta Music Awards 2026')),
  host: s.like(s.text, 'Volta Music'),
  /** Movements from then on … */
  from: s.dateTime,
  /** … and before then. */
  to: s.dateTime,
  issuedAt: s.dateTime,
  /** Paid through the provider and counted, less those that were taken back. */
  votes: s.count,
  /** Paid by voters through the provider. */
  gross: s.cedis,
  /** The part of the provider's fee that the host bears. */
  providerFee: s.cedis,
  platformFee: s.cedis,
  /** Went back to payers, or was ordered to. */
  refunds: s.cedis,
  /** Lost in disputes, or set aside for open ones. */
  disputes: s.cedis,
  /** Gross less both fees, refunds and disputes. */
  net: s.cedis,
  /** Received by the host in cash, entered by hand. Not part of any other figure. */
  cash: s.cedis,
  /** Owed to the host before. */
  opening: s.cedis,
  /** Paid to the host's settlement account. */
  settlements: s.cedis,
  closing: s.cedis,
  invoice: s.nullable(feeInvoiceView),
});
export type Statement = s.Shown<typeof statementView>;
