import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { Rights } from '../rights.js';
import { sqlFile } from '../sql-file.js';

/** The presenter's remote of a contest and what it shows on the stage. */
export class StageRemotes1763856300001 implements MigrationInterface {
  static readonly rights: Rights = { stage_remotes: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'] };

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sqlFile(import.meta.url, './stage-remotes/stage-remotes.sql'));
  }

  /** Migrations go forward only: the way back is a new migration. */
  async down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
