import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sqlFile } from '../sql-file.js';

/** Free votes entered by hand may wait for a second person; an index of what was entered by hand. */
export class HandVotes1763901080000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sqlFile(import.meta.url, './hand-votes/hand-votes.sql'));
  }

  /** Migrations go forward only: the way back is a new migration. */
  async down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
