/** What a person reads while scripts prepare things: one line per event, the name of the part first. */

const colourful = Boolean(process.stdout.isTTY) && !process.env.NO_COLOR;

export function paint(code, text) {
  return colourful ? `\u001b[${code}m${text}\u001b[0m` : text;
}

/** A line of progress, shaped like the lines of the running platform. */
export function say(part, message) {
  const time = new Date().toTimeString().slice(0, 8);
  process.stdout.write(`${paint(2, time)} ${paint(36, part.padEnd(9))} ${message}\n`);
}

/** A mistake that the person in front of the screen can do something about: one sentence, no stack. */
export class Problem extends Error {
  name = 'Problem';
}

export function seconds(sinceMs) {
  return `${((Date.now() - sinceMs) / 1000).toFixed(1)} s`;
}

/** @returns {number} of a command line's option @throws Problem that names the bounds */
export function numberFrom(name, text, [low, high], isWhole = false) {
  const number = Number(text);
  if (!(number >= low && number <= high))
    throw new Problem(`--${name} must be a number from ${low} to ${high}.`);
  if (isWhole && !Number.isInteger(number)) throw new Problem(`--${name} must be a whole number.`);
  return number;
}

const NEEDED = [20, 19];

/** @throws Problem when a version such as "20.18.1" is older than what the packages need */
export function checkNodeVersion(version = process.versions.node) {
  const [major, minor] = version.split('.').map(Number);
  if (major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1])) return;
  throw new Problem(
    `Abato needs Node.js ${NEEDED.join('.')} or newer, and this is ${version}: install a newer one from https://nodejs.org.`,
  );
}

/**
 * Run a script's main function; a Problem is printed as its sentence, anything else with its stack.
 * @param usage printed when the command line has an option that is not known
 */
export async function main(run, usage) {
  // A reader that went away (`npm start | head`) is no reason to crash with a stack.
  process.stdout.on('error', () => {});
  process.stderr.on('error', () => {});
  try {
    checkNodeVersion();
    await run();
  } catch (error) {
    const isUsage = String(error?.code).startsWith('ERR_PARSE_ARGS');
    const known = isUsage || error?.name === 'Problem';
    const text = known ? error.message : String(error?.stack ?? error);
    process.stderr.write(`\n${paint(31, isUsage ? `${text}\n${usage}` : text)}\n`);
    process.exitCode = 1;
    return false;
  }
  return true;
}
