import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');
const RELEASES = join(ROOT, 'test', 'upgrade', 'releases');

/** The newest release that was kept (`scripts/keep-release.mjs`): what runs in production while this code is rolled out. */
export function newestRelease(): string {
  const versions = readdirSync(RELEASES).map((name) => name.replace(/\.json\.br$/, ''));
  const newest = versions.sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1);
  if (!newest) throw new Error(`no release is kept in ${RELEASES}`);
  return newest;
}

/**
 * Lay a kept release out as a build, inside the repository: its own libraries, today's packages.
 * @returns the folder, as `TestState.buildDir`
 */
export function unpackRelease(version: string): string {
  const packed = readFileSync(join(RELEASES, `${version}.json.br`));
  const folder = join(ROOT, '.cache', 'releases');
  const target = join(folder, `${version}-${createHash('sha256').update(packed).digest('hex').slice(0, 12)}`);
  if (existsSync(target)) return target;
  mkdirSync(folder, { recursive: true });
  const draft = mkdtempSync(join(folder, '.making-'));
  const contents = JSON.parse(brotliDecompressSync(packed).toString('utf8')) as Record<string, string>;
  for (const [path, text] of Object.entries(contents)) {
    mkdirSync(dirname(join(draft, path)), { recursive: true });
    writeFileSync(join(draft, path), text);
  }
  writeFileSync(join(draft, 'package.json'), '{ "private": true, "type": "module" }\n');
  mkdirSync(join(draft, 'node_modules', '@abato'), { recursive: true });
  for (const library of readdirSync(join(draft, 'libs')))
    symlinkSync(join('..', '..', 'libs', library), join(draft, 'node_modules', '@abato', library));
  try {
    renameSync(draft, target);
  } catch (error) {
    // Another run of the tests was faster.
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
  return target;
}
