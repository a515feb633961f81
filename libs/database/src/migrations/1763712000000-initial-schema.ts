import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sqlFile } from '../sql-file.js';

/**
 * The whole first schema.
 *
 * Votes and the ledger carry no foreign keys: a foreign key is checked row by row, and the cast statement checks a whole
 * batch at once, holding a key-share lock on contest and contestant until it commits (see sql/cast-votes.sql). Rows that
 * votes point to are archived, never deleted.
 */
export class InitialSchema1763712000000 implements MigrationInterface {
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
