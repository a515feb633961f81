import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { Rights } from '../rights.js';
import { sqlFile } from '../sql-file.js';

/** Sums of the journal by host, contest and month. */
export class HostSums1763896000000 implements MigrationInterface {
  static readonly rights: Rights = {
    // DELETE: several rows are made one. FOR UPDATE SKIP LOCKED needs the right to update.
    host_sums: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  };

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sqlFile(import.meta.url, './host-sums/host-sums.sql'));
    await runner.query(sqlFile(import.meta.url, './host-sums/entries-of-before.sql'));
  }

  /** Migrations go forward only: the way back is a new migration. */
  async down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
