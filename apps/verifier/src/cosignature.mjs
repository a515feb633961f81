import { createHash, createPrivateKey, createPublicKey, randomBytes, sign, verify } from 'node:crypto';
import { demand, readKey } from './log.mjs';

/** Cosignatures of witnesses, as C2SP `tlog-cosignature` describes them: https://c2sp.org/tlog-cosignature */

/** Type of a key that makes cosignatures with Ed25519. */
export const COSIGNATURE = 4;
const ID_BYTES = 4;
const TIME_BYTES = 8;
const SIGNATURE_BYTES = 64;
const SECRET_HEAD = 'PRIVATE+KEY';
/** What Node.js wants before the 32 bytes of a seed (RFC 8410). */
const SEED_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

/** @param {string} name @param {Buffer} typed key with its type in front */
function idOf(name, typed) {
  return createHash('sha256').update(`${name}\n`).update(typed).digest('hex').slice(0, 8);
}

/** @param {string} text of a note, up to the blank line @param {number} time seconds since 1970 */
const messageOf = (text, time) => Buffer.from(`cosignature/v1\ntime ${time}\n${text}`);

/** @param {string} note @returns {{ text: string, lines: string[] }} what is signed, and the lines of the signatures */
function partsOf(note) {
  const blank = note.lastIndexOf('\n\n');
  demand(blank > 0, 'the checkpoint has no signatures');
  return {
    text: note.slice(0, blank + 1),
    lines: note
      .slice(blank + 2)
      .split('\n')
      .filter(Boolean),
  };
}

/** A witness's secret key: `PRIVATE+KEY+name+id+key`, as the tools of signed notes write theirs. */
export class WitnessKey {
  /** @param {string} line */
  constructor(line) {
    const [head, second, name, id, ...encoded] = line.trim().split('+');
    const typed = Buffer.from(encoded.join('+'), 'base64');
    demand(
      `${head}+${second}` === SECRET_HEAD && typed.length === 33 && typed[0] === COSIGNATURE,
      'the key is not that of a witness: make one with `key`',
    );
    this.name = name;
    this.secret = createPrivateKey({
      key: Buffer.concat([SEED_HEAD, typed.subarray(1)]),
      format: 'der',
      type: 'pkcs8',
    });
    const { x } = createPublicKey(this.secret).export({ format: 'jwk' });
    this.typed = Buffer.concat([Buffer.of(COSIGNATURE), Buffer.from(x, 'base64url')]);
    this.id = idOf(name, this.typed);
    demand(this.id === id, 'the id of the key is not that of its name and bytes');
  }

  /** @param {string} name without spaces, `+` and commas @returns {string} a new secret line */
  static create(name) {
    demand(
      /^[^+,\s]+$/.test(name),
      'the name of a witness has no spaces, `+` or commas: for example auditor.example',
    );
    const seed = randomBytes(32);
    const secret = createPrivateKey({ key: Buffer.concat([SEED_HEAD, seed]), format: 'der', type: 'pkcs8' });
    const { x } = createPublicKey(secret).export({ format: 'jwk' });
    const id = idOf(name, Buffer.concat([Buffer.of(COSIGNATURE), Buffer.from(x, 'base64url')]));
    return `${SECRET_HEAD}+${name}+${id}+${Buffer.concat([Buffer.of(COSIGNATURE), seed]).toString('base64')}`;
  }

  /** What others check cosignatures with, as one line. */
  get publicLine() {
    return `${this.name}+${this.id}+${this.typed.toString('base64')}`;
  }

  /** @param {string} note a checkpoint @param {Date} at @returns {string} the line to add to it */
  cosign(note, at) {
    const time = Math.floor(at.getTime() / 1000);
    const stamp = Buffer.alloc(TIME_BYTES);
    stamp.writeBigUInt64BE(BigInt(time));
    const signature = sign(null, messageOf(partsOf(note).text, time), this.secret);
    return `— ${this.name} ${Buffer.concat([Buffer.from(this.id, 'hex'), stamp, signature]).toString('base64')}`;
  }
}

/** @param {string} line `name+id+key` of a witness */
export const readWitness = (line) => readKey(line, COSIGNATURE);

/**
 * A checkpoint that a witness has cosigned. Whether its log signed it too is not looked at: a witness cosigns nothing else.
 * @param {string} note
 * @param {ReturnType<typeof readWitness>} witness
 * @returns {{ size: number, root: Buffer, origin: string, at: Date }}
 */
export function openCosigned(note, witness) {
  const { text, lines } = partsOf(note);
  const found = lines
    .map((line) => line.split(' '))
    .filter(
      ([dash, name, encoded, ...more]) => dash === '—' && name === witness.name && encoded && !more.length,
    )
    .map(([, , encoded]) => Buffer.from(encoded, 'base64'))
    .filter((bytes) => bytes.toString('hex', 0, ID_BYTES) === witness.id);
  demand(found.length > 0, `the checkpoint is not cosigned by ${witness.name}`);
  const times = found.map((bytes) => {
    demand(
      bytes.length === ID_BYTES + TIME_BYTES + SIGNATURE_BYTES,
      `the cosignature of ${witness.name} has another length`,
    );
    const time = Number(bytes.readBigUInt64BE(ID_BYTES));
    const signature = bytes.subarray(ID_BYTES + TIME_BYTES);
    demand(
      time > 0 && verify(null, messageOf(text, time), witness.publicKey, signature),
      `the cosignature of ${witness.name} is wrong`,
    );
    return time;
  });
  const [origin, size, root] = text.split('\n');
  demand(/^(0|[1-9]\d{0,14})$/.test(size ?? ''), 'the cosigned checkpoint names no size');
  return {
    origin,
    size: Number(size),
    root: Buffer.from(root ?? '', 'base64'),
    at: new Date(1000 * Math.max(...times)),
  };
}
