import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { Rights } from '../rights.js';
import { sqlFile } from '../sql-file.js';

/** Votes of elections are counted together with their batch of the public log. */
export class LogBatches1763901050000 implements MigrationInterface {
  static readonly rights: Rights = { due_tally_outbox: ['SELECT'] };

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sqlFile(import.meta.url, './log-batches/log-batches.sql'));
  }

  /** Migrations go forward only: the way back is a new migration. */
  async down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
