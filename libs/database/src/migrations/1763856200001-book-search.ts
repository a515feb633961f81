import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sqlFile } from '../sql-file.js';

/** Indexes for searching the votes and payments of a contest. */
export class BookSearch1763856200001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sqlFile(import.meta.url, './book-search/book-search.sql'));
  }

  /** Migrations go forward only: the way back is a new migration. */
  async down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
