import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { Rights } from '../rights.js';
import { sqlFile } from '../sql-file.js';

/** Mobile-money prompts that USSD sessions have announced. */
export class UssdCharges1763863200002 implements MigrationInterface {
  static readonly rights: Rights = {
    // DELETE: the network of a phone goes with the voter's data.
    ussd_charges: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  };

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sqlFile(import.meta.url, './ussd-charges/ussd-charges.sql'));
  }

  /** Migrations go forward only: the way back is a new migration. */
  async down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
