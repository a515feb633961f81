import jwt from 'jsonwebtoken';
import { SigningKeys } from './signing-keys.js';

const [OLD, NEW, OTHER] = ['old', 'new', 'other'].map(
  (name) => `secret-of-the-${name}-key-that-is-long-enough`,
);
const token = (secret = '', header: object = {}, expiresIn = 60) =>
  jwt.sign({ sub: 'x' }, secret, { algorithm: 'HS256', expiresIn, ...header });

it('a single secret signs without a name, and is that of every token without one', () => {
  const keys = new SigningKeys(OLD ?? '');
  const signed = keys.sign({ sub: 'x' }, 60);
  expect(jwt.decode(signed, { complete: true })?.header.kid).toBeUndefined();
  expect(keys.secretOf(signed)).toBe(OLD);
  expect(keys.secretOf(token(OTHER))).toBe(OLD);
  expect(keys.secretOf('no token')).toBe(OLD);
});

const keys = new SigningKeys(`b:${NEW},a:${OLD}`);

it('of several keys the first signs under its name, and each verifies what names it', () => {
  const signed = keys.sign({ sub: 'x' }, 60);
  expect(jwt.decode(signed, { complete: true })?.header.kid).toBe('b');
  expect(keys.secretOf(signed)).toBe(NEW);
  expect(keys.secretOf(token(OLD, { keyid: 'a' }))).toBe(OLD);
  expect(keys.secretOf(token(OLD, { keyid: 'c' }))).toBeNull();
});

it('of several keys the one that has signed is that of a token without a name, also of one that has ended', () => {
  expect(keys.secretOf(token(OLD))).toBe(OLD);
  expect(keys.secretOf(token(OLD, {}, -60))).toBe(OLD);
  expect(keys.secretOf(token(OTHER))).toBeNull();
  expect(keys.secretOf('no token')).toBeNull();
});
