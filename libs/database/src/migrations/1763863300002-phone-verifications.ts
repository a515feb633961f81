import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { Rights } from '../rights.js';
import { sqlFile } from '../sql-file.js';

/** Codes that prove phone numbers, and how many were ordered. */
export class PhoneVerifications1763863300002 implements MigrationInterface {
  static readonly rights: Rights = {
    // DELETE: numbers go when no limit needs them any more.
    phone_verifications: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
    verification_counts: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  };

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sqlFile(import.meta.url, './phone-verifications/phone-verifications.sql'));
  }

  /** Migrations go forward only: the way back is a new migration. */
  async down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
