import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { Rights } from '../rights.js';
import { sqlFile } from '../sql-file.js';

/** Links that verify the e-mail address of an account. */
export class VerifiedEmails1763833200011 implements MigrationInterface {
  static readonly rights: Rights = { email_verifications: ['SELECT', 'INSERT', 'DELETE'] };

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sqlFile(import.meta.url, './verified-emails/verified-emails.sql'));
  }

  /** Migrations go forward only: the way back is a new migration. */
  async down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
