import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { bytesOf } from './records.js';
import type { WildRequest } from './send.js';
import { contentType, oddHeaders, packing, words } from './values.js';

const SECRET = 'sk_test_local';
const signatureOf = (body: Buffer, secret = SECRET): string =>
  createHmac('sha512', secret).update(body).digest('hex');

/** How a webhook is signed. Only the first two are the provider's. */
const signing: fc.Arbitrary<{ genuine: boolean; sign: (body: Buffer) => string | string[] | undefined }> =
  fc.oneof(
    { weight: 14, arbitrary: fc.constant({ genuine: true, sign: (body: Buffer) => signatureOf(body) }) },
    {
      weight: 1,
      arbitrary: fc.constant({ genuine: true, sign: (body: Buffer) => signatureOf(body).toUpperCase() }),
    },
    {
      weight: 5,
      arbitrary: fc.constantFrom<{ genuine: boolean; sign: (body: Buffer) => string | string[] | undefined }>(
        { genuine: false, sign: () => undefined },
        { genuine: false, sign: () => '' },
        { genuine: false, sign: (body) => signatureOf(body, 'another key') },
        { genuine: false, sign: (body) => signatureOf(Buffer.concat([body, Buffer.from(' ')])) },
        { genuine: false, sign: (body) => signatureOf(body).slice(0, 127) },
        { genuine: false, sign: (body) => `${signatureOf(body)}0` },
        { genuine: false, sign: (body) => `sha512=${signatureOf(body)}` },
        { genuine: false, sign: (body) => [signatureOf(body, 'another key'), signatureOf(body)] },
        { genuine: false, sign: () => 'é'.repeat(128) },
        { genuine: false, sign: () => 'f'.repeat(8_000) },
        { genuine: false, sign: () => 'g'.repeat(128) },
      ),
    },
  );

export type WildWebhook = WildRequest & { genuine: boolean };

/** @param references payments that are waiting for a result */
export function webhooks(references: readonly string[]): fc.Arbitrary<WildWebhook> {
  const event = fc.constantFrom(
    '',
    ...words(`charge.success charge.success charge.success charge.failed charge.dispute.create
      charge.dispute.remind charge.dispute.resolve refund.pending refund.processing
      refund.processed refund.failed refund.needs-attention refund. transfer.success x`),
  );
  const reference = fc.oneof(
    fc.constantFrom(...references),
    fc.uuid().map((id) => `A-${id}`),
  );
  const good = fc
    .record({ event, reference, id: fc.maxSafeNat() })
    .map(({ event: name, reference: about, id }) => ({
      event: name,
      data: {
        id,
        domain: 'test',
        status: 'success',
        reference: about,
        amount: 100,
        requested_amount: 100,
        currency: 'GHS',
        channel: 'mobile_money',
        fees: 2,
        paid_at: '2026-11-21T20:00:00.000Z',
        gateway_response: 'Approved',
        metadata: { voteId: 'x' },
        transaction_reference: about,
        refund_reference: `R-${id}`,
        refund_amount: 100,
        resolution: 'merchant-accepted',
        transaction: {
          id,
          reference: about,
          amount: 100,
          currency: 'GHS',
          status: 'success',
          domain: 'test',
        },
      },
    }));
  return fc
    .record({ body: bytesOf(good), contentType, packing, oddHeaders, signing, chunked: fc.boolean() })
    .map(
      ({ body, contentType: type, packing: { encoding, pack }, oddHeaders: odd, signing: how, chunked }) => {
        const packed = pack(body);
        const signature = how.sign(packed);
        return {
          method: 'POST',
          path: '/api/payments/paystack/webhook',
          headers: {
            ...odd,
            ...(type !== undefined && { 'content-type': type }),
            ...(encoding !== undefined && { 'content-encoding': encoding }),
            ...(signature !== undefined && { 'x-paystack-signature': latin1(signature) }),
          },
          body: packed,
          chunked,
          genuine: how.genuine,
        };
      },
    );
}

const latin1 = (value: string | string[]): string | string[] =>
  typeof value === 'string' ? Buffer.from(value).toString('latin1') : value;
