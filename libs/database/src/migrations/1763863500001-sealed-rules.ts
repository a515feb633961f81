import { createHash } from 'node:crypto';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { Rights } from '../rights.js';
import { sqlFile } from '../sql-file.js';

/** Seals rules of contests; those that are past their draft are sealed as they are now. */
export class SealedRules1763863500001 implements MigrationInterface {
  static readonly rights: Rights = { contest_rules: ['SELECT', 'INSERT'] };

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sqlFile(import.meta.url, './sealed-rules/sealed-rules.sql'));
    const contests = (await runner.query(
      sqlFile(import.meta.url, './sealed-rules/rules-in-force.sql'),
    )) as Record<string, unknown>[];
    for (const { id, ...rules } of contests) {
      const sorted = Object.entries(rules).toSorted(([a], [b]) => (a < b ? -1 : 1));
      const document = JSON.stringify(Object.fromEntries(sorted));
      await runner.query(
        'INSERT INTO contest_rules (contest_id, in_force_at, document, hash) VALUES ($1, now(), $2, $3)',
        [id, document, createHash('sha256').update(document).digest()],
      );
    }
  }

  /** Migrations go forward only: the way back is a new migration. */
  async down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
