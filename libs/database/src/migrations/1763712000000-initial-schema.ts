import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { Rights } from '../rights.js';
import { sqlFile } from '../sql-file.js';

/**
 * The whole first schema.
 *
 * Votes and the ledger carry no foreign keys: a foreign key is checked row by row, and the cast statement checks a whole
 * batch at once, holding a key-share lock on contest and contestant until it commits (see sql/cast-votes.sql). Rows that
 * votes point to are archived, never deleted.
 */
export class InitialSchema1763712000000 implements MigrationInterface {
  static readonly rights: Rights = {
    users: ['SELECT', 'INSERT', 'UPDATE'],
    password_resets: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
    hosts: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
    contests: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
    categories: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
    contestants: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
    votes: ['SELECT', 'INSERT', 'UPDATE'],
    vote_ledger: ['SELECT', 'INSERT'],
    // FOR UPDATE SKIP LOCKED in the drain needs the right to update, which the drain itself never uses.
    tally_outbox: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
    contest_tallies: ['SELECT', 'INSERT', 'UPDATE'],
    contestant_tallies: ['SELECT', 'INSERT', 'UPDATE'],
    contest_hours: ['SELECT', 'INSERT', 'UPDATE'],
    // DELETE: a voter whose votes no longer count is no voter of the contest any more.
    contest_voters: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
    payments: ['SELECT', 'INSERT', 'UPDATE'],
    payment_events: ['SELECT', 'INSERT'],
    refunds: ['SELECT', 'INSERT', 'UPDATE'],
    receipts: ['SELECT', 'INSERT'],
    webhook_inbox: ['SELECT', 'INSERT', 'UPDATE'],
    audit_log: ['SELECT', 'INSERT'],
    mail_outbox: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  };

  async up(runner: QueryRunner): Promise<void> {
    for (const part of ['accounts-and-contests', 'votes-and-tallies', 'payments-and-logs', 'rights']) {
      await runner.query(sqlFile(import.meta.url, `./initial-schema/${part}.sql`));
    }
  }

  /** Migrations go forward only: the way back is a new migration. */
  async down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
