import { createDatabaseRoles } from '@abato/database';
import { readSettings } from '@abato/platform';
import { type Command, Refusal } from '../command.js';
import { ownerUrl, sentence } from './migrate.js';

/** For an empty server, and for a password that changes. */
export const createRoles: Command = {
  name: 'create-database-roles',
  summary: 'Make the login of the processes in PostgreSQL',
  options: {
    'set-password': {
      type: 'boolean',
      meaning: 'give a login that is there already the password of DATABASE_URL',
    },
  },
  details: `
Connects with DATABASE_OWNER_URL, which must be allowed to create roles but need not be a superuser, and makes what is missing: the role
abato_app, which holds the rights of the processes, and the login of DATABASE_URL with its password, a member of that role and
nothing else. Safe to repeat. The rights on the tables are given by migrate, which also does all of this where its login may.
The password is sent as a SCRAM verifier; no log of the server can hold it.`,
  settings: ['DATABASE_URL', 'DATABASE_OWNER_URL'],
  async run(given, operator) {
    const processUrl = readSettings(['DATABASE_URL']).DATABASE_URL;
    if (new URL(processUrl).username === new URL(ownerUrl()).username) {
      throw new Refusal(
        'DATABASE_URL and DATABASE_OWNER_URL must name two logins: that of the processes, and the owner',
      );
    }
    const lines: string[] = [];
    const setPassword = given.options['set-password'] === true;
    await createDatabaseRoles({
      ownerUrl: ownerUrl(),
      processUrl,
      setPassword,
      log: (line) => lines.push(line),
    }).catch(sentence);
    operator.print(lines.join('\n') || 'nothing to do: role and login are there');
    return 0;
  },
};
