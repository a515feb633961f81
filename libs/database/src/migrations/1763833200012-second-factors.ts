import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { Rights } from '../rights.js';
import { sqlFile } from '../sql-file.js';

/** Second factors of accounts and their recovery codes. */
export class SecondFactors1763833200012 implements MigrationInterface {
  static readonly rights: Rights = { recovery_codes: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'] };

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sqlFile(import.meta.url, './second-factors/second-factors.sql'));
  }

  /** Migrations go forward only: the way back is a new migration. */
  async down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
