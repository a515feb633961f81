import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes } from 'node:crypto';

/** SHA-256 works on blocks of this many bytes. */
const BLOCK_BYTES = 64;

export type DigestKind = 'phone' | 'email' | 'device' | 'address' | 'neighbours';

/** Encryption of personal data at rest and keyed digests, both derived from `DATA_ENCRYPTION_KEY`. */
export class Secrets {
  private readonly encryptionKey: Buffer;
  private readonly innerKey: Buffer;
  private readonly outerKey: Buffer;
  /** Signs person checks; the same in every process. */
  readonly challengeKey: string;

  /** @param key 32 bytes in base64 */
  constructor(key: string) {
    const root = Buffer.from(key, 'base64');
    this.encryptionKey = Buffer.from(hkdfSync('sha256', root, '', 'abato personal data', 32));
    const digestKey = Buffer.alloc(BLOCK_BYTES);
    Buffer.from(hkdfSync('sha256', root, '', 'abato voter digest', 32)).copy(digestKey);
    this.innerKey = Buffer.from(digestKey.map((byte) => byte ^ 0x36));
    this.outerKey = Buffer.from(digestKey.map((byte) => byte ^ 0x5c));
    this.challengeKey = Buffer.from(hkdfSync('sha256', root, '', 'abato person check', 32)).toString('hex');
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
   * tell who it is, and two contests cannot be joined. HMAC-SHA-256 (RFC 2104) written as its two hashes: `createHmac` costs
   * several times as much on the cast path.
   */
  voterDigest(contestId: string, kind: DigestKind, value: string): Buffer {
    const text = Buffer.from(`${contestId}|${kind}|${value}`);
    const inner = hash('sha256', Buffer.concat([this.innerKey, text]), 'buffer');
    return hash('sha256', Buffer.concat([this.outerKey, inner]), 'buffer').subarray(0, 16);
  }
}
