import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { Rights } from './index.js';
import { sqlFile } from '../sql-file.js';

const PARTS = ['accounts', 'contests', 'votes', 'payments', 'accounting', 'messages', 'public-log'];

const rights = (tables: string, ...granted: Rights[string]): Rights =>
  Object.fromEntries(tables.split(' ').map((table) => [table, granted]));

/**
 * The schema of release 0.2.0, which replaces its 66 migrations. A database of 0.2.0 has recorded the name of the last of them and does
 * not run this one; an older database is refused, because releases are upgraded one at a time.
 */
export class Schema1763902041000 implements MigrationInterface {
  readonly name = 'LogVersions1763902041000';

  static readonly rights: Rights = {
    ...rights(
      'due_tally_outbox payment_money public_logs released_codes standing_ledger visible_contestants visible_hours vote_decisions',
      'SELECT',
    ),
    ...rights(
      'audit_log contest_rosters contest_rules fee_policies held_decisions journal log_checkpoints log_cosignatures log_entries log_nodes money_returns payment_events quarantined_votes receipts statement_runs statements uncounted_votes vote_ledger',
      'SELECT',
      'INSERT',
    ),
    ...rights(
      'archived_hours book_differences cash_entries contest_hours contest_minutes contest_tallies contestant_tallies disputes held_votes log_keys log_trees payer_messages payment_corrections payments quarantines reconciled_days refunds rehearsals result_corrections settlement_accounts settlement_differences settlement_readings settlements sms_messages sms_outbox uncounted_contestants users votes webhook_inbox',
      'SELECT',
      'INSERT',
      'UPDATE',
    ),
    ...rights('email_verifications', 'SELECT', 'INSERT', 'DELETE'),
    ...rights(
      'ballot_guesses ballots categories contest_voters contestants contests electors host_sums hosts log_salts mail_outbox password_resets phone_verifications recovery_codes requests settlement_payments stage_remotes tally_outbox ussd_charges verification_counts',
      'SELECT',
      'INSERT',
      'UPDATE',
      'DELETE',
    ),
  };

  async up(runner: QueryRunner): Promise<void> {
    if (await runner.hasTable('votes'))
      throw new Error(
        'This database is of a release before 0.2.0: upgrade to 0.2.0 first (docs/upgrades.md)',
      );
    await runner.query('GRANT USAGE ON SCHEMA public TO abato_app');
    for (const part of PARTS) await runner.query(sqlFile(import.meta.url, `./schema/${part}.sql`));
  }

  /** Migrations go forward only: the way back is a new migration. */
  async down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
