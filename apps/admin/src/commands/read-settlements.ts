import { SettlementReader } from '@abato/accounting';
import { ProviderError } from '@abato/paystack';
import { type Command, Refusal } from '../command.js';

/** Read now what the worker reads once a day. */
export const readSettlements: Command = {
  name: 'read-settlements',
  summary: 'Read what the provider has paid out, book it and compare it with the payments',
  options: {
    account: {
      type: 'string',
      value: 'CODE',
      meaning: 'only this subaccount, due or not; `none`, the platform’s own account, reads all',
    },
  },
  details: `
What the worker does by itself for each account once a day; without --account those that are due are read. Repeating it books nothing twice.
Ends with exit code 2 when something of these accounts cannot be explained.`,
  settings: [
    'DATABASE_URL',
    'REDIS_URL',
    'PAYSTACK_SECRET_KEY',
    'PAYSTACK_BASE_URL',
    'PAYSTACK_CALLS_PER_MINUTE',
  ],
  async run(given, operator) {
    const account = given.options['account'];
    const clock = { now: () => operator.now };
    const log = { warn: (_about: unknown, text?: string) => operator.say(text ?? '') };
    const reader = new SettlementReader(operator.database, clock, log, await operator.provider());
    const only = typeof account === 'string' ? [account] : null;
    const reading = await reader.readDue(undefined, only).catch((error: unknown) => {
      if (!(error instanceof ProviderError)) throw error;
      throw new Refusal(`the provider gave no answer (${error.failure}): ${error.message}`);
    });
    if (!reading) throw new Refusal('another process is reading settlements');
    operator.print(`${reading.accounts} accounts read, ${reading.differences} differences`);
    return reading.differences ? 2 : 0;
  },
};
