import { GHANA_PHONE_PATTERN, normalisePhone } from '@abato/contracts';
import { type Given, Refusal } from './command.js';

/** Whom a command is about: one of the two, or both. */
export interface Person {
  /** E.164. */
  phone: string | null;
  /** Lower case. */
  email: string | null;
}

export const PERSON_OPTIONS = {
  phone: { type: 'string', value: 'number', meaning: 'their phone number, in any Ghanaian spelling' },
  email: { type: 'string', value: 'address', meaning: 'their e-mail address' },
} as const;

/** @throws Refusal when neither is given or the phone number is none */
export function personFrom(given: Given): Person {
  const typed = given.options['phone'];
  const phone = typeof typed === 'string' ? typed.replace(/\s+/g, '') : null;
  const address = given.options['email'];
  const email = typeof address === 'string' && address.trim() ? address.trim().toLowerCase() : null;
  if (!phone && !email) throw new Refusal('--phone or --email is needed; see --help');
  if (phone && !GHANA_PHONE_PATTERN.test(phone)) throw new Refusal(`${phone} is not a Ghanaian phone number`);
  return { phone: phone && normalisePhone(phone), email };
}
