import {
  BEGINNING_MS,
  CHECKOUT_LIFE_MS,
  type EarlierAttempt,
  nextAttempt,
  nextCheckAt,
  PROMPT_LIFE_MS,
} from './payment-attempts.js';

const now = new Date('2026-11-21T20:00:00Z');
const ago = (ms: number): Date => new Date(+now - ms);
const attempt = (fields: Partial<EarlierAttempt>): EarlierAttempt => ({
  reference: 'A-1',
  state: 'INITIALIZED',
  flow: 'CHECKOUT',
  authorizationUrl: 'https://pay.example/1',
  createdAt: ago(1000),
  ...fields,
});

it('the choice of the next attempt begins when nothing was tried, or what was tried is over', () => {
  expect(nextAttempt([], now).kind).toBe('new');
  const over = (['FAILED', 'FAILED_INIT', 'INIT_UNKNOWN', 'SUPERSEDED', 'EXPIRED'] as const).map((state) =>
    attempt({ state, authorizationUrl: state === 'FAILED' ? 'https://pay.example/1' : null }),
  );
  expect(nextAttempt(over, now).kind).toBe('new');
});

it('the choice of the next attempt offers an open page again, for half an hour', () => {
  for (const state of ['INITIALIZED', 'PROVIDER_PENDING'] as const) {
    expect(nextAttempt([attempt({ state })], now)).toMatchObject({ kind: 'reuse', reference: 'A-1' });
    expect(nextAttempt([attempt({ state, createdAt: ago(CHECKOUT_LIFE_MS) })], now).kind).toBe('new');
  }
});

it('the choice of the next attempt waits for a page that is being made, unless its maker has died', () => {
  const making = attempt({ state: 'CREATED', authorizationUrl: null });
  expect(nextAttempt([making], now).kind).toBe('wait');
  expect(nextAttempt([{ ...making, createdAt: ago(BEGINNING_MS) }], now).kind).toBe('new');
});

it('the choice of the next attempt never asks for a second payment while a prompt may be on the phone', () => {
  for (const state of ['CREATED', 'INIT_UNKNOWN', 'PROVIDER_PENDING'] as const) {
    const prompt = attempt({ state, flow: 'CHARGE', authorizationUrl: null, createdAt: ago(30_000) });
    expect(nextAttempt([prompt], now)).toEqual({ kind: 'prompt-open', reference: 'A-1', secondsLeft: 180 });
    expect(nextAttempt([{ ...prompt, createdAt: ago(PROMPT_LIFE_MS) }], now).kind).toBe('new');
  }
  expect(nextAttempt([attempt({ state: 'FAILED', flow: 'CHARGE' })], now).kind).toBe('new');
});

it('the choice of the next attempt stops while a payment is held for review', () =>
  expect(nextAttempt([attempt({}), attempt({ state: 'REVIEW' })], now).kind).toBe('held'));

it('the choice of the next attempt stops after fifty attempts in an hour, until the oldest of them is an hour old', () => {
  const many = Array.from({ length: 50 }, (_, minutes) =>
    attempt({ state: 'FAILED', createdAt: ago(minutes * 60_000) }),
  );
  expect(nextAttempt(many, now)).toEqual({ kind: 'too-many', secondsLeft: 11 * 60 });
  expect(nextAttempt(many.slice(1), now).kind).toBe('new');
  expect(nextAttempt(many, new Date(+now + 11 * 60_000)).kind).toBe('new');
});

it('the choice of the next attempt looks past a page for a prompt: a payer who asks for one has left the page, but not one that is being made', () => {
  expect(nextAttempt([attempt({})], now, 'CHARGE').kind).toBe('new');
  expect(nextAttempt([attempt({ state: 'CREATED', authorizationUrl: null })], now, 'CHARGE').kind).toBe(
    'wait',
  );
});

it('the choice of the next attempt finds the open page or prompt behind attempts that are over', () => {
  const over = attempt({ reference: 'A-2', state: 'FAILED' });
  expect(nextAttempt([over, attempt({})], now)).toEqual({
    kind: 'reuse',
    reference: 'A-1',
    authorizationUrl: 'https://pay.example/1',
  });
  const failedPrompt = attempt({ reference: 'A-3', state: 'FAILED', flow: 'CHARGE' });
  expect(nextAttempt([failedPrompt, attempt({})], now).kind).toBe('reuse');
  const prompt = attempt({ flow: 'CHARGE', authorizationUrl: null });
  expect(nextAttempt([over, prompt], now)).toMatchObject({ kind: 'prompt-open', secondsLeft: 209 });
});

it('the choice of the next attempt sends no payer to a page that is over, or that has no address', () => {
  for (const state of ['FAILED', 'EXPIRED', 'SUPERSEDED', 'COMPLETED'] as const)
    expect(nextAttempt([attempt({ state })], now).kind).toBe('new');
  expect(nextAttempt([attempt({ authorizationUrl: null })], now).kind).toBe('new');
});

it('the choice of the next attempt counts whole seconds of a prompt, the last of them too', () => {
  const prompt = (age: number) =>
    nextAttempt([attempt({ flow: 'CHARGE', authorizationUrl: null, createdAt: ago(age) })], now);
  expect(prompt(PROMPT_LIFE_MS - 1)).toMatchObject({ secondsLeft: 1 });
  expect(prompt(PROMPT_LIFE_MS - 1_001)).toMatchObject({ secondsLeft: 2 });
});

it('the choice of the next attempt gives a page half an hour, a prompt three and a half minutes, and a beginning a quarter of a minute', () => {
  expect([CHECKOUT_LIFE_MS, PROMPT_LIFE_MS, BEGINNING_MS].map((ms) => ms / 1000)).toEqual([1_800, 210, 15]);
  const many = Array.from({ length: 49 }, () => attempt({ state: 'FAILED' }));
  expect(nextAttempt(many, now).kind).toBe('new');
});

const created = new Date('2026-11-21T20:00:00Z');
const after = (seconds: number): Date => new Date(+created + seconds * 1000);
const DAY = 86_400;

const next = (ageSeconds: number, watchSeconds: number | null = 14 * DAY): number | null => {
  const watchUntil = watchSeconds === null ? null : after(watchSeconds);
  const at = nextCheckAt(created, watchUntil, after(ageSeconds));
  return at && (+at - +created) / 1000;
};

it.each([
  [0, 10],
  [9.999, 10],
  [10, 30],
  [30, 60],
  [60, 180],
  [180, 300],
  [300, 600],
  [600, 1_800],
  [1_800, 3_600],
  [3_600, 6 * 3_600],
  [6 * 3_600, DAY],
  [DAY, 3 * DAY],
  [3 * DAY, 4 * DAY],
  [4 * DAY - 1, 4 * DAY],
  [4 * DAY, 5 * DAY],
  [9.5 * DAY, 10 * DAY],
])('when the provider is asked next after %s s: at %s s', (age, at) => expect(next(age)).toBe(at));

it('when the provider is asked next is the end of the watch at the latest, and never after it', () => {
  expect(next(13.5 * DAY, 13.75 * DAY)).toBe(13.75 * DAY);
  expect(next(13 * DAY)).toBe(14 * DAY);
  expect(next(14 * DAY - 0.001)).toBe(14 * DAY);
  expect(next(14 * DAY)).toBeNull();
  expect(next(20 * DAY)).toBeNull();
  expect(next(0, 5)).toBe(5);
  expect(next(0, 10)).toBe(10);
});

it('when the provider is asked next is a day later for ever while no end is known', () =>
  expect(next(100 * DAY, null)).toBe(101 * DAY));
