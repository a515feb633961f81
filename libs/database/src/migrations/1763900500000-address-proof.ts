import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sqlFile } from '../sql-file.js';

/** Contests that ask for proofs of numbers once one network address has given many votes. */
export class AddressProof1763900500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sqlFile(import.meta.url, './address-proof/address-proof.sql'));
  }

  /** Migrations go forward only: the way back is a new migration. */
  async down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
