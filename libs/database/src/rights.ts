import { sqlFile } from './sql-file.js';

/**
 * What the processes may do with each table; the whole list, so that it can be granted again to a database that lost its grants.
 * A migration that makes a table adds it here and needs no GRANT of its own.
 */
export const RIGHTS: Readonly<Record<string, readonly Right[]>> = {
  // Append-only: nothing that was written is ever changed.
  vote_ledger: ['SELECT', 'INSERT'],
  payment_events: ['SELECT', 'INSERT'],
  receipts: ['SELECT', 'INSERT'],
  audit_log: ['SELECT', 'INSERT'],
  contest_rules: ['SELECT', 'INSERT'],
  log_entries: ['SELECT', 'INSERT'],
  log_nodes: ['SELECT', 'INSERT'],
  log_checkpoints: ['SELECT', 'INSERT'],
  log_cosignatures: ['SELECT', 'INSERT'],
  fee_policies: ['SELECT', 'INSERT'],
  journal: ['SELECT', 'INSERT'],
  statements: ['SELECT', 'INSERT'],
  statement_runs: ['SELECT', 'INSERT'],

  users: ['SELECT', 'INSERT', 'UPDATE'],
  password_resets: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  email_verifications: ['SELECT', 'INSERT', 'DELETE'],
  recovery_codes: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  hosts: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  contests: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  categories: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  stage_remotes: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  contestants: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  // Written by the owner's trigger.
  released_codes: ['SELECT'],
  votes: ['SELECT', 'INSERT', 'UPDATE'],
  held_votes: ['SELECT', 'INSERT', 'UPDATE'],
  cash_entries: ['SELECT', 'INSERT', 'UPDATE'],
  contest_tallies: ['SELECT', 'INSERT', 'UPDATE'],
  contestant_tallies: ['SELECT', 'INSERT', 'UPDATE'],
  contest_hours: ['SELECT', 'INSERT', 'UPDATE'],
  contest_minutes: ['SELECT', 'INSERT', 'UPDATE'],
  // DELETE: a voter whose votes no longer count is no voter of the contest any more.
  contest_voters: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  archived_hours: ['SELECT', 'INSERT', 'UPDATE'],
  uncounted_contestants: ['SELECT', 'INSERT', 'UPDATE'],
  uncounted_votes: ['SELECT', 'INSERT'],
  visible_contestants: ['SELECT'],
  visible_hours: ['SELECT'],
  standing_ledger: ['SELECT'],
  public_logs: ['SELECT'],
  // FOR UPDATE SKIP LOCKED in the drain needs the right to update, which the drain itself never uses.
  tally_outbox: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  payments: ['SELECT', 'INSERT', 'UPDATE'],
  refunds: ['SELECT', 'INSERT', 'UPDATE'],
  money_returns: ['SELECT', 'INSERT'],
  payment_corrections: ['SELECT', 'INSERT', 'UPDATE'],
  disputes: ['SELECT', 'INSERT', 'UPDATE'],
  webhook_inbox: ['SELECT', 'INSERT', 'UPDATE'],
  reconciled_days: ['SELECT', 'INSERT', 'UPDATE'],
  book_differences: ['SELECT', 'INSERT', 'UPDATE'],
  mail_outbox: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  sms_outbox: ['SELECT', 'INSERT', 'UPDATE'],
  sms_messages: ['SELECT', 'INSERT', 'UPDATE'],
  // DELETE: the network of a phone goes with the voter's data.
  ussd_charges: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  payer_messages: ['SELECT', 'INSERT', 'UPDATE'],
  // DELETE: numbers go when no limit needs them any more.
  phone_verifications: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  verification_counts: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  // DELETE: lists of drafts that are cleared, digests of erased persons, and everything when voters' data go.
  electors: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  ballots: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  ballot_guesses: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  log_trees: ['SELECT', 'INSERT', 'UPDATE'],
  log_keys: ['SELECT', 'INSERT', 'UPDATE'],
  // DELETE: salts go with the voter's data.
  log_salts: ['SELECT', 'INSERT', 'DELETE'],
  settlement_accounts: ['SELECT', 'INSERT', 'UPDATE'],
  settlements: ['SELECT', 'INSERT', 'UPDATE'],
  // DELETE: a settlement that changed is read again.
  settlement_payments: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  settlement_differences: ['SELECT', 'INSERT', 'UPDATE'],
  // DELETE: several rows are made one. FOR UPDATE SKIP LOCKED needs the right to update.
  host_sums: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  settlement_readings: ['SELECT', 'INSERT', 'UPDATE'],
  rehearsals: ['SELECT', 'INSERT', 'UPDATE'],
  migrations: ['SELECT'],
};

type Right = 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE';

/** The GRANT statements that are missing, given the role and `RIGHTS` as JSON. */
export const MISSING_RIGHTS = sqlFile(import.meta.url, './sql/missing-rights.sql');
