import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Environment } from '@abato/platform';
import type { UssdService } from '@abato/ussd';
import { UssdController } from './ussd.controller.js';

/** @returns whether a request from this address gets as far as the check of its secret */
async function isTaken(list: string, address: string): Promise<boolean> {
  let taken = false;
  const service = {
    answer: async () => {
      taken = true;
      return { type: 'text/plain; charset=utf-8', body: 'END' };
    },
  } as unknown as UssdService;
  const controller = new UssdController({ USSD_ADDRESSES: list } as Environment, service);
  const reply = { status: () => reply, header: () => reply, type: () => reply, send: () => reply };
  const path = { gateway: 'nalo', secret: 'local' };
  await controller
    .receive(path, { body: {} } as FastifyRequest, reply as unknown as FastifyReply, address)
    .catch((error: Error) => {
      if (error.message !== 'You do not have permission to do this.') throw error;
    });
  return taken;
}

it('requests of gateways are taken from listed addresses only, and from any without a list', async () => {
  const list = '102.22.15.150, 10.1.0.0/16';
  expect(await isTaken(list, '102.22.15.150')).toBe(true);
  expect(await isTaken(list, '10.1.2.3')).toBe(true);
  expect(await isTaken(list, '102.22.15.151')).toBe(false);
  expect(await isTaken('', '102.22.15.151')).toBe(true);
});
