import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './paths.mjs';

/** Packages by their place in the tree. */
const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));

// npm writes only what it has installed once, and then installs only what is written: compilers without their program for macOS or Windows.
test('the lock file has the optional packages of every system, not only of the one it was written on', () => {
  const known = new Set(Object.keys(packages).map((place) => place.replace(/^.*node_modules\//, '')));
  const missing = Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !known.has(name))
      .map((name) => `${place} names ${name}`),
  );
  expect(missing).toEqual([]);
});

test('the lock file names no registry', () => {
  expect(Object.keys(packages).filter((place) => packages[place].resolved !== undefined)).toEqual([]);
});
