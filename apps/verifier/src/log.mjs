import { bytesOf, fromBase64, numbersOf, toHex } from './bytes.mjs';
import { isSigned, sha256 } from './platform-node.mjs';

/**
 * The formats of a public log, read as their documents describe them and not as the product writes them: RFC 6962, C2SP `signed-note`,
 * `tlog-checkpoint` and `tlog-tiles`. Runs on Node.js and in browsers.
 */

export const WIDTH = 256;
const ED25519 = 1;

/** What does not hold. Its message says what was found. */
export class Failure extends Error {}

/** What a site shows beside its log is not what the log has. While votes are counted, the two can be of different moments. */
export class Differs extends Failure {
  /** Entries of the log that was compared. */
  size = 0;
}

/** @param {boolean} holds @param {string} otherwise */
export function demand(holds, otherwise) {
  if (!holds) throw new Failure(otherwise);
}

/** @param {string} line `name+id+key` @param {number} [type] of the key: by default one that signs checkpoints */
export function readKey(line, type = ED25519) {
  const match = /^([^+\s]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/.exec(line.trim());
  demand(match !== null, 'the key is not a line `name+id+key`');
  const [, name, id, encoded] = match;
  const typed = fromBase64(encoded);
  demand(typed.length === 33 && typed[0] === type, 'the key is of another type');
  demand(keyId(name, typed) === id, 'the id of the key is not that of its name and bytes');
  return {
    name,
    id,
    publicKey: typed.subarray(1),
    /** The line of the same key under another name. @param {string} other */
    as: (other) => `${other}+${keyId(other, typed)}+${encoded}`,
  };
}

/** @param {string} name @param {Uint8Array} typed key with its type in front */
export const keyId = (name, typed) => toHex(sha256(bytesOf(`${name}\n`), typed).subarray(0, 4));

/** @param {string} note @returns {{ text: string, lines: string[][] }} what is signed, and the words of each line of a signature */
export function partsOf(note) {
  const blank = note.lastIndexOf('\n\n');
  demand(blank > 0, 'the checkpoint has no signatures');
  const lines = note.slice(blank + 2).split('\n');
  return { text: note.slice(0, blank + 1), lines: lines.filter(Boolean).map((line) => line.split(' ')) };
}

/** Signatures under a note that name this key, without its id. @param {string[][]} lines @param {{ name: string, id: string }} key */
export function signaturesOf(lines, { name, id }) {
  return lines
    .filter(([dash, of, encoded, ...more]) => dash === '—' && of === name && encoded && !more.length)
    .map(([, , encoded]) => fromBase64(encoded))
    .filter((bytes) => toHex(bytes.subarray(0, 4)) === id)
    .map((bytes) => bytes.subarray(4));
}

/** @param {string} text of a checkpoint @returns {{ origin: string, size: number, root: Uint8Array }} */
export function headOf(text) {
  const [origin, size, root] = text.split('\n');
  demand(/^(0|[1-9]\d{0,14})$/.test(size ?? ''), 'the checkpoint names no size');
  const hash = fromBase64(root ?? '');
  demand(hash.length === 32, 'the checkpoint names no root');
  return { origin, size: Number(size), root: hash };
}

/**
 * @param {string} note
 * @param {ReturnType<typeof readKey>} key
 * @param {string} [what] it is, for the message of a failure
 * @returns {Promise<string>} the text that is signed by this key
 */
export async function openNote(note, key, what = 'checkpoint') {
  const { text, lines } = partsOf(note);
  const signatures = signaturesOf(lines, key);
  demand(signatures.length > 0, `the ${what} is not signed by this key`);
  for (const signature of signatures)
    demand(await isSigned(key.publicKey, bytesOf(text), signature), 'the signature is wrong');
  return text;
}

/**
 * @param {string} note
 * @param {ReturnType<typeof readKey>} key
 */
export async function openCheckpoint(note, key) {
  const head = headOf(await openNote(note, key));
  demand(head.origin === key.name, 'the checkpoint is of another log than the key');
  return head;
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

/** @param {Uint8Array} bundle @param {number} count entries that it must hold */
export function entriesOf(bundle, count) {
  const entries = [];
  const numbers = numbersOf(bundle);
  let at = 0;
  while (at < bundle.length) {
    demand(at + 2 <= bundle.length, 'a bundle ends within a length');
    const end = at + 2 + numbers.getUint16(at);
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
  /** @type {{ height: number, hash: Uint8Array }[]} */
  waiting = [];

  /** @param {(height: number, hash: Uint8Array) => void} [onMade] told of each leaf, and of each perfect subtree once it is complete */
  constructor(onMade = () => undefined) {
    this.onMade = onMade;
  }

  /** @param {Uint8Array} entry */
  add(entry) {
    this.addSubtree({ height: 0, hash: leafHash(entry) });
  }

  /** Append a perfect subtree by its root. @param {{ height: number, hash: Uint8Array }} node */
  addSubtree(node) {
    const leaves = 2 ** node.height;
    demand(this.size % leaves === 0, 'a subtree is out of place');
    this.onMade(node.height, node.hash);
    while (this.waiting.at(-1)?.height === node.height) {
      const left = this.waiting.pop();
      node = { height: node.height + 1, hash: nodeHash(left.hash, node.hash) };
      this.onMade(node.height, node.hash);
    }
    this.waiting.push(node);
    this.size += leaves;
  }

  /** @returns {Uint8Array} */
  root() {
    if (this.size === 0) return sha256();
    let { hash } = this.waiting.at(-1);
    for (const left of this.waiting.slice(0, -1).reverse()) hash = nodeHash(left.hash, hash);
    return hash;
  }
}

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

/** @param {Uint8Array} entry */
export const leafHash = (entry) => sha256(LEAF, entry);

/** @param {Uint8Array} left @param {Uint8Array} right */
export const nodeHash = (left, right) => sha256(NODE, left, right);

/** The tiles of a log, as they follow from its entries. */
export class Tiles {
  /** @type {{ count: number, tiles: Uint8Array[] }[]} */
  levels = [];

  /** @param {number} height of a perfect subtree @param {Uint8Array} hash */
  add(height, hash) {
    if (height % 8 !== 0) return;
    const level = (this.levels[height / 8] ??= { count: 0, tiles: [] });
    const place = level.count % WIDTH;
    if (place === 0) level.tiles.push(new Uint8Array(32 * WIDTH));
    level.tiles.at(-1).set(hash, 32 * place);
    level.count += 1;
  }

  bytes(level, index, width) {
    return this.levels[level].tiles[index].subarray(0, 32 * width);
  }
}
