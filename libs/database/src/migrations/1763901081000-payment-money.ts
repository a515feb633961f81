import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { Rights } from '../rights.js';
import { sqlFile } from '../sql-file.js';

/** One definition of a payment's money, and an account for losses. */
export class PaymentMoney1763901081000 implements MigrationInterface {
  static readonly rights: Rights = { payment_money: ['SELECT'] };

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sqlFile(import.meta.url, './payment-money/payment-money.sql'));
  }

  /** Migrations go forward only: the way back is a new migration. */
  async down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
