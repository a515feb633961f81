import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Errors of the program itself; what a user or another system did wrong has classes of its own. */
const PROGRAMMING_ERRORS = new Set(['TypeError', 'ReferenceError', 'RangeError', 'SyntaxError']);

/**
 * Programming errors that processes under test wrote to their logs. The answers may have looked right all the same.
 * @param dir folder with the logs of a run, one line of JSON each, after the name of the process
 * @returns {string[]} each once, with file, message and how often
 */
export function loggedErrors(dir) {
  const found = new Map();
  for (const name of readdirSync(dir).filter((file) => file.endsWith('.log'))) {
    for (const line of readFileSync(join(dir, name), 'utf8').split('\n')) {
      const error = errorIn(line);
      if (error) found.set(`${name}: ${error}`, (found.get(`${name}: ${error}`) ?? 0) + 1);
    }
  }
  return [...found].map(([error, times]) => `${error} (${times} ×)`);
}

function errorIn(line) {
  const start = line.indexOf('{"level":"error"');
  if (start < 0) return null;
  try {
    const { err, route } = JSON.parse(line.slice(start));
    return PROGRAMMING_ERRORS.has(err?.type)
      ? [err.type, err.message, route].filter(Boolean).join(' ')
      : null;
  } catch {
    // Cut off by the end of a process.
    return null;
  }
}
