import { cedis, count, flag, like, type Shown, view } from './schema.js';

/** What a contest has sent by SMS, and what its codes may still cost. */
export const contestSmsView = view('ContestSms', {
  /** Messages that providers have taken: codes, receipts, refunds. */
  messages: count,
  delivered: count,
  failed: count,
  /** Of all their parts, by the platform's price. */
  cost: cedis,
  /** Of one part. */
  price: like(cedis, 0.03),
  /** Codes ordered today (UTC), and the most of a day: then voters confirm by dialling or wait for the next day. */
  codesToday: count,
  codesPerDay: like(count, 20_000),
  /** Voters can confirm their number by dialling, which costs nothing. */
  canDial: flag,
});
export type ContestSms = Shown<typeof contestSmsView>;
