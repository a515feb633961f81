import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sqlFile } from '../sql-file.js';

/** Receipts by SMS, and what the daily comparison with the provider's books has found. Adds only: older processes run on. */
export class ReceiptsAndReconciliation1763805600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      sqlFile(import.meta.url, './receipts-and-reconciliation/receipts-and-reconciliation.sql'),
    );
  }

  /** Migrations go forward only: the way back is a new migration. */
  async down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
