import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { Rights } from '../rights.js';
import { sqlFile } from '../sql-file.js';

/** What free votes need against abuse (see free-vote-abuse/free-vote-abuse.sql). The release before works on it unchanged. */
export class FreeVoteAbuse1763798400000 implements MigrationInterface {
  static readonly rights: Rights = { held_votes: ['SELECT', 'INSERT', 'UPDATE'] };

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sqlFile(import.meta.url, './free-vote-abuse/free-vote-abuse.sql'));
  }

  /** Migrations go forward only: the way back is a new migration. */
  async down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
