import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { Rights } from '../rights.js';
import { sqlFile } from '../sql-file.js';

/** Cosignatures of witnesses under checkpoints of the public logs. */
export class Cosignatures1763875000000 implements MigrationInterface {
  static readonly rights: Rights = { log_cosignatures: ['SELECT', 'INSERT'] };

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sqlFile(import.meta.url, './cosignatures/cosignatures.sql'));
  }

  /** Migrations go forward only: the way back is a new migration. */
  async down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
