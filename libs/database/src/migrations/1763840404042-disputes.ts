import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { Rights } from '../rights.js';
import { sqlFile } from '../sql-file.js';

/** Disputes, with their due dates and answers. */
export class Disputes1763840404042 implements MigrationInterface {
  static readonly rights: Rights = { disputes: ['SELECT', 'INSERT', 'UPDATE'] };

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sqlFile(import.meta.url, './disputes/disputes.sql'));
  }

  /** Migrations go forward only: the way back is a new migration. */
  async down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
