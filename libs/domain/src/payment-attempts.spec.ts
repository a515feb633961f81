import {
  BEGINNING_MS,
  CHECKOUT_LIFE_MS,
  nextAttempt,
  PROMPT_LIFE_MS,
  type EarlierAttempt,
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

describe('what to do when a vote is to be paid', () => {
  it('begins when nothing was tried, or what was tried is over', () => {
    expect(nextAttempt([], now).kind).toBe('new');
    const over = (['FAILED', 'FAILED_INIT', 'INIT_UNKNOWN', 'SUPERSEDED', 'EXPIRED'] as const).map((state) =>
      attempt({ state, authorizationUrl: state === 'FAILED' ? 'https://pay.example/1' : null }),
    );
    expect(nextAttempt(over, now).kind).toBe('new');
  });

  it('offers an open page again, for half an hour', () => {
    for (const state of ['INITIALIZED', 'PROVIDER_PENDING'] as const) {
      expect(nextAttempt([attempt({ state })], now)).toMatchObject({ kind: 'reuse', reference: 'A-1' });
      expect(nextAttempt([attempt({ state, createdAt: ago(CHECKOUT_LIFE_MS) })], now).kind).toBe('new');
    }
  });

  it('waits for a page that is being made, unless its maker has died', () => {
    const making = attempt({ state: 'CREATED', authorizationUrl: null });
    expect(nextAttempt([making], now).kind).toBe('wait');
    expect(nextAttempt([{ ...making, createdAt: ago(BEGINNING_MS) }], now).kind).toBe('new');
  });

  it('never asks for a second payment while a prompt may be on the phone', () => {
    for (const state of ['CREATED', 'INIT_UNKNOWN', 'PROVIDER_PENDING'] as const) {
      const prompt = attempt({ state, flow: 'CHARGE', authorizationUrl: null, createdAt: ago(30_000) });
      expect(nextAttempt([prompt], now)).toEqual({ kind: 'prompt-open', reference: 'A-1', secondsLeft: 180 });
      expect(nextAttempt([{ ...prompt, createdAt: ago(PROMPT_LIFE_MS) }], now).kind).toBe('new');
    }
    expect(nextAttempt([attempt({ state: 'FAILED', flow: 'CHARGE' })], now).kind).toBe('new');
  });

  it('stops while a payment is held for review', () => {
    expect(nextAttempt([attempt({}), attempt({ state: 'REVIEW' })], now).kind).toBe('held');
  });

  it('stops after fifty attempts in an hour, until the oldest of them is an hour old', () => {
    const many = Array.from({ length: 50 }, (_, minutes) =>
      attempt({ state: 'FAILED', createdAt: ago(minutes * 60_000) }),
    );
    expect(nextAttempt(many, now)).toEqual({ kind: 'too-many', secondsLeft: 11 * 60 });
    expect(nextAttempt(many.slice(1), now).kind).toBe('new');
    expect(nextAttempt(many, new Date(+now + 11 * 60_000)).kind).toBe('new');
  });
});
