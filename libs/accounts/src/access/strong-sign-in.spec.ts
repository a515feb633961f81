import type { Actor } from './actor.js';
import { mustReauthenticate, mustSetUpSecondFactor, requiresSecondFactor } from './strong-sign-in.js';

const NOW = new Date('2026-11-25T20:00:00Z');
const SECONDS = NOW.getTime() / 1000;
const production = { production: true };
const development = { production: false };
const actor = (fields: Partial<Actor> = {}): Actor => ({
  id: '00000000-0000-4000-8000-000000000001',
  role: 'COMPANY_ADMIN',
  approvalStatus: 'APPROVED',
  tokenVersion: 1,
  ...fields,
});
const admin = actor({ role: 'SUPER_ADMIN' });

it('a second factor is required of super admins in production only', () => {
  expect(requiresSecondFactor(admin, production)).toBe(true);
  expect(requiresSecondFactor(admin, development)).toBe(false);
  expect(requiresSecondFactor(actor(), production)).toBe(false);
});

it('a super admin of production without a second factor may do nothing but set it up', () => {
  expect(mustSetUpSecondFactor(admin, production)).toBe(true);
  expect(mustSetUpSecondFactor({ ...admin, secondFactor: true }, production)).toBe(false);
  expect(mustSetUpSecondFactor(admin, development)).toBe(false);
  expect(mustSetUpSecondFactor(actor(), production)).toBe(false);
});

const must = (of: Partial<Actor>, env = development, options?: { always: boolean }) =>
  mustReauthenticate(actor(of), env, NOW, options);
const old = { authenticatedAt: SECONDS - 300 };
const recent = { authenticatedAt: SECONDS - 299 };

it('password or code must be given again five minutes after they were given, by users with a second factor', () => {
  expect(must({ ...old, secondFactor: true })).toBe(true);
  expect(must({ ...recent, secondFactor: true })).toBe(false);
  expect(must({ secondFactor: true })).toBe(true);
});

it('password or code must be given again by super admins of production, and not by others without a second factor', () => {
  expect(must({ ...old, role: 'SUPER_ADMIN' }, production)).toBe(true);
  expect(must({ ...recent, role: 'SUPER_ADMIN' }, production)).toBe(false);
  expect(must({ ...old, role: 'SUPER_ADMIN' })).toBe(false);
  expect(must(old, production)).toBe(false);
});

it('password or code must be given again by all where the action asks for it', () => {
  expect(must(old, development, { always: true })).toBe(true);
  expect(must(recent, development, { always: true })).toBe(false);
});
