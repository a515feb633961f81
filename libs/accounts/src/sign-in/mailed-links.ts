import { createHash, randomBytes } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import type { EmailVerification } from './email-verification.entity.js';
import type { PasswordReset } from './password-reset.entity.js';

/**
 * Make a user's mailed link of a kind. A newer link makes the older ones worthless: only the newest mail is the right one.
 * @param kind whose rows they are
 * @returns the token, which stands in the mail and nowhere else
 */
export async function replaceLink(
  manager: EntityManager,
  kind: typeof EmailVerification | typeof PasswordReset,
  { userId, now, lifeMs }: { userId: string; now: Date; lifeMs: number },
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await manager.delete(kind, { userId });
  await manager.insert(kind, {
    digest: linkDigest(token),
    userId,
    expiresAt: new Date(now.getTime() + lifeMs),
    createdAt: now,
  });
  return token;
}

/** Only a digest is stored: who reads the table cannot use a link. */
export function linkDigest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
