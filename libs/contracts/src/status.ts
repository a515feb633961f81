import * as s from './schema.js';

/** What a voter does here, as the status page names it. */
export const STATUS_SERVICES = ['voting', 'payments', 'live'] as const;
export type StatusService = (typeof STATUS_SERVICES)[number];

/** UNKNOWN: not measured, because there was nothing to measure or it could not be read. */
export const SERVICE_STATES = ['OPERATIONAL', 'DEGRADED', 'DOWN', 'UNKNOWN'] as const;
export type ServiceState = (typeof SERVICE_STATES)[number];

/**
 * Why a service is not simply OPERATIONAL. NOT_STORED: nothing can be stored. NO_PROCESS: no process takes votes. OVERLOADED: votes were asked to
 * try again. PROVIDER: the payment provider does not answer, or not always.
 * PAYMENTS_REFUSED: it refuses to begin payments, for no reason of the payer's. WAITING_LINE: payers wait for a turn. LATE_PAYMENTS: confirmations wait.
 * LATE_COUNTS: counted votes wait to be shown. DELAYED: messages between processes fail, counts come seconds later. IDLE: nothing to measure.
 * UNREADABLE: a figure could not be read.
 */
export const STATUS_REASONS = [
  'NOT_STORED',
  'NO_PROCESS',
  'OVERLOADED',
  'PROVIDER',
  'PAYMENTS_REFUSED',
  'WAITING_LINE',
  'LATE_PAYMENTS',
  'LATE_COUNTS',
  'DELAYED',
  'IDLE',
  'UNREADABLE',
] as const;
export type StatusReason = (typeof STATUS_REASONS)[number];

/** Minutes of history. */
export const STATUS_MINUTES = 60;
/** How often the platform measures itself, in seconds. */
export const STATUS_SECONDS = 5;

const state = s.oneOf(SERVICE_STATES);

export const statusView = s.view('Status', {
  /** When it was measured. */
  at: s.dateTime,
  services: s.list(
    s.object({ service: s.oneOf(STATUS_SERVICES), state, reason: s.nullable(s.oneOf(STATUS_REASONS)) }),
  ),
  /** The worst of each minute, oldest first; minutes in which the answering process did not measure are left out. */
  history: s.list(s.object({ minute: s.dateTime, voting: state, payments: state, live: state })),
});
export type StatusView = s.Shown<typeof statusView>;
