import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { Rights } from '../rights.js';
import { sqlFile } from '../sql-file.js';

/** Corrections of final results by two persons (ADR 187). */
export class ResultCorrections1763901020000 implements MigrationInterface {
  static readonly rights: Rights = { result_corrections: ['SELECT', 'INSERT', 'UPDATE'] };

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sqlFile(import.meta.url, './result-corrections/result-corrections.sql'));
  }

  /** Migrations go forward only: the way back is a new migration. */
  async down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
