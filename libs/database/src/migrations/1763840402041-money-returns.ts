import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { Rights } from '../rights.js';
import { sqlFile } from '../sql-file.js';

/** Each return of a payment's money by itself, ledger rows for parts of it, decisions by hand, and webhooks that were set aside. */
export class MoneyReturns1763840402041 implements MigrationInterface {
  static readonly rights: Rights = {
    money_returns: ['SELECT', 'INSERT'],
    payment_corrections: ['SELECT', 'INSERT', 'UPDATE'],
  };

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sqlFile(import.meta.url, './money-returns/money-returns.sql'));
  }

  /** Migrations go forward only: the way back is a new migration. */
  async down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
