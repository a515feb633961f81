import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { Rights } from '../rights.js';
import { sqlFile } from '../sql-file.js';

/** What became of each write that carried an Idempotency-Key. */
export class Requests1763901070000 implements MigrationInterface {
  static readonly rights: Rights = { requests: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'] };

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sqlFile(import.meta.url, './requests/requests.sql'));
  }

  /** Migrations go forward only: the way back is a new migration. */
  async down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
