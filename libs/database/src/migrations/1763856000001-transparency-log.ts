import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { Rights } from '../rights.js';
import { sqlFile } from '../sql-file.js';

/** The public log of each contest's counted votes. */
export class TransparencyLog1763856000001 implements MigrationInterface {
  static readonly rights: Rights = {
    log_trees: ['SELECT', 'INSERT', 'UPDATE'],
    log_entries: ['SELECT', 'INSERT'],
    log_nodes: ['SELECT', 'INSERT'],
    log_checkpoints: ['SELECT', 'INSERT'],
    // DELETE: salts go with the voter's data.
    log_salts: ['SELECT', 'INSERT', 'DELETE'],
  };

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sqlFile(import.meta.url, './transparency-log/transparency-log.sql'));
  }

  /** Migrations go forward only: the way back is a new migration. */
  async down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
