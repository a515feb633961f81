import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of the clone; every script works from here, wherever it was called from. */
export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
export const DIST = join(ROOT, 'dist');
export const LOCKS = join(ROOT, '.cache', 'locks');

/** Path of a file inside an installed package, for example its command line entry. */
export function inPackage(...parts) {
  return join(ROOT, 'node_modules', ...parts);
}

/**
 * The compiler of checks and builds: version 7, which is native code and takes a fifth of the time. Version 6 stays for the tools that
 * call the compiler from JavaScript (knip, `nest build`); both write the same JavaScript.
 */
export const TSC = inPackage('typescript-native', 'bin', 'tsc');
