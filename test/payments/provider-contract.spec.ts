import { PaystackClient, ProviderError } from '@abato/paystack';
import { newReference } from '@abato/platform';
import { testState } from '../support/state.js';
import { waitFor } from '../support/wait-for.js';

/**
 * What the client relies on at the provider. Runs against the simulator always, and with `ABATO_CONTRACT_KEY=sk_test_…` against
 * the provider itself too: what the simulator invents shows there. Nothing here needs a person at a checkout page.
 */
interface Target {
  name: string;
  baseUrl: () => string;
  key: string;
}
const key = process.env['ABATO_CONTRACT_KEY'] ?? '';
if (key && !key.startsWith('sk_test_')) throw new Error('ABATO_CONTRACT_KEY must be a test key');
const targets: Target[] = [
  { name: 'the simulator', baseUrl: () => testState().simulatorUrl, key: 'sk_test_local' },
  ...(key ? [{ name: 'the provider', baseUrl: () => 'https://api.paystack.co', key }] : []),
];
/** The provider's documented test wallet, which needs no PIN. */
const TEST_WALLET = { phone: '0551234987', network: 'mtn' } as const;
const PATIENCE_MS = 60_000;

describe.each(targets)('the client’s contract with $name', ({ baseUrl, key: secretKey }) => {
  let client: PaystackClient;
  beforeAll(() => {
    client = new PaystackClient({ baseUrl: baseUrl(), secretKey });
  });

  const request = (reference: string) => ({
    reference,
    amount: 150,
    currency: 'GHS',
    email: 'contract@example.com',
    callbackUrl: 'https://example.com/back',
    cancelUrl: 'https://example.com/cancelled',
  });
  const failure = async (call: Promise<unknown>): Promise<ProviderError> => {
    const error = await call.then(
      () => new Error('it was taken'),
      (reason: unknown) => reason,
    );
    if (!(error instanceof ProviderError)) throw error;
    return error;
  };

  it('a page is made, and the payment is not a success before anybody has paid', async () => {
    const reference = newReference();
    const page = await client.initialize(request(reference));
    expect(page.authorizationUrl).toMatch(/^https?:\/\//);
    expect(page.accessCode).not.toBe('');
    const { proof } = await client.verify(reference);
    expect(['abandoned', 'waiting']).toContain(proof.status);
    expect(proof).toMatchObject({ amount: 150, currency: 'GHS', domain: 'test', paidAt: null });
    expect(proof.transactionId).toMatch(/^\d+$/);
  });

  it('a reference is taken once: the second time it is unknown whether it was ours', async () => {
    const reference = newReference();
    await client.initialize(request(reference));
    const again = await failure(client.initialize(request(reference)));
    expect(again).toMatchObject({ failure: 'unknown', details: { code: 'duplicate_reference' } });
  });

  it('an unknown reference is not found, whatever the HTTP status', async () =>
    expect((await failure(client.verify(newReference()))).failure).toBe('not-found'));

  it('an amount below the least is refused, and nothing was made', async () => {
    const reference = newReference();
    const refused = await failure(client.initialize({ ...request(reference), amount: 0 }));
    expect(refused.failure).toBe('rejected');
    expect((await failure(client.verify(reference))).failure).toBe('not-found');
  });

  it('a wrong key is a refusal, not an outage', async () => {
    const stranger = new PaystackClient({ baseUrl: baseUrl(), secretKey: 'sk_test_nobody' });
    expect((await failure(stranger.verify(newReference()))).failure).toBe('rejected');
  });

  it('a wallet is charged; the money is in the list of successes, and goes back once', async () => {
    const reference = newReference();
    const began = new Date(Date.now() - 60_000);
    const charge = await client.charges.begin({ ...request(reference), ...TEST_WALLET });
    expect(['pay_offline', 'pending', 'success', 'send_otp']).toContain(charge.status);
    const paid = await waitFor(
      async () => {
        const { proof } = await client.verify(reference);
        return proof.status === 'success' && proof;
      },
      { withinMs: PATIENCE_MS, everyMs: 1_000, what: 'the payment' },
    );
    expect(paid).toMatchObject({ amount: 150, currency: 'GHS', channel: 'mobile_money' });
    expect(paid.paidAt).toBeInstanceOf(Date);
    const listed = await client.list({ status: 'success', from: began });
    expect(listed.items.map((item) => item.reference)).toContain(reference);

    const transaction = paid.transactionId ?? reference;
    const refund = await client.refunds.send({ transaction, amount: 150, currency: 'GHS', note: 'contract' });
    expect(['pending', 'processing', 'processed']).toContain(refund.status);
    const refunds = await client.refunds.list([transaction], began);
    expect(refunds.get(transaction)?.map(({ amount }) => amount)).toEqual([150]);
    const again = client.refunds.send({ transaction, amount: 150, currency: 'GHS', note: 'again' });
    expect((await failure(again)).failure).toBe('rejected');
  });
});
