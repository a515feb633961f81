import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { Rights } from '../rights.js';
import { sqlFile } from '../sql-file.js';

/** A code of 4 to 6 digits for every contestant. */
export class NomineeCodes1763863200001 implements MigrationInterface {
  static readonly rights: Rights = {
    // Written by the owner's trigger.
    released_codes: ['SELECT'],
  };

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sqlFile(import.meta.url, './nominee-codes/nominee-codes.sql'));
  }

  /** Migrations go forward only: the way back is a new migration. */
  async down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
