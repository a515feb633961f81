import { Differs } from './log.mjs';
import { verifyLog } from './verify.mjs';

/** The check of a log at its address, beside which the site shows rules and page: while votes are counted, each is read at another moment. */

/** So often, and so long after one another, log, rules and page are read until they agree: one is at most some seconds ahead of another. */
const TRIES = 3;
const PAUSE_MS = 3_000;
const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));

/**
 * As `verifyLog`. A page that differs from a log that rests fails; one that differs from a log that has grown meanwhile is not compared.
 * @param {import('./verify.mjs').Asked} asked
 * @param {{ public?: string }} missing gets why the page was not compared
 * @param {() => Promise<unknown>} [wait] between two tries
 */
export async function verifyServed(asked, missing, wait = pause) {
  let first = null;
  for (let tries = 1; ; tries += 1) {
    try {
      return await verifyLog(asked);
    } catch (error) {
      if (!(error instanceof Differs)) throw error;
      first ??= error.size;
      if (tries < TRIES) await wait();
      else if (error.size > first) break;
      else throw error;
    }
  }
  missing.public = 'votes are being counted. Compare again when none has come for some seconds';
  return verifyLog({ ...asked, page: undefined });
}
