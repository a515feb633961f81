import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './paths.mjs';

/**
 * Rows chosen with a limit and locked belong in `= ANY(ARRAY(SELECT …))`. PostgreSQL may run `IN (SELECT …)` again for every row of the
 * table, and each time the rows that are already taken are skipped: more than the limit are taken.
 * https://www.postgresql.org/docs/current/sql-select.html, "The Locking Clause"
 */
const UNBOUNDED = /\bIN \(\s*SELECT(?:(?!;|\bIN \().)*?\bLIMIT\b[^;]{0,60}?\bSKIP LOCKED/s;

const sources = ['apps', 'libs'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true })
    .map((path) => join(folder, path))
    .filter((path) => /\.(sql|ts)$/.test(path) && !/node_modules|\.(d|spec)\.ts$/.test(path)),
);

test('a claim as a loop is found', () => {
  expect(
    'DELETE FROM t WHERE id IN (\n SELECT id FROM t ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED)',
  ).toMatch(UNBOUNDED);
  expect(
    'DELETE FROM t WHERE id = ANY(ARRAY(\n SELECT id FROM t ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED))',
  ).not.toMatch(UNBOUNDED);
});

test('no claim of the product can take more rows than its limit', () => {
  const claims = sources.filter((path) => /SKIP LOCKED/.test(readFileSync(join(ROOT, path), 'utf8')));
  expect(claims.length).toBeGreaterThan(8);
  expect(claims.filter((path) => UNBOUNDED.test(readFileSync(join(ROOT, path), 'utf8')))).toEqual([]);
});
