import { randomUUID } from 'node:crypto';
import { FormTokens } from './form-token.js';

const tokens = new FormTokens(Buffer.alloc(32, 1));
const NOW = new Date('2026-11-23T20:00:00Z');
const HOUR_MS = 3_600_000;
const [contest, device] = [randomUUID(), randomUUID()];
const issued = () => ({ ...tokens.issue(contest, device, NOW) });
const later = (hours: number): Date => new Date(NOW.getTime() + hours * HOUR_MS);

it('a form is taken from its browser, or from one that names our origin', () => {
  for (const sender of [
    { device, hasOrigin: false },
    { device: null, hasOrigin: true },
    { device: randomUUID(), hasOrigin: true },
  ])
    expect(tokens.refusal(issued(), contest, sender, later(11))).toBeNull();
  for (const sender of [
    { device: null, hasOrigin: false },
    { device: randomUUID(), hasOrigin: false },
  ])
    expect(tokens.refusal(issued(), contest, sender, NOW)).toBe('foreign');
});

it('a form of another contest, key, time or installation is foreign', () => {
  const sender = { device, hasOrigin: true };
  const other = new FormTokens(Buffer.alloc(32, 2));
  expect(tokens.refusal(issued(), randomUUID(), sender, NOW)).toBe('foreign');
  expect(tokens.refusal({ ...issued(), key: randomUUID() }, contest, sender, NOW)).toBe('foreign');
  expect(tokens.refusal({ ...issued(), at: later(1).getTime().toString(36) }, contest, sender, NOW)).toBe(
    'foreign',
  );
  expect(tokens.refusal({ ...other.issue(contest, device, NOW) }, contest, sender, NOW)).toBe('foreign');
  expect(tokens.refusal({}, contest, sender, NOW)).toBe('foreign');
});

it('a form is old after twelve hours', () => {
  const sender = { device, hasOrigin: true };
  expect(tokens.refusal(issued(), contest, sender, later(13))).toBe('expired');
});

it('the request for a code is one per form, number and order', () => {
  const [key, phone] = [randomUUID(), '+233201234567'];
  const id = tokens.verificationId(key, phone, 0);
  expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(tokens.verificationId(key, phone, 0)).toBe(id);
  const others = [
    tokens.verificationId(key, phone, 1),
    tokens.verificationId(key, '+233201234568', 0),
    tokens.verificationId(randomUUID(), phone, 0),
  ];
  expect(new Set([id, ...others]).size).toBe(4);
});
