import { createPrivateKey, createPublicKey, randomBytes, sign } from 'node:crypto';
import { COSIGNATURE, messageOf } from './cosignature.mjs';
import { demand, keyId, partsOf } from './log.mjs';

const TIME_BYTES = 8;
const SECRET_HEAD = 'PRIVATE+KEY';
/** What Node.js wants before the 32 bytes of a seed (RFC 8410). */
const SEED_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

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
    this.id = keyId(name, this.typed);
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
    const id = keyId(name, Buffer.concat([Buffer.of(COSIGNATURE), Buffer.from(x, 'base64url')]));
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
