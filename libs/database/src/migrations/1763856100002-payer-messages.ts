import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { Rights } from '../rights.js';
import { sqlFile } from '../sql-file.js';

/** What payers are told of refunds. */
export class PayerMessages1763856100002 implements MigrationInterface {
  static readonly rights: Rights = { payer_messages: ['SELECT', 'INSERT', 'UPDATE'] };

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sqlFile(import.meta.url, './payer-messages/payer-messages.sql'));
  }

  /** Migrations go forward only: the way back is a new migration. */
  async down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
