import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import argon2 from 'argon2';
import { isCommonPassword } from '@abato/accounts';
import { PASSWORD_TOO_COMMON, resetPasswordRules, validate } from '@abato/contracts';
import { type Given, Refusal } from './command.js';

/** The same cost as the API's own hashes; verification reads it from the hash. */
const OPTIONS = { type: argon2.argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export const PASSWORD_OPTION = {
  'password-stdin': {
    type: 'boolean',
    meaning: 'read the password from standard input; without it one is made up and printed',
  },
} as const;

/**
 * The password to set: from standard input (arguments can be seen by every user of the machine), or made up.
 * @throws Refusal when it does not follow the rules of the sign-up form, or is easy to guess
 */
export async function choosePassword(given: Given): Promise<{ hash: string; made: string | null }> {
  const typed = given.options['password-stdin'] ? (await text(process.stdin)).replace(/\r?\n$/, '') : null;
  // Both letter cases and a digit, whatever the random part is.
  const password = typed ?? `${randomBytes(12).toString('base64url')}-Ab7`;
  const checked = validate(resetPasswordRules, {
    token: 'operator',
    password,
    confirmPassword: password,
  });
  if (!checked.ok) throw new Refusal(checked.errors.map(({ message }) => message).join('. '));
  if (typed !== null && (await isCommonPassword(typed, []))) throw new Refusal(PASSWORD_TOO_COMMON);
  return { hash: await argon2.hash(password, OPTIONS), made: typed === null ? password : null };
}
