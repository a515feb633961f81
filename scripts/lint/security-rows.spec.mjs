import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles } from '../lib/inputs.mjs';
import { ROOT } from '../lib/paths.mjs';

/** docs/security.md names code and tests. A name that no longer exists is a control that is no longer proven. */
const files = ['apps', 'libs', 'test', 'scripts', 'k8s', 'docs'].flatMap((folder) => listFiles(folder));
const read = (file) => readFileSync(join(ROOT, file), 'utf8');
const specs = files.filter((file) => /\.spec\.(ts|tsx|mjs)$/.test(file));
const text = read('docs/security.md');

/** Rows of the tables of controls: point, how it is met, test, state. */
const rows = text
  .split('\n')
  .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '').trim()))
  .filter(([first, , , state]) => state && first !== 'point' && !first.startsWith('---'));

it('names only files that exist', () => {
  const named = [...text.matchAll(/`([\w/.-]+\.(?:ts|tsx|mjs|json|yaml|sql))`/g)].map(([, name]) => name);
  expect(named.length).toBeGreaterThan(30);
  const missing = named.filter((name) => !files.some((file) => file === name || file.endsWith(`/${name}`)));
  expect([...new Set(missing)]).toEqual([]);
});

it('quotes only titles of tests that exist', () => {
  const all = specs.map(read).join('\n').replaceAll(/\\(.)/g, '$1');
  const quoted = rows.flatMap(([, , test]) =>
    [...test.matchAll(/(?<=[\s,(]|^)_([^_]+)_/g)].map(([, title]) => title),
  );
  expect(quoted.length).toBeGreaterThan(40);
  const parts = (title) =>
    title
      .replaceAll('`', '')
      .split('…')
      .map((part) => part.trim())
      .filter(Boolean);
  const missing = quoted.filter((title) => !parts(title).every((part) => all.includes(part)));
  expect(missing).toEqual([]);
});

it('calls no control met that no test checks', () => {
  expect(rows.filter(([, , , state]) => state === 'met').length).toBeGreaterThan(40);
  const untested = rows.filter(([, , test, state]) => state === 'met' && /(^|: )–/.test(test));
  expect(untested.map(([point]) => point)).toEqual([]);
});

it('counts what the code counts', () => {
  const list =
    /export const AUDIT_ACTIONS = \[([^\]]+)\]/.exec(read('libs/accounts/src/audit-log.ts'))?.[1] ?? '';
  expect(/audit log of (\d+) actions/.exec(text)?.[1]).toBe(String(list.split(',').length - 1));
  const requests = /SHORT_RUNS = (\d+);/.exec(read('test/api/malformed.spec.ts'))?.[1];
  expect(/malformed \((\d+) requests per route/.exec(text)?.[1]).toBe(requests);
});
