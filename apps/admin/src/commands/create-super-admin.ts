import { normalisePhone, registerRules, validate } from '@abato/contracts';
import { newId } from '@abato/platform';
import { recordAudit } from '../audit.js';
import { type Command, needed, Refusal } from '../command.js';
import { choosePassword, PASSWORD_OPTION } from '../password.js';

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
