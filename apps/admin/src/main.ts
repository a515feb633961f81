import { parseArgs } from 'node:util';
import { type Command, type Given, Refusal } from './command.js';
import { audit } from './commands/audit.js';
import { createRoles } from './commands/create-database-roles.js';
import { createSuperAdmin } from './commands/create-super-admin.js';
import { erasePerson } from './commands/erase-person.js';
import { exportPerson } from './commands/export-person.js';
import { migrateSchema } from './commands/migrate.js';
import { postJournal } from './commands/post-journal.js';
import { readSettlements } from './commands/read-settlements.js';
import { rebuildTallies } from './commands/rebuild-folds.js';
import { reconcileDay } from './commands/reconcile-day.js';
import { resetPassword } from './commands/reset-password.js';
import { rotateKeys } from './commands/rotate-keys.js';
import { resetSecondFactor } from './commands/reset-second-factor.js';
import { settlePayment } from './commands/settle.js';
import { verifyTallies } from './commands/verify-tallies.js';
import { helpOf, overview } from './help.js';
import { Operator } from './operator.js';

/** The one home of operators' commands. */
const COMMANDS: readonly Command[] = [
  migrateSchema,
  createRoles,
  createSuperAdmin,
  resetPassword,
  rotateKeys,
  resetSecondFactor,
  settlePayment,
  verifyTallies,
  rebuildTallies,
  reconcileDay,
  readSettlements,
  postJournal,
  audit,
  exportPerson,
  erasePerson,
];

async function main([name, ...rest]: string[]): Promise<number> {
  if (!name || name === '--help' || name === 'help') {
    process.stdout.write(`${overview(COMMANDS)}\n`);
    return name ? 0 : 1;
  }
  const command = COMMANDS.find((known) => known.name === name);
  if (!command) throw new Refusal(`There is no command ${name}.\n\n${overview(COMMANDS)}`);
  const given = read(command, rest);
  if (given.options['help']) {
    process.stdout.write(`${helpOf(command)}\n`);
    return 0;
  }
  const wanted = command.words?.length ?? 0;
  if (given.words.length !== wanted) throw new Refusal(helpOf(command));
  const operator = new Operator(command.settings);
  try {
    return await command.run(given, operator);
  } finally {
    await operator.close();
  }
}

function read(command: Command, args: string[]): Given {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        help: { type: 'boolean' },
        ...Object.fromEntries(
          Object.entries(command.options ?? {}).map(([option, { type }]) => [option, { type }]),
        ),
      },
    });
    return { words: positionals, options: values };
  } catch (error) {
    throw new Refusal(`${(error as Error).message}\n\n${helpOf(command)}`);
  }
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  const { name, message, stack } = error as Error;
  // A wrong environment and a refusal are sentences; anything else is printed for a developer.
  const plain = name === 'Refusal' || message.startsWith('The environment');
  process.stderr.write(`${plain ? message : (stack ?? message)}\n`);
  process.exitCode = 1;
}
