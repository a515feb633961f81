import { setTimeout as sleep } from 'node:timers/promises';
import { isDay } from '@abato/contracts';
import { compareDay } from '@abato/payments';
import { ProviderError } from '@abato/paystack';
import { type Command, needed, Refusal } from '../command.js';
import type { Operator } from '../operator.js';

/** Compare a day's books with the provider's, both ways. */
export const reconcileDay: Command = {
  name: 'reconcile-day',
  summary: "Compare one day's payments with the provider's list, both ways",
  options: {
    date: {
      type: 'string',
      value: 'YYYY-MM-DD',
      meaning: 'the day on which the payments were begun, in UTC',
    },
    settle: { type: 'boolean', meaning: 'settle what one side knows and the other does not' },
  },
  details: `
What the worker does by itself an hour after each day. Lists payments that the provider calls successful and we have not booked, that
we call successful and the provider does not list, whose amounts differ, and successes with a reference that is not ours. Without
--settle it changes nothing. Run it for a day that is over everywhere. Ends with exit code 2 when something differs (or is left over
after --settle).`,
  settings: [
    'DATABASE_URL',
    'REDIS_URL',
    'DATA_ENCRYPTION_KEY',
    'PUBLIC_URL',
    'PAYSTACK_SECRET_KEY',
    'PAYSTACK_BASE_URL',
    'PAYSTACK_CALLS_PER_MINUTE',
  ],
  async run(given, operator) {
    const date = needed(given, 'date');
    if (!isDay(date)) throw new Refusal('--date must look like 2026-11-20 and be in the calendar');
    const from = new Date(`${date}T00:00:00Z`);
    const { successes, settled, differences } = await compare(
      operator,
      from,
      given.options['settle'] === true,
    );
    for (const { reference, from: before, to } of settled) {
      operator.print(`${reference}: settled now: ${before} -> ${to}`);
    }
    for (const difference of differences) operator.print(wordsFor(difference));
    operator.print(`${date}: ${successes} successes at the provider, ${differences.length} differences`);
    return differences.length ? 2 : 0;
  },
};

type DayComparison = Awaited<ReturnType<typeof compareDay>>;

async function compare(operator: Operator, day: Date, settles: boolean): Promise<DayComparison> {
  const provider = await operator.provider();
  const confirmation = settles ? await operator.confirmation() : null;
  const pause = async (seconds: number): Promise<void> => {
    operator.say(`the limit of calls is used up; waiting ${seconds} s`);
    await sleep(seconds * 1000);
  };
  try {
    return await compareDay(operator.database, provider, day, {
      pause,
      ...(confirmation && { confirm: (update) => confirmation.confirm(update) }),
    });
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    throw new Refusal(`the provider gave no answer (${error.failure}): ${error.message}`);
  }
}

function wordsFor({
  class: name,
  reference,
  state,
  theirs,
  ours,
}: DayComparison['differences'][number]): string {
  switch (name) {
    case 'unknown-reference':
      return `${reference}: the provider has a success, and we do not know the reference`;
    case 'not-booked':
      return `${reference}: the provider has a success, ours is ${state}`;
    case 'amount-differs':
      return `${reference}: the provider took ${theirs} pesewas, we booked ${ours}`;
    case 'not-at-provider':
      return `${reference}: we call it ${state}, and the provider does not list it as a success`;
  }
}
