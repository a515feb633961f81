import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sqlStatements } from './sql-file.js';

const folder = mkdtempSync(join(tmpdir(), 'abato-sql-'));
const caller = pathToFileURL(join(folder, 'caller.ts')).href;
afterAll(() => rmSync(folder, { recursive: true }));

const FILE = `-- name: lock-votes
-- The votes.
--
-- Locks   them.
SELECT id FROM votes FOR UPDATE

-- name: count-votes
-- Count them.
UPDATE votes SET status = 'COMPLETED'
`;
const written = (text: string): string => {
  writeFileSync(join(folder, 'votes.sql'), text);
  return './votes.sql';
};

it('a file with the statements of one use case gives those that are asked for, in that order, each with its own head and nothing of the others', () => {
  const [count, lock] = sqlStatements(caller, written(FILE), 'count-votes', 'lock-votes');
  expect(count).toBe(`-- count-votes\n-- Count them.\nUPDATE votes SET status = 'COMPLETED'\n`);
  expect(lock).toBe('-- lock-votes\n-- The votes.\n--\n-- Locks   them.\nSELECT id FROM votes FOR UPDATE\n');
});

it.each([
  ['a name that it does not have', FILE, 'lock'],
  ['a name that it has twice', FILE.replace('count-votes', 'lock-votes'), 'lock-votes'],
  ['text before its first name', `SELECT 1;\n${FILE}`, 'lock-votes'],
])('a file with the statements of one use case is refused with %s', (_, text, name) =>
  expect(() => sqlStatements(caller, written(text), name)).toThrow('./votes.sql'),
);
