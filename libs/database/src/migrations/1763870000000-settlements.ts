import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { Rights } from '../rights.js';
import { sqlFile } from '../sql-file.js';

/** What the provider pays out, and the money of held payments. */
export class Settlements1763870000000 implements MigrationInterface {
  static readonly rights: Rights = {
    settlements: ['SELECT', 'INSERT', 'UPDATE'],
    // DELETE: a settlement that changed is read again.
    settlement_payments: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
    settlement_differences: ['SELECT', 'INSERT', 'UPDATE'],
    settlement_readings: ['SELECT', 'INSERT', 'UPDATE'],
  };

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sqlFile(import.meta.url, './settlements/settlements.sql'));
  }

  /** Migrations go forward only: the way back is a new migration. */
  async down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
