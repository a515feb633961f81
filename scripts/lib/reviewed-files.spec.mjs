import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
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

const textOf = (path) => readFileSync(join(ROOT, path), 'utf8');

const files = readdirSync(join(ROOT, 'libs'), { recursive: true })
  .map((path) => join('libs', path))
  .filter((path) => /\/src\/.*\.(sql|lua)$/.test(path) && !/node_modules|\/migrations\//.test(path));
/** Files with several statements name each of them (ADR 175). */
const statements = files.flatMap((path) =>
  textOf(path)
    .split(/^(?=-- name: )/m)
    .map((text) => ({ path, text })),
);
const needed = statements.filter(({ path, text }) => path.endsWith('.lua') || writes(text));
const nameOf = ({ path, text }) => [path, ...(/^-- name: (.*)/.exec(text)?.slice(1) ?? [])].join(' ');

it.each([
  ['UPDATE votes SET status = $1', true],
  ['WITH gone AS (DELETE FROM votes) SELECT 1', true],
  ['INSERT INTO votes VALUES (1)', true],
  ['SELECT id FROM votes FOR UPDATE OF votes', false],
  ['-- the caller does INSERT INTO votes\nSELECT 1', false],
])('%s: writes %s', (sql, expected) => expect(writes(sql)).toBe(expected));

it('every statement that writes and every script of Redis has a reviewed mutant or a reason', () => {
  expect(needed.length).toBeGreaterThan(40);
  const isTried = ({ path, text }) =>
    REVIEWED.some((mutant) => !mutant.equivalent && mutant.file === path && text.includes(mutant.text));
  const untried = needed.filter((one) => !isTried(one) && !Object.hasOwn(WITHOUT_MUTANT, one.path));
  expect(untried.map(nameOf)).toEqual([]);
});

it('every named statement has a head with its locks, and is run by the code beside it', () => {
  const named = statements.filter(({ text }) => text.startsWith('-- name: '));
  expect(named.length).toBeGreaterThan(10);
  for (const one of named) {
    const [file, name] = nameOf(one).split(' ');
    const folder = dirname(file);
    const code = readdirSync(join(ROOT, folder)).filter((path) => /(?<!\.spec)\.ts$/.test(path));
    const run = code.filter((path) => textOf(join(folder, path)).includes(`'${name}'`));
    expect({ name, run: run.length > 0 }).toEqual({ name, run: true });
    expect(one.text).toMatch(/^-- name: .*\n-- .*\n(--.*\n)*-- Input  .*\n(--.*\n)*-- Locks  /);
  }
});

it('reasons are of files that are there and have no mutant', () => {
  const tried = new Set(REVIEWED.map(({ file }) => file));
  for (const [path, reason] of Object.entries(WITHOUT_MUTANT)) {
    expect(files).toContain(path);
    expect(tried.has(path)).toBe(false);
    expect(reason.length).toBeGreaterThan(10);
  }
});
