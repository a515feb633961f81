import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { Rights } from '../rights.js';
import { sqlFile } from '../sql-file.js';

/** Listed voters, and the one vote that each has per category. */
export class Electorate1763873000000 implements MigrationInterface {
  static readonly rights: Rights = {
    // DELETE: lists of drafts that are cleared, digests of erased persons, and everything when voters' data go.
    electors: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
    ballots: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
    ballot_guesses: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  };

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sqlFile(import.meta.url, './electorate/electorate.sql'));
  }

  /** Migrations go forward only: the way back is a new migration. */
  async down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
