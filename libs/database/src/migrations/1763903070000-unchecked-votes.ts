import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { Rights } from './index.js';
import { sqlFile } from '../sql-file.js';

/** Votes that are held because Redis is away, until they can be judged. */
export class UncheckedVotes1763903070000 implements MigrationInterface {
  static readonly rights: Rights = { unchecked_votes: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'] };

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sqlFile(import.meta.url, './unchecked-votes/unchecked-votes.sql'));
  }

  /** Migrations go forward only: the way back is a new migration. */
  async down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
