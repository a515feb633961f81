import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './paths.mjs';

/**
 * Rows chosen with a limit and locked belong in `= ANY(ARRAY(SELECT …))` or in a `WITH x AS (SELECT …)`, which are run once. PostgreSQL may
 * run any other inner query again for every row of the table, and each time the rows that are already taken are skipped: more than the
 * limit are taken. https://www.postgresql.org/docs/current/sql-select.html, "The Locking Clause"
 */
const RUN_ONCE = /(?:\bARRAY\s*|\bAS\s+(?:MATERIALIZED\s+)?)$/i;

/**
 * @param text a file with SQL
 * @returns the lines of the locking clauses with a limit that are in another inner query
 */
function unboundedClaims(text) {
  // Of the same length, so that lines stay.
  const sql = text.replace(/--[^\n]*|\/\*.*?\*\//gs, (part) => part.replace(/[^\n]/g, ' '));
  return [...sql.matchAll(/\bSKIP\s+LOCKED\b/gi)].flatMap(({ index }) => {
    const opened = openedBefore(sql, index);
    const inner = sql.slice(opened + 1, index);
    // The parenthesis of a call whose argument is the statement.
    const isWhole = opened < 0 || /^\s*['"]/.test(inner);
    if (isWhole || !/\bLIMIT\b/i.test(inner)) return [];
    return RUN_ONCE.test(sql.slice(0, opened)) ? [] : [sql.slice(0, index).split('\n').length];
  });
}

/** @returns where the innermost parenthesis around a place opens in its statement; -1 where there is none */
function openedBefore(sql, place) {
  let closed = 0;
  for (let at = place - 1; at >= 0 && !';`'.includes(sql[at]); at--) {
    if (sql[at] === ')') closed++;
    if (sql[at] === '(' && closed-- === 0) return at;
  }
  return -1;
}

const sources = ['apps', 'libs', 'scripts'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true })
    .map((path) => join(folder, path))
    .filter((path) => /\.(sql|ts|mjs)$/.test(path) && !/node_modules|\.d\.ts$|\.spec\.(ts|mjs)$/.test(path)),
);

const CLAIM = 'SELECT id FROM t ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED';

test.each([
  ['IN', `DELETE FROM t WHERE id IN (\n ${CLAIM})`],
  [
    'IN with an IN inside',
    `UPDATE t SET a = 1 WHERE id IN (SELECT id FROM t WHERE status IN ('DUE', 'SENDING') LIMIT 5 FOR UPDATE SKIP LOCKED)`,
  ],
  ['ANY without ARRAY', `DELETE FROM t WHERE id = ANY (${CLAIM})`],
  ['FROM', `UPDATE t SET a = 1 FROM (${CLAIM}) d WHERE d.id = t.id`],
  ['lower case', `delete from t where id in (${CLAIM.toLowerCase()})`],
  [
    'a comment with a semicolon',
    `DELETE FROM t WHERE id IN (SELECT id FROM t -- oldest; first (here\n LIMIT 5 FOR UPDATE SKIP LOCKED)`,
  ],
  ['a WITH within IN', `DELETE FROM t WHERE id IN (WITH d AS (SELECT 1) ${CLAIM})`],
  [
    'IN within a WITH',
    `WITH gone AS (DELETE FROM t WHERE id IN (${CLAIM}) RETURNING id) SELECT id FROM gone`,
  ],
])('a claim that may run again is found: %s', (_, sql) => {
  expect(unboundedClaims(sql)).toHaveLength(1);
});

test.each([
  ['ARRAY', `DELETE FROM t WHERE id = ANY(ARRAY(\n ${CLAIM}))`],
  [
    'ARRAY with an IN inside',
    `DELETE FROM t WHERE id = ANY(ARRAY(SELECT id FROM t WHERE a IN ('x') LIMIT 5 FOR UPDATE SKIP LOCKED))`,
  ],
  ['WITH', `WITH due AS (\n ${CLAIM}\n) UPDATE t SET a = 1 FROM due WHERE due.id = t.id`],
  ['the whole statement', 'query(`' + CLAIM + '`)'],
  ['no limit', `DELETE FROM t WHERE id IN (SELECT id FROM t WHERE a = 1 FOR UPDATE SKIP LOCKED)`],
])('a claim that runs once is none: %s', (_, sql) => {
  expect(unboundedClaims(sql)).toEqual([]);
});

test('no claim of the product can take more rows than its limit', () => {
  const claims = sources
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))
    .filter(({ text }) => /SKIP\s+LOCKED/i.test(text));
  expect(claims.length).toBeGreaterThan(8);
  expect(claims.filter(({ text }) => unboundedClaims(text).length).map(({ path }) => path)).toEqual([]);
});
