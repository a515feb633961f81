import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { Rights } from '../rights.js';
import { sqlFile } from '../sql-file.js';

/** Receipts by SMS, and what the daily comparison with the provider's books has found. Adds only: older processes run on. */
export class ReceiptsAndReconciliation1763805600000 implements MigrationInterface {
  static readonly rights: Rights = {
    sms_outbox: ['SELECT', 'INSERT', 'UPDATE'],
    reconciled_days: ['SELECT', 'INSERT', 'UPDATE'],
    book_differences: ['SELECT', 'INSERT', 'UPDATE'],
  };

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
