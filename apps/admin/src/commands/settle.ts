import { type PaystackClient, ProviderError, type PaymentProof } from '@abato/paystack';
import { recordAudit } from '../audit.js';
import { type Command, Refusal } from '../command.js';
import type { Operator } from '../operator.js';

/** What the sweeps do by themselves, for one payment, now, with words. */
export const settlePayment: Command = {
  name: 'settle',
  words: ['reference'],
  summary: 'Ask the provider about one payment and settle what it says',
  details: `
Goes the way every payment goes: the same function under the same locks, so repeating it changes nothing more, and it cannot count a
vote that the provider does not call paid. Also asks about payments whose 14 days of watching are over. Prints the state before and
after, and the payment's history.`,
  settings: [
    'DATABASE_URL',
    'REDIS_URL',
    'DATA_ENCRYPTION_KEY',
    'PUBLIC_URL',
    'PAYSTACK_SECRET_KEY',
    'PAYSTACK_BASE_URL',
    'PAYSTACK_CALLS_PER_MINUTE',
  ],
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
    if (!(error instanceof ProviderError)) throw error;
    if (error.failure === 'not-found') return { status: 'not-found', providerStatus: 'not_found' };
    throw new Refusal(`the provider gave no answer (${error.failure}): ${error.message}`);
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
