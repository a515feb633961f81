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

/**
 * Statements of a file that holds those of one use case, each below a line `-- name: lock-votes` with a head of its own (ADR 71).
 * @param names those that the caller runs
 * @returns the statements in the order of `names`, heads included
 * @throws Error for a name that the file does not have once, and for text before its first name
 */
export function sqlStatements<const N extends readonly string[]>(
  moduleUrl: string,
  file: string,
  ...names: N
): { [K in keyof N]: string } {
  const [before = '', ...parts] = sqlFile(moduleUrl, file).split(/^-- name: /m);
  if (before.trim()) throw new Error(`${file} has text before its first name`);
  const statements = parts.map((part) => [part.slice(0, part.indexOf('\n')), part] as const);
  return names.map((name) => {
    const [statement, second] = statements.filter(([of]) => of === name);
    if (!statement || second) throw new Error(`${file} does not have ${name} once`);
    return `-- ${statement[1].trimEnd()}\n`;
  }) as { [K in keyof N]: string };
}
