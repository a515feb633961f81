import { DEMO_ACCOUNTS } from '@abato/platform';
import type { PasswordService } from './password.service.js';
import type { UsersRepository } from '../users.repository.js';

/**
 * For the start of a production process: a database that was once filled with demo data accepts known passwords.
 * @throws Error in one sentence that names the accounts which still have their public password
 */
export async function refuseDemoAccounts(
  users: Pick<UsersRepository, 'passwordHashOf'>,
  passwords: Pick<PasswordService, 'verify'>,
): Promise<void> {
  const open: string[] = [];
  for (const { email, password } of Object.values(DEMO_ACCOUNTS)) {
    const hash = await users.passwordHashOf(email);
    if (hash && (await passwords.verify(hash, password))) open.push(email);
  }
  if (!open.length) return;
  throw new Error(
    `The database has demo accounts with their public password (${open.join(', ')}): this is refused in production; give them another with \`admin reset-password\`, or delete them.`,
  );
}
