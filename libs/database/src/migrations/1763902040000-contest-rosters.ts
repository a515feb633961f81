import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { Rights } from '../rights.js';
import { sqlFile } from '../sql-file.js';

/** Rosters of contests: who stands behind the ids in their public logs (ADR 125). */
export class ContestRosters1763902040000 implements MigrationInterface {
  static readonly rights: Rights = { contest_rosters: ['SELECT', 'INSERT'] };

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sqlFile(import.meta.url, './contest-rosters/contest-rosters.sql'));
  }

  /** Migrations go forward only: the way back is a new migration. */
  async down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
