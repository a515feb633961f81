import { DEMO_ACCOUNTS } from '@abato/platform';

/** So many digits and signs at either end make no new password of a common one. */
const DECORATION = 4;
/** Shorter parts of a name or an address say nothing. */
const SHORTEST_WORD = 4;
const PRODUCT = 'abato';
/** Printed in the README. */
const OF_THE_DEMO = new Set(Object.values(DEMO_ACCOUNTS).map(({ password }) => password.toLowerCase()));
/** What people write instead of letters. */
const LOOKALIKES: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

let common: Promise<ReadonlySet<string>> | undefined;

/** Some 49,000 passwords that leaked most often, in lower case; read when the first password is chosen. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  );
  return common;
}

/**
 * Whether an attacker who tries common passwords would soon find it: it leaked often, is one of those with a few digits or signs
 * around it or with look-alikes for letters, or is made of what is known about the account (OWASP ASVS 5.0, 6.2.4 and 6.2.11).
 * @param about names and addresses of the account
 */
export async function isCommonPassword(password: string, about: readonly string[]): Promise<boolean> {
  const known = await commonPasswords();
  const own = new Set(about.flatMap((text) => text.toLowerCase().split(/[^a-z0-9]+/)));
  return formsOf(password.toLowerCase()).some(
    (form) =>
      known.has(form) ||
      OF_THE_DEMO.has(form) ||
      form === PRODUCT ||
      (form.length >= SHORTEST_WORD && own.has(form)),
  );
}

function formsOf(password: string): string[] {
  const core = password.replace(/^[^a-z]+|[^a-z]+$/g, '');
  const plain = password.length - core.length <= DECORATION ? [password, core] : [password];
  return plain.flatMap((form) => [form, form.replace(/[013457@$!]/g, (sign) => LOOKALIKES[sign] ?? sign)]);
}
