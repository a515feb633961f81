import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { Rights } from '../rights.js';
import { sqlFile } from '../sql-file.js';

/** Where the money of hosts is paid to. */
export class SettlementAccounts1763863400001 implements MigrationInterface {
  static readonly rights: Rights = { settlement_accounts: ['SELECT', 'INSERT', 'UPDATE'] };

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sqlFile(import.meta.url, './settlement-accounts/settlement-accounts.sql'));
  }

  /** Migrations go forward only: the way back is a new migration. */
  async down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
