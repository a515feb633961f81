import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { Rights } from '../rights.js';
import { sqlFile } from '../sql-file.js';

/** Rehearsals are made by a command only, which needs no table. */
export class NoRehearsals1763903010000 implements MigrationInterface {
  static readonly rights: Rights = { rehearsals: [] };

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sqlFile(import.meta.url, './no-rehearsals/no-rehearsals.sql'));
  }

  /** Migrations go forward only: the way back is a new migration. */
  async down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
