import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Hot SQL is in a named file whose head says inputs, locks and rows returned; it is read once, at start.
 * @param moduleUrl the caller's `import.meta.url`
 * @param name path relative to the caller
 */
export function sqlFile(moduleUrl: string, name: string): string {
  return readFileSync(fileURLToPath(new URL(name, moduleUrl)), 'utf8');
}
