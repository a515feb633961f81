import type { Environment } from '@abato/platform';
import type { Actor } from './actor.js';

/** How old a sign-in may be for actions that cannot be undone or show personal data. */
const RECENT_SECONDS = 5 * 60;

type Production = Pick<Environment, 'production'>;

/** Super admins in production; elsewhere demo accounts and scripts work with a password alone (ADR 74). */
export function requiresSecondFactor(actor: Pick<Actor, 'role'>, env: Production): boolean {
  return env.production && actor.role === 'SUPER_ADMIN';
}

/** Whether the user may do nothing but set up a second factor. */
export function mustSetUpSecondFactor(actor: Actor, env: Production): boolean {
  return requiresSecondFactor(actor, env) && !actor.secondFactor;
}

/** Whether the user must give password or code again before a guarded action. */
export function mustReauthenticate(
  actor: Actor,
  env: Production,
  now: Date,
  options: { always?: boolean } = {},
): boolean {
  if (!options.always && !actor.secondFactor && !requiresSecondFactor(actor, env)) return false;
  return (actor.authenticatedAt ?? 0) + RECENT_SECONDS <= now.getTime() / 1000;
}
