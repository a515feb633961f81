import type { FastifyRequest } from 'fastify';
import type { WebhookService } from '@abato/payments';
import type { Environment } from '@abato/platform';
import { PaymentsController } from './payments.controller.js';

/** @returns whether a webhook from this address gets as far as the check of its signature */
async function isTaken(list: string, address: string): Promise<boolean> {
  let taken = false;
  const service = { receive: async () => void (taken = true) } as unknown as WebhookService;
  const env = { WEBHOOK_ADDRESSES: list } as Environment;
  const unused = {} as never;
  const controller = new PaymentsController(env, unused, unused, unused, service);
  const request = { body: Buffer.from('{}') } as unknown as FastifyRequest;
  await controller.receive({ provider: 'paystack' }, request, undefined, address).catch((error: Error) => {
    if (error.message !== 'You do not have permission to do this.') throw error;
  });
  return taken;
}

it('webhooks are taken from listed addresses only, and from any without a list', async () => {
  const list = '52.31.139.75, 10.1.0.0/16';
  expect(await isTaken(list, '52.31.139.75')).toBe(true);
  expect(await isTaken(list, '10.1.2.3')).toBe(true);
  expect(await isTaken(list, '52.31.139.76')).toBe(false);
  expect(await isTaken('', '52.31.139.76')).toBe(true);
});
