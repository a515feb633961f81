import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DataSource, EntitySchema, getMetadataArgsStorage } from 'typeorm';
import '@abato/accounting';
import '@abato/payments';
import { ownDatabase } from '../payments/model/database.js';

/**
 * The entities beside the tables as the migrations leave them. TypeORM says what it would change to make the tables what the entities say;
 * it never does.
 */

/** What migrations alone decide. */
const LEFT_TO_MIGRATIONS = [
  /** Indexes, and checks between columns: entities name none. */
  /^DROP INDEX/,
  /^ALTER TABLE "\w+" DROP CONSTRAINT/,
  /** A foreign key has another name or rule there, or there is none on purpose (ADR 4). */
  /^ALTER TABLE "\w+" ADD CONSTRAINT "FK_\w+" FOREIGN KEY/,
  /** Values of columns that are not given. */
  /^ALTER TABLE "\w+" ALTER COLUMN "\w+" DROP DEFAULT/,
];

/** Columns that SQL alone reads and writes, for each table with an entity. */
const SQL_ALONE: Record<string, string[]> = {
  contests: ['voters_erased_at'],
  held_votes: ['decided_by', 'votes'],
  log_checkpoints: ['root', 'signed_at', 'verifier_key'],
  payments: [
    'access_code',
    'cancelled_at',
    'charge_pesewas',
    'charge_status',
    'charge_text',
    'charge_url',
    'check_started_at',
    'checked_at',
    'fee_bearer',
    'fee_policy_version',
    'host_id',
    'provider_amount_pesewas',
    'provider_currency',
    'provider_transaction_id',
    'returned_pesewas',
    'returns_check_at',
    'subaccount_code',
    'told_host_pesewas',
    'told_platform_pesewas',
    'told_subaccount',
    'watch_until',
  ],
  phone_verifications: ['attempts', 'dialled_by', 'last_error', 'sent_at', 'status'],
  votes: ['device_digest', 'idempotency_key', 'network_digest', 'request_digest', 'token_minutes'],
  webhook_inbox: ['body', 'body_sha256'],
};

/** Tables without an entity, besides those that are called an outbox; ADR 71 says why. */
const WITHOUT_ENTITY = [
  // Sums, counters and marks.
  'archived_hours',
  'ballot_guesses',
  'contest_hours',
  'contest_minutes',
  'contest_tallies',
  'contest_voters',
  'contestant_tallies',
  'host_sums',
  'released_codes',
  'uncounted_contestants',
  'uncounted_votes',
  'unchecked_votes',
  'verification_counts',
  // Rows that are added and read many at once.
  'ballots',
  'book_differences',
  'electors',
  'journal',
  'payment_events',
  'receipts',
  'settlement_differences',
  'settlement_payments',
  'settlements',
  'held_decisions',
  'quarantined_votes',
  'quarantines',
  'vote_ledger',
  // Written in the transaction that settles.
  'cash_entries',
  'disputes',
  'money_returns',
  'payment_corrections',
  'refunds',
  // Outboxes that are not called so.
  'payer_messages',
  'sms_messages',
  'ussd_charges',
  // Claimed and answered by one statement each.
  'requests',
  // Public log.
  'log_entries',
  'log_keys',
  'log_nodes',
  'log_salts',
  'log_trees',
  // Written by one statement in transactions of both pools.
  'audit_log',
  'contest_rosters',
  'contest_rules',
  // Of the release before (docs/upgrades.md).
  'rehearsals',
  // When a job last did something.
  'reconciled_days',
  'settlement_readings',
  'statement_runs',
];

const database = await ownDatabase();

/** What would be changed for entities, apart from what migrations decide, and columns that no entity names. */
async function differencesOf(
  entities: (EntitySchema | string | Function)[],
): Promise<{ changes: string[]; unnamed: string[] }> {
  const source = new DataSource({ type: 'postgres', url: database.owner.options.connectionString, entities });
  await source.initialize();
  try {
    const { upQueries } = await source.driver.createSchemaBuilder().log();
    const changes = upQueries.map(({ query }) => query);
    const unnamed = changes.flatMap((query) => {
      const [, table, column] = /^ALTER TABLE "(\w+)" DROP COLUMN "(\w+)"$/.exec(query) ?? [];
      return table ? [`${table}.${column}`] : [];
    });
    const others = changes.filter(
      (query) => !/DROP COLUMN/.test(query) && !LEFT_TO_MIGRATIONS.some((left) => left.test(query)),
    );
    return { changes: others, unnamed: unnamed.sort() };
  } finally {
    await source.destroy();
  }
}

it('say of each column what the migrations have made of it', async () => {
  const entities = getMetadataArgsStorage().tables.map(({ target }) => target);
  const { changes, unnamed } = await differencesOf(entities);
  expect(changes).toEqual([]);
  const known = Object.entries(SQL_ALONE).flatMap(([table, columns]) =>
    columns.map((one) => `${table}.${one}`),
  );
  expect(unnamed).toEqual(known.sort());
});

it('are all compared: every file of an entity is loaded here', () => {
  const libs = join(import.meta.dirname, '..', '..', 'libs');
  const entities = readdirSync(libs, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => readFileSync(join(libs, file), 'utf8').match(/^@Entity\(/gm) ?? []);
  expect(getMetadataArgsStorage().tables).toHaveLength(entities.length);
});

it('are there for every table that is no outbox and not listed as one without', async () => {
  const rows = await database.sql<{ name: string }>`SELECT relname AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
     AND relname <> 'migrations'`;
  const named = getMetadataArgsStorage().tables.map(({ name }) => name);
  const tables = rows.map(({ name }) => name).filter((name) => !name.endsWith('_outbox'));
  expect(tables.sort()).toEqual([...named, ...WITHOUT_ENTITY].sort());
});

it('are found to differ in a type, in what may be missing, and in a column that is not there', async () => {
  const drifted = new EntitySchema({
    name: 'drifted',
    tableName: 'recovery_codes',
    columns: {
      userId: { name: 'user_id', type: 'uuid', primary: true },
      digest: { name: 'code_sha256', type: 'text', primary: true },
      usedAt: { name: 'used_at', type: 'timestamptz', nullable: false },
      note: { type: 'text', nullable: true },
    },
  });
  const { changes } = await differencesOf([drifted]);
  for (const change of [/ADD "code_sha256" text/, /"used_at" SET NOT NULL/, /ADD "note" text/])
    expect(changes).toContainEqual(expect.stringMatching(change));
});
