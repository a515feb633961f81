import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { entryOf, type LedgerRow } from './entry.js';

/**
 * Whatever changes a count writes the ledger, and every row of the ledger has a public entry (ADR 111, 42). A new statement that changes a count
 * belongs in the list, with the rows that it writes.
 */

const ROOT = join(import.meta.dirname, '..', '..', '..');
const SOURCES = ['libs', 'apps'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => join(ROOT, folder, path))
    .filter(
      (path) => /\.(sql|ts|mjs)$/.test(path) && !/node_modules|dist|\.spec\.|migrations|\/test\//.test(path),
    ),
);
const read = (path: string): string => readFileSync(path, 'utf8');
/** Files with a statement that writes a table, or only adds to it. */
function writersOf(table: string, how = '(INSERT INTO|UPDATE|DELETE FROM)'): string[] {
  const writes = new RegExp(`${how} ${table}\\b`);
  return SOURCES.filter((path) => writes.test(read(path)))
    .map((path) => relative(ROOT, path))
    .sort();
}

/** What writes the ledger, and for which action. */
const LEDGER_WRITERS = {
  'apps/local/src/demo/seed-votes.ts': 'demo data',
  'libs/payments/src/confirm/money-back.sql': 'a part of the money goes back',
  'libs/payments/src/confirm/confirm.sql':
    'a paid vote counts, a vote entered by hand counts, a payment is accepted',
  'libs/voting/src/corrections/corrections.sql': 'a final result is corrected',
  'libs/voting/src/held/sql/release-held-votes.sql': 'a held vote is let in',
  'libs/voting/src/intake/sql/cast-votes.sql':
    'a free vote is cast, a ballot is changed, a free vote is entered by hand',
  'libs/voting/src/intake/sql/take-back-vote.sql':
    'money goes back, a vote entered by hand is undone, a ballot is changed',
  'libs/voting/src/quarantine/quarantine.sql': 'votes are taken out, or put back',
};

it('public traces are written by every statement that changes a count', () =>
  expect(writersOf('vote_ledger')).toEqual(Object.keys(LEDGER_WRITERS).sort()));

it('public traces are written in the statement that changes the tallies', () => {
  for (const path of writersOf('tally_outbox', 'INSERT INTO')) {
    const statements = read(join(ROOT, path)).split(/^-- name: /m);
    const changing = statements.filter((statement) => statement.includes('INSERT INTO tally_outbox'));
    for (const statement of changing)
      expect([path, statement]).toEqual([path, expect.stringContaining('INSERT INTO vote_ledger')]);
  }
  const tallies = [
    // Whether votes were counted before the end, when the end moves.
    'libs/contests/src/contests/contest-rules.ts',
    'libs/voting/src/tally/rebuild-tallies.sql',
    'libs/voting/src/tally/sql/drain-tally.sql',
  ];
  expect(writersOf('contestant_tallies')).toEqual(tallies);
});

it('public traces say of every row of the ledger what it counts or takes back', () => {
  const schema = read(join(ROOT, 'libs', 'database', 'src', 'migrations', 'schema', 'votes.sql'));
  const [, names = ''] =
    /CREATE TABLE vote_ledger \([^]*?\bkind [^\n]*CHECK \(kind IN \(([^)]*)\)\)/.exec(schema) ?? [];
  const kinds = [...names.matchAll(/'(\w+)'/g)].map(([, kind]) => kind as LedgerRow['kind']);
  const row: Omit<LedgerRow, 'kind' | 'votes'> = {
    contestant_id: 'c',
    amount_pesewas: 0,
    method: 'FREE',
    channel: 'web',
    source: 'WEB',
    recorded_at: new Date(0),
    cast_at: new Date(0),
    is_rehearsal: false,
    vote_id: '0199aaaa-0000-7000-8000-000000000009',
    voter_phone: null,
    reference: null,
    receipt_code: null,
    released: null,
    voter: null,
    ballot: null,
  };
  const entries = kinds.flatMap((kind) =>
    (kind === 'QUARANTINE' ? [-1, 1] : kind === 'COUNT' ? [1] : [-1]).map((votes) => {
      const precedent = { index: 7, entry: { channel: 'web' } };
      const entry = entryOf({ ...row, kind, votes }, Buffer.alloc(32), [], precedent);
      return [kind, entry.v, entry.kind, entry.votes];
    }),
  );
  expect(entries).toEqual([
    ['COUNT', 2, 'free', 1],
    ['REVERSAL', 2, 'reversal', -1],
    ['PARTIAL', 2, 'reversal', -1],
    ['QUARANTINE', 2, 'reversal', -1],
    ['QUARANTINE', 2, 'restore', 1],
  ]);
});
