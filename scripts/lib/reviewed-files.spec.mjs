import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REVIEWED } from '../../test/mutants/reviewed.mjs';
import { ROOT } from './paths.mjs';

/**
 * A statement that writes, or a script of Redis, has a reviewed mutant: Stryker changes neither. Migrations run once, and their tests are
 * those of what they make. A file without one would be listed here with the reason.
 */
const WITHOUT_MUTANT = {};

/** Comments name what is written elsewhere; `FOR UPDATE` locks. */
const writes = (sql) =>
  /\b(INSERT INTO|UPDATE|DELETE FROM)\b/.test(
    sql.replace(/--.*$/gm, '').replace(/\bFOR (NO KEY )?UPDATE\b|\bDO UPDATE\b/g, ''),
  );

const files = readdirSync(join(ROOT, 'libs'), { recursive: true })
  .map((path) => join('libs', path))
  .filter((path) => /\/src\/.*\.(sql|lua)$/.test(path) && !/node_modules|\/migrations\//.test(path));
const needed = files.filter(
  (path) => path.endsWith('.lua') || writes(readFileSync(join(ROOT, path), 'utf8')),
);

it.each([
  ['UPDATE votes SET status = $1', true],
  ['WITH gone AS (DELETE FROM votes) SELECT 1', true],
  ['INSERT INTO votes VALUES (1)', true],
  ['SELECT id FROM votes FOR UPDATE OF votes', false],
  ['-- the caller does INSERT INTO votes\nSELECT 1', false],
])('%s: writes %s', (sql, expected) => expect(writes(sql)).toBe(expected));

it('every statement that writes and every script of Redis has a reviewed mutant or a reason', () => {
  expect(needed.length).toBeGreaterThan(40);
  const tried = new Set(REVIEWED.filter(({ equivalent }) => !equivalent).map(({ file }) => file));
  expect(needed.filter((path) => !tried.has(path) && !Object.hasOwn(WITHOUT_MUTANT, path))).toEqual([]);
});

it('reasons are of files that are there and have no mutant', () => {
  const tried = new Set(REVIEWED.map(({ file }) => file));
  for (const [path, reason] of Object.entries(WITHOUT_MUTANT)) {
    expect(files).toContain(path);
    expect(tried.has(path)).toBe(false);
    expect(reason.length).toBeGreaterThan(10);
  }
});
