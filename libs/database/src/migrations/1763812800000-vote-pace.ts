import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { Rights } from '../rights.js';
import { sqlFile } from '../sql-file.js';

/** Votes per minute. Expand only: a worker of the version before goes on without them. */
export class VotePace1763812800000 implements MigrationInterface {
  static readonly rights: Rights = { contest_minutes: ['SELECT', 'INSERT', 'UPDATE'] };

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sqlFile(import.meta.url, './vote-pace/contest-minutes.sql'));
  }

  /** Migrations go forward only: the way back is a new migration. */
  async down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
