import { createHash, createPublicKey, verify } from 'node:crypto';

/**
 * The formats of a public log, read as their documents describe them and not as the product writes them: RFC 6962, C2SP `signed-note`,
 * `tlog-checkpoint` and `tlog-tiles`. Needs nothing but Node.js.
 */

export const WIDTH = 256;
const ED25519 = 1;

/** What does not hold. Its message says what was found. */
export class Failure extends Error {}

/** @param {boolean} holds @param {string} otherwise */
export function demand(holds, otherwise) {
  if (!holds) throw new Failure(otherwise);
}

/** @param {string} line `name+id+key` @param {number} [type] of the key: by default one that signs checkpoints */
export function readKey(line, type = ED25519) {
  const match = /^([^+\s]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/.exec(line.trim());
  demand(match !== null, 'the key is not a line `name+id+key`');
  const [, name, id, encoded] = match;
  const typed = Buffer.from(encoded, 'base64');
  demand(typed.length === 33 && typed[0] === type, 'the key is of another type');
  demand(keyId(name, typed) === id, 'the id of the key is not that of its name and bytes');
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: typed.subarray(1).toString('base64url') };
  return {
    name,
    id,
    publicKey: createPublicKey({ key: jwk, format: 'jwk' }),
    /** The line of the same key under another name. @param {string} other */
    as: (other) => `${other}+${keyId(other, typed)}+${encoded}`,
  };
}

const keyId = (name, typed) =>
  createHash('sha256').update(`${name}\n`).update(typed).digest('hex').slice(0, 8);

/**
 * @param {string} note
 * @param {ReturnType<typeof readKey>} key
 * @returns {{ origin: string, size: number, root: Buffer }}
 */
export function openCheckpoint(note, key) {
  const blank = note.lastIndexOf('\n\n');
  demand(blank > 0, 'the checkpoint has no signatures');
  const text = note.slice(0, blank + 1);
  let signatures = 0;
  for (const line of note.slice(blank + 2).split('\n')) {
    const [dash, name, encoded, ...more] = line.split(' ');
    if (dash !== '—' || name !== key.name || !encoded || more.length > 0) continue;
    const bytes = Buffer.from(encoded, 'base64');
    if (bytes.toString('hex', 0, 4) !== key.id) continue;
    demand(verify(null, Buffer.from(text), key.publicKey, bytes.subarray(4)), 'the signature is wrong');
    signatures += 1;
  }
  demand(signatures > 0, 'the checkpoint is not signed by this key');
  const [origin, size, root] = text.split('\n');
  demand(origin === key.name, 'the checkpoint is of another log than the key');
  demand(/^(0|[1-9]\d{0,14})$/.test(size ?? ''), 'the checkpoint names no size');
  const hash = Buffer.from(root ?? '', 'base64');
  demand(hash.length === 32, 'the checkpoint names no root');
  return { origin, size: Number(size), root: hash };
}

/** @param {number | 'entries'} level @param {number} index @param {number} width */
export function pathOf(level, index, width) {
  let path = String(index % 1000).padStart(3, '0');
  for (let high = Math.trunc(index / 1000); high > 0; high = Math.trunc(high / 1000)) {
    path = `x${String(high % 1000).padStart(3, '0')}/${path}`;
  }
  return `tile/${level}/${path}${width === WIDTH ? '' : `.p/${width}`}`;
}

/**
 * Every file that a log of this size consists of.
 * @param {number} size
 */
export function filesOf(size) {
  const files = [];
  for (let level = 0, count = size; count > 0; level += 1, count = Math.trunc(count / WIDTH)) {
    for (let index = 0; index * WIDTH < count; index += 1) {
      const width = Math.min(WIDTH, count - index * WIDTH);
      if (level === 0) files.push({ level: 'entries', index, width });
      files.push({ level, index, width });
    }
  }
  return files;
}

/** @param {Buffer} bundle @param {number} count entries that it must hold */
export function entriesOf(bundle, count) {
  const entries = [];
  let at = 0;
  while (at < bundle.length) {
    demand(at + 2 <= bundle.length, 'a bundle ends within a length');
    const end = at + 2 + bundle.readUInt16BE(at);
    demand(end <= bundle.length, 'a bundle ends within an entry');
    entries.push(bundle.subarray(at + 2, end));
    at = end;
  }
  demand(entries.length === count, `a bundle has ${entries.length} entries instead of ${count}`);
  return entries;
}

/** Hashes a log from left to right: the roots of perfect subtrees wait for a neighbour of their height. */
export class Tree {
  size = 0;
  /** @type {{ height: number, hash: Buffer }[]} */
  waiting = [];

  /** @param {Buffer} entry @returns {{ height: number, hash: Buffer }[]} the leaf and every subtree that it completes */
  add(entry) {
    return this.addSubtree({ height: 0, hash: digest(0, entry) });
  }

  /**
   * Append a perfect subtree by its root. @param {{ height: number, hash: Buffer }} node
   * @returns {{ height: number, hash: Buffer }[]} it and every subtree that it completes
   */
  addSubtree(node) {
    const leaves = 2 ** node.height;
    demand(this.size % leaves === 0, 'a subtree is out of place');
    const made = [node];
    while (this.waiting.at(-1)?.height === node.height) {
      const left = this.waiting.pop();
      node = { height: node.height + 1, hash: digest(1, left.hash, node.hash) };
      made.push(node);
    }
    this.waiting.push(node);
    this.size += leaves;
    return made;
  }

  root() {
    if (this.size === 0) return createHash('sha256').digest();
    let { hash } = this.waiting.at(-1);
    for (const left of this.waiting.slice(0, -1).reverse()) hash = digest(1, left.hash, hash);
    return hash;
  }
}

function digest(prefix, ...parts) {
  const hash = createHash('sha256').update(Uint8Array.of(prefix));
  for (const part of parts) hash.update(part);
  return hash.digest();
}
