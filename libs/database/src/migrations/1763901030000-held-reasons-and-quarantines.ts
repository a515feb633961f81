import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { Rights } from '../rights.js';
import { sqlFile } from '../sql-file.js';

/** Why held votes were decided as they were, and counted free votes that are taken back together (ADR 188). */
export class HeldReasonsAndQuarantines1763901030000 implements MigrationInterface {
  static readonly rights: Rights = {
    held_decisions: ['SELECT', 'INSERT'],
    quarantines: ['SELECT', 'INSERT', 'UPDATE'],
    quarantined_votes: ['SELECT', 'INSERT'],
    vote_decisions: ['SELECT'],
  };

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      sqlFile(import.meta.url, './held-reasons-and-quarantines/held-reasons-and-quarantines.sql'),
    );
  }

  /** Migrations go forward only: the way back is a new migration. */
  async down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
