import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buildInputs, hashInputs } from './inputs.mjs';

let root;

function write(file, content) {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), content);
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'inputs-spec-'));
  const files = ['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json'];
  const scripts = ['build', 'inputs', 'verifier-page'].map((name) => `scripts/lib/${name}.mjs`);
  for (const file of [...files, ...scripts]) write(file, '{}');
  write('apps/api/src/main.ts', 'one');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test('the name of a build changes with a source, and comes back with it', () => {
  const before = hashInputs(root);
  write('apps/api/src/main.ts', 'two');
  expect(hashInputs(root)).not.toBe(before);
  write('apps/api/src/main.ts', 'one');
  expect(hashInputs(root)).toBe(before);
});

test('renaming a file changes it too, and so does a SQL file', () => {
  const before = hashInputs(root);
  write('libs/voting/src/cast.sql', 'select 1');
  expect(hashInputs(root)).not.toBe(before);
});

test('tests and notes do not cause a build', () => {
  const before = hashInputs(root);
  write('apps/api/src/main.spec.ts', 'test');
  write('libs/voting/README.md', 'notes');
  write('apps/web/node_modules/x/index.js', 'foreign');
  expect(hashInputs(root)).toBe(before);
  expect(buildInputs(root)).toContain('apps/api/src/main.ts');
});
