import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import argon2 from 'argon2';
import { isCommonPassword, PASSWORD_HASH } from '@abato/accounts';
import {
  normalisePhone,
  PASSWORD_TOO_COMMON,
  registerRules,
  resetPasswordRules,
  validate,
} from '@abato/contracts';
import { newId } from '@abato/platform';
import { type OperatorAction, recordAudit } from '../audit.js';
import { type Command, type Given, needed, Refusal } from '../command.js';
import type { Operator } from '../operator.js';

const PASSWORD_OPTION = {
  'password-stdin': {
    type: 'boolean',
    meaning: 'read the password from standard input; without it one is made up and printed',
  },
} as const;

/**
 * The password to set: from standard input (arguments can be seen by every user of the machine), or made up.
 * @throws Refusal when it does not follow the rules of the sign-up form, or is easy to guess
 */
async function choosePassword(given: Given): Promise<{ hash: string; made: string | null }> {
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
  return { hash: await argon2.hash(password, PASSWORD_HASH), made: typed === null ? password : null };
}

const { firstName, lastName, email, phone } = registerRules;
const RULES = { firstName, lastName, email, phone };

/** The first account of an installation: registration makes no super admins. */
export const createSuperAdmin: Command = {
  name: 'create-super-admin',
  summary: 'Create an approved super admin',
  options: {
    email: { type: 'string', value: 'address', meaning: 'what they sign in with' },
    'first-name': { type: 'string', value: 'name', meaning: 'first name' },
    'last-name': { type: 'string', value: 'name', meaning: 'last name' },
    phone: { type: 'string', value: 'number', meaning: 'a Ghanaian phone number' },
    ...PASSWORD_OPTION,
  },
  details: `
Refuses an address that an account has already, and changes nothing then; use reset-password for a forgotten password. Written to
the audit log.`,
  settings: ['DATABASE_URL', 'DATA_ENCRYPTION_KEY'],
  async run(given, operator) {
    const checked = validate<{ firstName: string; lastName: string; email: string; phone: string }>(RULES, {
      email: needed(given, 'email'),
      firstName: needed(given, 'first-name'),
      lastName: needed(given, 'last-name'),
      phone: needed(given, 'phone'),
    });
    if (!checked.ok) throw new Refusal(checked.errors.map(({ message }) => message).join('. '));
    const person = checked.value;
    const { hash, made } = await choosePassword(given);
    const id = newId();
    await operator.database
      .run(async ({ sql }) => {
        await sql.query(
          `INSERT INTO users (id, first_name, last_name, email, phone, id_number_encrypted, password_hash, role, approval_status,
           created_at, updated_at, email_verified_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, 'SUPER_ADMIN', 'APPROVED', $8, $8, $8)`,
          [
            id,
            person.firstName,
            person.lastName,
            person.email.toLowerCase(),
            normalisePhone(person.phone),
            operator.secrets.encrypt(''),
            hash,
            operator.now,
          ],
        );
        await recordAudit(sql, operator.now, 'user.create-super-admin', 'user', id);
      })
      .catch((error: { code?: string }) => {
        if (error.code === '23505') throw new Refusal(`${person.email} has an account already`);
        throw error;
      });
    operator.print(`created super admin ${person.email}`);
    if (made) operator.print(`password: ${made}`);
    return 0;
  },
};

/**
 * Change what an account signs in with, and end every session of it.
 * @throws Refusal when no account has the address
 */
async function changeAccount(
  operator: Operator,
  email: string,
  change: { action: OperatorAction; set: string; values: unknown[]; forget: string },
): Promise<void> {
  const { action, set, values, forget } = change;
  const id = await operator.database.run(async ({ sql }) => {
    const changed = await sql.query<{ id: string }>(
      `UPDATE users SET ${set}, token_version = token_version + 1, updated_at = $2
       WHERE lower(email) = $1 AND deleted_at IS NULL RETURNING id`,
      [email, operator.now, ...values],
    );
    const user = changed.rows[0];
    if (!user) throw new Refusal(`no account has the address ${email}`);
    await sql.query(`DELETE FROM ${forget} WHERE user_id = $1`, [user.id]);
    await recordAudit(sql, operator.now, action, 'user', user.id);
    return user.id;
  });
  await (await operator.signals()).live.publish('user', { userId: id });
}

/** For a user whose mail does not arrive; other users use the link on the sign-in page. */
export const resetPassword: Command = {
  name: 'reset-password',
  summary: 'Give an account a new password',
  options: {
    email: { type: 'string', value: 'address', meaning: "the account's address" },
    ...PASSWORD_OPTION,
  },
  details: `
Ends every session of the account at once, sockets included, and makes mailed reset links worthless. Written to the audit log.`,
  settings: ['DATABASE_URL', 'REDIS_URL'],
  async run(given, operator) {
    const email = needed(given, 'email').toLowerCase();
    const { hash, made } = await choosePassword(given);
    await changeAccount(operator, email, {
      action: 'user.reset-password',
      set: 'password_hash = $3',
      values: [hash],
      forget: 'password_resets',
    });
    operator.print(`changed the password of ${email}; every session of the account has ended`);
    if (made) operator.print(`password: ${made}`);
    return 0;
  },
};

/** For a user who lost the authenticator app and every recovery code. */
export const resetSecondFactor: Command = {
  name: 'reset-second-factor',
  summary: 'Take the second factor off an account',
  options: { email: { type: 'string', value: 'address', meaning: "the account's address" } },
  details: `
Ends every session of the account at once. The account then signs in with its password alone; a super admin in production must set up a new
second factor before anything else. Make sure who is asking. Written to the audit log.`,
  settings: ['DATABASE_URL', 'REDIS_URL'],
  async run(given, operator) {
    const email = needed(given, 'email').toLowerCase();
    await changeAccount(operator, email, {
      action: 'user.reset-second-factor',
      set: 'second_factor_encrypted = NULL, second_factor_at = NULL, second_factor_step = NULL',
      values: [],
      forget: 'recovery_codes',
    });
    operator.print(`took the second factor off ${email}; every session of the account has ended`);
    return 0;
  },
};
