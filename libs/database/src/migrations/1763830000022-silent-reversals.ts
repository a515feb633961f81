import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Reversals that the provider did not report are shown as a difference of the books. Expand only: one more class is allowed. */
export class SilentReversals1763830000022 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '10s';
      ALTER TABLE book_differences
        DROP CONSTRAINT book_differences_class_check,
        ADD CONSTRAINT book_differences_class_check
          CHECK (class IN ('unknown-reference', 'not-booked', 'amount-differs', 'not-at-provider', 'reversed'));
    `);
  }

  /** Migrations go forward only: the way back is a new migration. */
  async down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
