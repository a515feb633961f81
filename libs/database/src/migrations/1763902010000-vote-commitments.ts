import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { Rights } from '../rights.js';
import { sqlFile } from '../sql-file.js';

/** What the log's entry of a vote commits to, fixed when the vote is cast. */
export class VoteCommitments1763902010000 implements MigrationInterface {
  static readonly rights: Rights = {
    // UPDATE: the salt goes with the voter's data, the commitment stays. DELETE: a salt without a commitment.
    log_salts: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  };

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sqlFile(import.meta.url, './vote-commitments/vote-commitments.sql'));
  }

  /** Migrations go forward only: the way back is a new migration. */
  async down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
