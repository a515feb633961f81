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

/** Run a script's main function; a Problem is printed as its sentence, anything else with its stack. */
export async function main(run) {
  // A reader that went away (`npm start | head`) is no reason to crash with a stack.
  process.stdout.on('error', () => {});
  process.stderr.on('error', () => {});
  try {
    await run();
  } catch (error) {
    const known = error instanceof Error && error.name === 'Problem';
    process.stderr.write(`\n${paint(31, known ? error.message : String(error?.stack ?? error))}\n`);
    process.exitCode = 1;
    return false;
  }
  return true;
}
