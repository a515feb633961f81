import { parseArgs } from 'node:util';
import { type Command, type Given, helpOf, overview, Refusal } from './command.js';
import { createSuperAdmin, resetPassword, resetSecondFactor } from './commands/accounts.js';
import { audit } from './commands/audit.js';
import { erasePerson, exportPerson } from './commands/persons.js';
import { postJournal, readSettlements, reconcileDay, settlePayment } from './commands/provider.js';
import { rotateKeys } from './commands/rotate-keys.js';
import { createRoles, migrateSchema } from './commands/schema.js';
import { rebuildTallies, verifyTallies } from './commands/tallies.js';
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
      options: { help: { type: 'boolean' }, ...command.options },
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
