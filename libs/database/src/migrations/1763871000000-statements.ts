import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { Rights } from '../rights.js';
import { sqlFile } from '../sql-file.js';

/** Statements of hosts as they were issued. */
export class Statements1763871000000 implements MigrationInterface {
  static readonly rights: Rights = {
    statements: ['SELECT', 'INSERT'],
    statement_runs: ['SELECT', 'INSERT'],
  };

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sqlFile(import.meta.url, './statements/statements.sql'));
  }

  /** Migrations go forward only: the way back is a new migration. */
  async down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
