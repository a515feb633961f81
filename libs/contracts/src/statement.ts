import {
  cedis,
  count,
  dateTime,
  id,
  like,
  list,
  nullable,
  number,
  object,
  oneOf,
  type Shown,
  text,
  view,
} from './schema.js';

/** A month that has ended, or a contest whose results are final. */
export const STATEMENT_KINDS = ['MONTH', 'CONTEST'] as const;

/** Statements of one page of the list. */
export const STATEMENTS_PAGE_SIZE = 12;

/** The platform's fee of a month. It was taken of the payments, and nothing is asked for beyond it. No VAT invoice: that needs the parties' tax numbers and a certified system. */
export const feeInvoiceView = object({
  /** Counts up over all hosts. */
  number: count,
  /** Who issues it. */
  issuer: like(text, 'Abato Ltd, Accra'),
  /** Without the taxes of invoices that older builds issued. */
  net: cedis,
  taxes: list(object({ name: like(text, 'VAT'), percentage: like(number, 15), amount: cedis })),
  /** Negative in a month in which more fees went back than were taken. */
  total: cedis,
});
export type FeeInvoice = Shown<typeof feeInvoiceView>;

/** What happened to the money of a host in a span of time, as it was issued. Closing = opening + net − settlements. */
export const statementView = view('Statement', {
  number: count,
  kind: oneOf(STATEMENT_KINDS),
  /** YYYY-MM of a monthly statement. */
  month: nullable(like(text, '2026-11')),
  contestId: nullable(id),
  /** The contest's title. */
  contest: nullable(like(text, 'Volta Music Awards 2026')),
  host: like(text, 'Volta Music'),
  /** Movements from then on … */
  from: dateTime,
  /** … and before then. */
  to: dateTime,
  issuedAt: dateTime,
  /** Paid through the provider and counted, less those that were taken back. */
  votes: count,
  /** Paid by voters through the provider. */
  gross: cedis,
  /** The part of the provider's fee that the host bears. */
  providerFee: cedis,
  platformFee: cedis,
  /** Went back to payers, or was ordered to. */
  refunds: cedis,
  /** Lost in disputes, or set aside for open ones. */
  disputes: cedis,
  /** Gross less both fees, refunds and disputes. */
  net: cedis,
  /** Received by the host in cash, entered by hand. Not part of any other figure. */
  cash: cedis,
  /** Owed to the host before. */
  opening: cedis,
  /** Paid to the host's settlement account. */
  settlements: cedis,
  closing: cedis,
  invoice: nullable(feeInvoiceView),
});
export type Statement = Shown<typeof statementView>;
