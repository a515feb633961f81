import { setTimeout as sleep } from 'node:timers/promises';
import { SettlementReader } from '@abato/accounting';
import { isDay } from '@abato/contracts';
import { compareDay, postAll } from '@abato/payments';
import { type PaymentProof, type PaystackClient, ProviderError } from '@abato/paystack';
import { recordAudit } from '../audit.js';
import { type Command, needed, Refusal } from '../command.js';
import type { Operator } from '../operator.js';

/** Of every command that asks the provider. */
const ASKING = [
  'DATABASE_URL',
  'REDIS_URL',
  'PAYSTACK_SECRET_KEY',
  'PAYSTACK_BASE_URL',
  'PAYSTACK_CALLS_PER_MINUTE',
] as const;

/** A call that failed is a sentence for the operator. */
function noAnswer(error: unknown): never {
  if (!(error instanceof ProviderError)) throw error;
  throw new Refusal(`the provider gave no answer (${error.failure}): ${error.message}`);
}

/** What the sweeps do by themselves, for one payment, now, with words. */
export const settlePayment: Command = {
  name: 'settle',
  words: ['reference'],
  summary: 'Ask the provider about one payment and settle what it says',
  details: `
Goes the way every payment goes: the same function under the same locks, so repeating it changes nothing more, and it cannot count a
vote that the provider does not call paid. Also asks about payments whose 14 days of watching are over. Prints the state before and
after, and the payment's history.`,
  settings: [...ASKING, 'DATA_ENCRYPTION_KEY', 'PUBLIC_URL'],
  async run({ words: [reference = ''] }, operator) {
    const known = await operator.database.query<{ id: string; method: string }>(
      'SELECT id, method FROM payments WHERE reference = $1',
      [reference],
    );
    const payment = known.rows[0];
    if (!payment) throw new Refusal(`no payment has the reference ${reference}`);
    if (payment.method === 'MANUAL')
      throw new Refusal(`${reference} was entered by hand: no provider knows it`);
    const provider = await operator.provider();
    const proof = await ask(provider, reference);
    const confirmation = await operator.confirmation();
    const result = await confirmation.transaction(async ({ sql, now, confirm }) => {
      const settled = await confirm({ reference, proof, source: 'verify' });
      if (!settled) throw new Refusal(`no payment has the reference ${reference}`);
      const { from, to } = settled;
      await recordAudit(sql, now, 'payment.settle', 'payment', payment.id, { from, to });
      return settled;
    });
    operator.print(`provider: ${proof.providerStatus ?? proof.status}; situation: ${result.situation}`);
    operator.print(`state: ${result.from} -> ${result.to}${result.counted ? ', counted now' : ''}`);
    await printHistory(operator, payment.id);
    if (!result.alert) return 0;
    operator.print('this payment needs a person: docs/runbook.md#payment-needs-a-person');
    return 2;
  },
};

async function ask(provider: PaystackClient, reference: string): Promise<PaymentProof> {
  try {
    return (await provider.verify(reference)).proof;
  } catch (error) {
    if (error instanceof ProviderError && error.failure === 'not-found')
      return { status: 'not-found', providerStatus: 'not_found' };
    return noAnswer(error);
  }
}

async function printHistory(operator: Operator, paymentId: string): Promise<void> {
  const { rows } = await operator.database.query<{
    at: Date;
    from_state: string | null;
    to_state: string;
    source: string;
  }>('SELECT at, from_state, to_state, source FROM payment_events WHERE payment_id = $1 ORDER BY id', [
    paymentId,
  ]);
  for (const { at, from_state, to_state, source } of rows) {
    operator.print(`  ${at.toISOString()}  ${source.padEnd(10)} ${from_state ?? '-'} -> ${to_state}`);
  }
}

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
  settings: [...ASKING, 'DATA_ENCRYPTION_KEY', 'PUBLIC_URL'],
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
  return compareDay(operator.database, provider, day, {
    pause,
    ...(confirmation && { confirm: (update) => confirmation.confirm(update) }),
  }).catch(noAnswer);
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
  settings: ASKING,
  async run(given, operator) {
    const account = given.options['account'];
    const clock = { now: () => operator.now };
    const log = { warn: (_about: unknown, text?: string) => operator.say(text ?? '') };
    const reader = new SettlementReader(operator.database, clock, log, await operator.provider());
    const only = typeof account === 'string' ? [account] : null;
    const reading = await reader.readDue(undefined, only).catch(noAnswer);
    if (!reading) throw new Refusal('another process is reading settlements');
    operator.print(`${reading.accounts} accounts read, ${reading.differences} differences`);
    return reading.differences ? 2 : 0;
  },
};

/** For payments that were settled by a release without a journal. */
export const postJournal: Command = {
  name: 'post-journal',
  summary: 'Post what is missing in the books of money in double entry',
  details: `
Needed once after the upgrade to the release that brings the journal, when no process of the release before it runs any more. Compares
each payment with what was posted of it and writes the difference as one balanced entry, a thousand payments at a time. Processes may run
meanwhile. Repeating it posts nothing.`,
  settings: ['DATABASE_URL'],
  async run(_given, operator) {
    const { database, now } = operator;
    const { payments, entries } = await postAll((work) => database.run(({ sql }) => work(sql)), now);
    operator.print(`${payments} payments compared, ${entries} entries posted`);
    return 0;
  },
};
