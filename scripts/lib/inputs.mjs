import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { ROOT } from './paths.mjs';

/** Programs that run on Node.js; `nest-cli.json` and `tsconfig.build.json` name the same. */
export const APPLICATIONS = ['api', 'worker', 'admin', 'simulator', 'local'];
/** Files at the root whose content decides what the build produces. */
const ROOT_FILES = ['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json'];
const SCRIPTS = ['build', 'inputs', 'verifier-page'].map((name) => `scripts/lib/${name}.mjs`);
const SKIPPED_FOLDER = /\/(node_modules|dist|coverage|\.cache|\.vite)\//;
const NOT_BUILT = /\.(spec|stories)\.tsx?$|\.md$|~$|^\./;

/** Every file below a folder, with forward slashes, sorted: the same list on every machine. None where there is no such folder. */
export function listFiles(folder, root = ROOT) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)).split(sep).join('/'))
    .filter((path) => !SKIPPED_FOLDER.test(path))
    .sort();
}

/** Files the build reads: sources of apps and libs without tests and notes. */
export function buildInputs(root = ROOT) {
  const sources = ['apps', 'libs'].flatMap((folder) => listFiles(folder, root));
  return [
    ...ROOT_FILES,
    ...SCRIPTS,
    ...sources.filter((file) => !NOT_BUILT.test(file.slice(file.lastIndexOf('/') + 1))),
  ];
}

/** Short name of the build that these inputs give. */
export function hashInputs(root = ROOT) {
  const hash = createHash('sha256');
  for (const file of buildInputs(root)) hash.update(`\0${file}\0`).update(readFileSync(join(root, file)));
  return hash.digest('hex').slice(0, 12);
}
