import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import * as browser from './platform-browser.mjs';
import * as node from './platform-node.mjs';

describe.each([
  ['Node.js', node],
  ['browsers', browser],
])('the module for %s', (_, { sha256, isSigned }) => {
  const hex = (bytes) => Buffer.from(bytes).toString('hex');

  it('hashes the messages of FIPS 180-4', () => {
    const of = (text) => hex(sha256(Buffer.from(text)));
    expect(of('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(of('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(of('abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq')).toBe(
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    );
    expect(of('a'.repeat(1_000_000))).toBe(
      'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0',
    );
  });

  it('hashes parts of every length as one message, and keeps every hash', () => {
    const all = Array.from({ length: 300 }, (_, length) => {
      const bytes = randomBytes(length);
      return [bytes, sha256(Uint8Array.of(0), bytes.subarray(0, length >> 1), bytes.subarray(length >> 1))];
    });
    for (const [bytes, found] of all)
      expect(hex(found)).toBe(createHash('sha256').update(Uint8Array.of(0)).update(bytes).digest('hex'));
  });

  it('accepts a signature of its key over its message, and no other', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const key = new Uint8Array(Buffer.from(publicKey.export({ format: 'jwk' }).x, 'base64url'));
    const message = new Uint8Array(randomBytes(100));
    const signature = new Uint8Array(sign(null, message, privateKey));
    expect(await isSigned(key, message, signature)).toBe(true);
    expect(await isSigned(key, message.subarray(1), signature)).toBe(false);
    expect(await isSigned(key, message, signature.subarray(1))).toBe(false);
    expect(await isSigned(key.toReversed(), message, signature)).toBe(false);
  });
});

it('a browser without Ed25519, or a page over http, says that nothing was checked', async () => {
  const { subtle } = crypto;
  const of = () => browser.isSigned(new Uint8Array(32), new Uint8Array(), new Uint8Array(64));
  try {
    Object.defineProperty(crypto, 'subtle', { value: undefined, configurable: true });
    await expect(of()).rejects.toThrow(browser.Unsupported);
    const importKey = () => Promise.reject(new DOMException('Unrecognized name.', 'NotSupportedError'));
    Object.defineProperty(crypto, 'subtle', { value: { importKey }, configurable: true });
    await expect(of()).rejects.toThrow(/Ed25519/);
  } finally {
    Object.defineProperty(crypto, 'subtle', { value: subtle, configurable: true });
  }
});
