import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes } from 'node:crypto';
import { readKeyList } from './key-list.js';

/** SHA-256 works on blocks of this many bytes. */
const BLOCK_BYTES = 64;
const HASH_BYTES = 32;
const DIGEST_BYTES = 16;
/** A contest, a kind and the longest e-mail address. */
const MAX_DIGESTED_BYTES = 2_048;
/** Of one UTF-16 unit. */
const MAX_UTF8_BYTES = 3;

export type DigestKind = 'phone' | 'email' | 'device' | 'address' | 'neighbours' | 'ballot' | 'request';

/**
 * Encryption of personal data at rest and keyed digests, both derived from `DATA_ENCRYPTION_KEY` (ADR 72). The first key encrypts, every key
 * decrypts. Digests cannot be made anew, so the last key, the oldest, makes all of them.
 */
export class Secrets {
  /** The current one first. */
  private readonly encryptionKeys: readonly Buffer[];
  /** The key's block, then room for the text. */
  private readonly inner: Buffer;
  /** The key's block, then room for the inner hash. */
  private readonly outer: Buffer;
  /** Signs person checks; the same in every process. */
  readonly challengeKey: string;
  /** Signs the tokens by which sign-in recognises a device; the same in every process. */
  readonly deviceKey: Buffer;
  /** Codes for phone numbers follow from it, and it signs the tokens of voters; the same in every process. */
  readonly verificationKey: Buffer;

  /** @param setting 32 bytes in base64, or a list of such keys (`readKeyList`) */
  constructor(setting: string) {
    const roots = readKeyList(setting).map(({ value }) => Buffer.from(value, 'base64'));
    const root = roots.at(-1) as Buffer;
    this.encryptionKeys = roots.map((key) =>
      Buffer.from(hkdfSync('sha256', key, '', 'abato personal data', 32)),
    );
    const digestKey = Buffer.alloc(BLOCK_BYTES);
    Buffer.from(hkdfSync('sha256', root, '', 'abato voter digest', 32)).copy(digestKey);
    this.inner = Buffer.alloc(BLOCK_BYTES + MAX_DIGESTED_BYTES);
    this.inner.set(digestKey.map((byte) => byte ^ 0x36));
    this.outer = Buffer.alloc(BLOCK_BYTES + HASH_BYTES);
    this.outer.set(digestKey.map((byte) => byte ^ 0x5c));
    this.challengeKey = Buffer.from(hkdfSync('sha256', root, '', 'abato person check', 32)).toString('hex');
    this.deviceKey = Buffer.from(hkdfSync('sha256', root, '', 'abato known device', 32));
    this.verificationKey = Buffer.from(hkdfSync('sha256', root, '', 'abato phone verification', 32));
  }

  /** AES-256-GCM; the result is iv (12 bytes), tag (16), ciphertext. */
  encrypt(plain: string): Buffer {
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.encryptionKeys[0] as Buffer, iv);
    const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), body]);
  }

  /** @throws Error when the data was changed or a key wrote it that is not among ours */
  decrypt(sealed: Buffer): string {
    return this.open(sealed).plain;
  }

  /**
   * The same data under the current key, or null when it is already.
   * @throws Error as `decrypt`
   */
  reencrypt(sealed: Buffer): Buffer | null {
    const { plain, isCurrent } = this.open(sealed);
    return isCurrent ? null : this.encrypt(plain);
  }

  /** The tag says which key is the right one: no id of a key is stored, and releases before there were several read the same bytes. */
  private open(sealed: Buffer): { plain: string; isCurrent: boolean } {
    let refusal: unknown;
    for (const [index, key] of this.encryptionKeys.entries()) {
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12), { authTagLength: 16 });
        decipher.setAuthTag(sealed.subarray(12, 28));
        const plain = Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString(
          'utf8',
        );
        return { plain, isCurrent: index === 0 };
      } catch (error) {
        refusal ??= error;
      }
    }
    throw refusal;
  }

  /**
   * 16 bytes that stand for a voter, a device or an address within one contest: the same person gives the same digest, which
   * without the key tells nothing about the person, and two contests cannot be joined. HMAC-SHA-256 (RFC 2104) written as its two hashes over kept buffers, with
   * text between them: `createHmac` costs several times as much on the cast path, and every buffer that is made as much as a hash.
   * @throws RangeError when the value is longer than anything that is digested
   */
  voterDigest(contestId: string, kind: DigestKind, value: string): Buffer {
    const text = `${contestId}|${kind}|${value}`;
    if (text.length * MAX_UTF8_BYTES > MAX_DIGESTED_BYTES) throw new RangeError('too long to be digested');
    const end = BLOCK_BYTES + this.inner.write(text, BLOCK_BYTES, 'utf8');
    this.outer.write(hash('sha256', this.inner.subarray(0, end), 'binary'), BLOCK_BYTES, 'binary');
    return Buffer.from(hash('sha256', this.outer, 'hex').slice(0, 2 * DIGEST_BYTES), 'hex');
  }

  /** Replaces in the log an address that was used to sign in: equal tries can be recognised, the address cannot be read. */
  accountDigest(email: string): string {
    return this.voterDigest('accounts', 'email', email.trim().toLowerCase()).toString('base64url');
  }
}
