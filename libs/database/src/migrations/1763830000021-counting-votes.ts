import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { Rights } from '../rights.js';
import { sqlFile } from '../sql-file.js';

/** Which votes readers see (see counting-votes/counting-votes.sql). Expand only: the version before goes on with the tables it knows. */
export class CountingVotes1763830000021 implements MigrationInterface {
  static readonly rights: Rights = {
    visible_contestants: ['SELECT'],
    standing_ledger: ['SELECT'],
    archived_hours: ['SELECT', 'INSERT', 'UPDATE'],
    visible_hours: ['SELECT'],
    uncounted_contestants: ['SELECT', 'INSERT', 'UPDATE'],
    uncounted_votes: ['SELECT', 'INSERT'],
  };

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sqlFile(import.meta.url, './counting-votes/counting-votes.sql'));
  }

  /** Migrations go forward only: the way back is a new migration. */
  async down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
