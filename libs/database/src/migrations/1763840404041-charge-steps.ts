import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sqlFile } from '../sql-file.js';

/** What a direct charge asks of the payer. */
export class ChargeSteps1763840404041 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sqlFile(import.meta.url, './charge-steps/charge-steps.sql'));
  }

  /** Migrations go forward only: the way back is a new migration. */
  async down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
