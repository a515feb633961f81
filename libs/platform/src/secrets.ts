import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes } from 'node:crypto';

/** SHA-256 works on blocks of this many bytes. */
const BLOCK_BYTES = 64;
const HASH_BYTES = 32;
const DIGEST_BYTES = 16;
/** A contest, a kind and the longest e-mail address. */
const MAX_DIGESTED_BYTES = 2_048;
/** Of one UTF-16 unit. */
const MAX_UTF8_BYTES = 3;

export type DigestKind = 'phone' | 'email' | 'device' | 'address' | 'neighbours';

/** Encryption of personal data at rest and keyed digests, both derived from `DATA_ENCRYPTION_KEY`. */
export class Secrets {
  private readonly encryptionKey: Buffer;
  /** The key's block, then room for the text. */
  private readonly inner: Buffer;
  /** The key's block, then room for the inner hash. */
  private readonly outer: Buffer;
  /** Signs person checks; the same in every process. */
  readonly challengeKey: string;
  /** Signs the tokens by which sign-in recognises a device; the same in every process. */
  readonly deviceKey: Buffer;

  /** @param key 32 bytes in base64 */
  constructor(key: string) {
    const root = Buffer.from(key, 'base64');
    this.encryptionKey = Buffer.from(hkdfSync('sha256', root, '', 'abato personal data', 32));
    const digestKey = Buffer.alloc(BLOCK_BYTES);
    Buffer.from(hkdfSync('sha256', root, '', 'abato voter digest', 32)).copy(digestKey);
    this.inner = Buffer.alloc(BLOCK_BYTES + MAX_DIGESTED_BYTES);
    this.inner.set(digestKey.map((byte) => byte ^ 0x36));
    this.outer = Buffer.alloc(BLOCK_BYTES + HASH_BYTES);
    this.outer.set(digestKey.map((byte) => byte ^ 0x5c));
    this.challengeKey = Buffer.from(hkdfSync('sha256', root, '', 'abato person check', 32)).toString('hex');
    this.deviceKey = Buffer.from(hkdfSync('sha256', root, '', 'abato known device', 32));
  }

  /** AES-256-GCM; the result is iv (12 bytes), tag (16), ciphertext. */
  encrypt(plain: string): Buffer {
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.encryptionKey, iv);
    const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), body]);
  }

  /** @throws Error when the data was changed or another key wrote it */
  decrypt(sealed: Buffer): string {
    const decipher = createDecipheriv('aes-256-gcm', this.encryptionKey, sealed.subarray(0, 12));
    decipher.setAuthTag(sealed.subarray(12, 28));
    return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8');
  }

  /**
   * 16 bytes that stand for a voter, a device or an address within one contest: the same person gives the same digest, nobody without the key can
   * tell who it is, and two contests cannot be joined. HMAC-SHA-256 (RFC 2104) written as its two hashes over kept buffers, with
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
