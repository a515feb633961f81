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
 * What processes under test should not have logged: errors of the program, although the answers may have looked right, and lines
 * that name a person. What names a person is not repeated: it is in the file.
 * @param dir folder with the logs of a run, one line of JSON each, after the name of the process
 * @returns {string[]} each once for a file, error and event, with how often
 */
export function loggedMistakes(dir) {
  const found = new Map();
  for (const name of readdirSync(dir).filter((file) => file.endsWith('.log'))) {
    for (const line of readFileSync(join(dir, name), 'utf8').split('\n')) {
      const mistake = mistakeIn(line);
      if (mistake) found.set(`${name}: ${mistake}`, (found.get(`${name}: ${mistake}`) ?? 0) + 1);
    }
  }
  return [...found].map(([mistake, times]) => `${mistake} (${times} ×)`);
}

function mistakeIn(line) {
  const start = line.indexOf('{"level":');
  if (start < 0) return undefined;
  const { level, err, event, route, msg } = parsed(line.slice(start));
  if (level === 'error' && PROGRAMMING_ERRORS.has(err?.type))
    return `an error of the program: ${[err.type, err.message, route].filter(Boolean).join(' ')}`;
  const written = line.replace(ID, 'id');
  const kind = PERSONAL.find(([, pattern]) => pattern.test(written))?.[0];
  // Without figures: the same lines are one finding.
  return (
    kind && `${kind} in: ${[event, route].filter(Boolean).join(' ') || msg.replace(/\d+|\S+@\S+/g, '…')}`
  );
}

function parsed(json) {
  try {
    return JSON.parse(json);
  } catch {
    return { msg: 'a line that the end of its process cut off' };
  }
}
