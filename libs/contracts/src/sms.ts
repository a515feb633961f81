import * as s from './schema.js';

/** What a contest has sent by SMS, and what its codes may still cost. */
export const contestSmsView = s.view('ContestSms', {
  /** Messages that providers have taken: codes, receipts, refunds. */
  messages: s.count,
  delivered: s.count,
  failed: s.count,
  /** Of all their parts, by the platform's price. */
  cost: s.cedis,
  /** Of one part. */
  price: s.like(s.cedis, 0.03),
  /** Codes ordered today (UTC), and the most of a day: then voters confirm by dialling or wait for the next day. */
  codesToday: s.count,
  codesPerDay: s.like(s.count, 20_000),
  /** Voters can confirm their number by dialling, which costs nothing. */
  canDial: s.flag,
});
export type ContestSms = s.Shown<typeof contestSmsView>;
