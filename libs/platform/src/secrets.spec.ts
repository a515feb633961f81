import { createHmac, hkdfSync } from 'node:crypto';
import { newId } from './ids.js';
import { Secrets } from './secrets.js';

it('voter digests are HMAC-SHA-256 under the derived key, so that digests written earlier stay valid', () => {
  const key = Buffer.alloc(32, 7).toString('base64');
  const derived = Buffer.from(hkdfSync('sha256', Buffer.from(key, 'base64'), '', 'abato voter digest', 32));
  for (const value of ['+233241234567', 'a'.repeat(200)]) {
    const expected = createHmac('sha256', derived).update(`contest|phone|${value}`).digest().subarray(0, 16);
    expect(new Secrets(key).voterDigest('contest', 'phone', value)).toEqual(expected);
  }
});

it('voter digests do not depend on what was digested before', () => {
  const secrets = new Secrets(Buffer.alloc(32, 7).toString('base64'));
  const first = secrets.voterDigest('contest', 'phone', '+233241234567');
  const copy = Buffer.from(first);
  secrets.voterDigest('contest', 'email', 'a'.repeat(200));
  expect(first).toEqual(copy);
  expect(secrets.voterDigest('contest', 'phone', '+233241234567')).toEqual(copy);
  expect(() => secrets.voterDigest('contest', 'email', 'é'.repeat(2_000))).toThrow(RangeError);
});

const [older, newer] = [Buffer.alloc(32, 7), Buffer.alloc(32, 9)].map((key) => key.toString('base64'));
const before = new Secrets(older as string);
const both = new Secrets(`b:${newer},a:${older}`);
const after = new Secrets(`b:${newer}`);

it('several keys read what each of them wrote, and the first writes', () => {
  const old = before.encrypt('GHA-123456789-0');
  expect(both.decrypt(old)).toBe('GHA-123456789-0');
  expect(() => after.decrypt(old)).toThrow();
  expect(after.decrypt(both.encrypt('GHA-123456789-0'))).toBe('GHA-123456789-0');
  expect(() => both.decrypt(new Secrets(Buffer.alloc(32, 3).toString('base64')).encrypt('x'))).toThrow();
});

it('several keys move data to the first one, once', () => {
  const moved = both.reencrypt(before.encrypt('GHA-123456789-0')) as Buffer;
  expect(after.decrypt(moved)).toBe('GHA-123456789-0');
  expect(both.reencrypt(moved)).toBeNull();
});

it('several keys leave digests and person checks as the last one makes them', () => {
  const digest = (secrets: Secrets) => secrets.voterDigest('contest', 'phone', '+233241234567');
  expect(digest(both)).toEqual(digest(before));
  expect(digest(after)).not.toEqual(digest(before));
  expect(both.challengeKey).toBe(before.challengeKey);
});

it('several keys do not mistake data that was cut for data of another key', () =>
  expect(() => both.decrypt(before.encrypt('x').subarray(0, 20))).toThrow());

it('new ids are version 7, never repeat and grow strictly, also within a millisecond', () => {
  const ids = Array.from({ length: 20_000 }, newId);
  for (const id of ids.slice(0, 100))
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect([...ids].sort()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
});
