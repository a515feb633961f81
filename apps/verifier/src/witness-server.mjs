import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { areEqual, fromBase64, toBase64 } from './bytes.mjs';
import { isConsistent } from './consistency.mjs';
import { Failure, openCheckpoint, readKey } from './log.mjs';

/** A witness that logs send their checkpoints to, as C2SP `tlog-witness` describes it: https://c2sp.org/tlog-witness */

const MOST_BYTES = 32_768;
const MOST_HASHES = 63;
const SIZE_TYPE = 'text/x.tlog.size';
/** A sender that is slower is cut off: a checkpoint and its proof are a few kilobytes. */
const SENT_WITHIN_MS = 10_000;
/** Of a log that was not seen yet. */
const EMPTY = { size: 0, root: createHash('sha256').digest() };

/** An answer that is no cosignature. */
class Refusal extends Error {
  /** @param {number} status @param {string} text @param {string} [type] */
  constructor(status, text, type = 'text/plain; charset=utf-8') {
    super(text);
    this.status = status;
    this.type = type;
  }
}

/**
 * @param {{ key: import('./witness-key.mjs').WitnessKey, state: import('./witness-state.mjs').WitnessState, logKeys: string[], say: (line: string) => void }} witness
 *   `logKeys`: a key of one log of a site lets in all logs of that site, which have the same key under their own names
 * @returns {import('node:http').Server} not listening yet
 */
export function witnessServer(witness) {
  // One at a time: what was seen last is compared and written down before the next one is looked at. A request takes its turn when all of it is here.
  let last = Promise.resolve();
  const inTurn = (work) => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
  const limits = { requestTimeout: SENT_WITHIN_MS, headersTimeout: SENT_WITHIN_MS };
  return createServer(
    { ...limits, connectionsCheckingInterval: SENT_WITHIN_MS / 10 },
    (request, response) => {
      const answer = (status, text, type = 'text/plain; charset=utf-8') =>
        response.writeHead(status, { 'content-type': type }).end(text);
      if (request.method !== 'POST' || !request.url?.endsWith('/add-checkpoint')) {
        request.resume();
        answer(404, 'POST …/add-checkpoint\n');
        return;
      }
      bodyOf(request)
        .then((body) => inTurn(() => cosigned(body, witness)))
        .then((line) => answer(200, line))
        .catch((error) => {
          if (error instanceof Refusal) return answer(error.status, error.message, error.type);
          if (request.errored) return undefined;
          witness.say(`FAILED: ${error.message}`);
          return answer(500, 'not cosigned\n');
        });
    },
  );
}

async function bodyOf(request) {
  const parts = [];
  let length = 0;
  for await (const part of request) {
    length += part.length;
    if (length <= MOST_BYTES) parts.push(part);
  }
  if (length > MOST_BYTES) throw new Refusal(413, 'too long\n');
  return Buffer.concat(parts).toString();
}

/** @returns {Promise<string>} the cosignature, once what was seen is on disk */
async function cosigned(body, { key, state, logKeys, say }) {
  const { old, proof, note } = parse(body);
  const origin = note.slice(0, note.indexOf('\n'));
  const line = keyFor(origin, logKeys);
  if (!line) throw new Refusal(404, 'this log is not known here\n');
  const head = await opened(note, line);
  const seen = state.logs[origin];
  const before = seen ? { size: seen.size, root: fromBase64(seen.root) } : EMPTY;
  if (old > head.size) throw new Refusal(400, 'the old size is above that of the checkpoint\n');
  if (old !== before.size) throw new Refusal(409, `${before.size}\n`, SIZE_TYPE);
  const isSameSize = Boolean(seen) && head.size === before.size;
  if (!isConsistent(before, head, proof)) {
    // Two signed roots of one size are a proof against the log. A wrong proof is none: anyone can send it.
    if (isSameSize && !areEqual(head.root, before.root))
      say(
        `${origin}: two histories of ${head.size} entries, see ${await state.keepConflict(origin, seen.note, note)}`,
      );
    if (isSameSize) throw new Refusal(409, `${before.size}\n`, SIZE_TYPE);
    throw new Refusal(422, 'the proof does not hold\n');
  }
  const { size, root } = head;
  if (!isSameSize) await state.remember(origin, null, { size, root: toBase64(root), note, key: line });
  say(`${origin} ${size} entries, after ${before.size}`);
  return `${key.cosign(note, new Date())}\n`;
}

/** @throws {Refusal} for a body of another form */
function parse(body) {
  const blank = body.indexOf('\n\n');
  const [first = '', ...lines] = body.slice(0, Math.max(blank, 0)).split('\n');
  const [, old] = /^old (0|[1-9]\d{0,14})$/.exec(first) ?? [];
  const proof = lines.map(fromBase64);
  if (old === undefined || proof.length > MOST_HASHES || proof.some((hash) => hash.length !== 32))
    throw new Refusal(400, 'the body is not `old <size>`, hashes, a blank line and a checkpoint\n');
  return { old: Number(old), proof, note: body.slice(blank + 2) };
}

/** @returns {string | undefined} the key by which a log of this name signs */
function keyFor(origin, logKeys) {
  for (const line of logKeys) {
    const known = readKey(line);
    if (known.name === origin) return line;
    const site = known.name.slice(0, known.name.lastIndexOf('/') + 1);
    if (site && origin.startsWith(site) && !origin.slice(site.length).includes('/')) return known.as(origin);
  }
  return undefined;
}

async function opened(note, line) {
  try {
    return await openCheckpoint(note, readKey(line));
  } catch (error) {
    if (error instanceof Failure) throw new Refusal(403, `${error.message}\n`);
    throw error;
  }
}
