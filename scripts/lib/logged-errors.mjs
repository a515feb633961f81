import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Errors of the program itself; what a user or another system did wrong has classes of its own. */
const PROGRAMMING_ERRORS = new Set(['TypeError', 'ReferenceError', 'RangeError', 'SyntaxError']);

/** What names a person or an account: Ghanaian numbers, wallets among them, and e-mail addresses. */
const PERSONAL = [
  ['a phone or wallet number', /\+233\d{9}|(?<!\w)(?:0|233)[235]\d{8}(?!\w)/],
  ['an e-mail address', /[\w.+-]+@[\w-]+\.[a-z]{2,}/i],
];

/** The last part of an id is random: one in a million is written like a number, and a run logs thousands. */
const ID = /\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/g;

/**
 * Programming errors that processes under test wrote to their logs. The answers may have looked right all the same.
 * @param dir folder with the logs of a run, one line of JSON each, after the name of the process
 * @returns {string[]} each once, with file, message and how often
 */
export function loggedErrors(dir) {
  return findings(dir, errorIn);
}

/**
 * Log lines of processes under test that name a person. What was found is not repeated: it is in the file.
 * @param dir folder with the logs of a run
 * @returns {string[]} each kind once for a file and event, with how often
 */
export function loggedPersonalData(dir) {
  return findings(dir, (line) => {
    const start = line.indexOf('{"level":');
    const written = line.replace(ID, 'id');
    const kind = start >= 0 && PERSONAL.find(([, pattern]) => pattern.test(written))?.[0];
    return kind ? `${kind} in: ${messageOf(line.slice(start))}` : null;
  });
}

function findings(dir, find) {
  const found = new Map();
  for (const name of readdirSync(dir).filter((file) => file.endsWith('.log'))) {
    for (const line of readFileSync(join(dir, name), 'utf8').split('\n')) {
      const one = find(line);
      if (one) found.set(`${name}: ${one}`, (found.get(`${name}: ${one}`) ?? 0) + 1);
    }
  }
  return [...found].map(([one, times]) => `${one} (${times} ×)`);
}

/** A line's event or message, without figures: the same lines are one finding. */
function messageOf(json) {
  try {
    const { event, route, msg = '' } = JSON.parse(json);
    return [event, route].filter(Boolean).join(' ') || msg.replace(/\d+|\S+@\S+/g, '…');
  } catch {
    return 'a line that was cut off';
  }
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
