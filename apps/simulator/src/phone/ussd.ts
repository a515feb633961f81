import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { ControlError } from '../core/errors.js';
import { localPhoneOf, parse, textOf } from '../core/fields.js';
import type { Handler, Simulator } from '../core/simulator.js';
import { requestOf, screenOf, USSD_GATEWAYS, type UssdCall } from './gateway-protocols.js';

/** Sessions of the keypad page: they reach the product through the protocol of the chosen gateway. */

/** A gateway gives up on an application that does not answer within this; Africa's Talking publishes 15 s. */
const ANSWER_WITHIN_MS = 10_000;

const dialSchema = z.object({
  gateway: z.enum(USSD_GATEWAYS),
  network: z.enum(['mtn', 'telecel', 'at']),
  phone: z.string(),
  dialled: z.string().optional(),
});

/** Nothing dialled is the service code alone. */
export const dial: Handler = (sim, { body }) => {
  const serviceCode = sim.settings.USSD_CODE;
  const { phone: number, dialled = serviceCode, ...how } = parse(dialSchema, body);
  const local = localPhoneOf(number);
  if (!local) throw new ControlError(400, 'phone is a Ghanaian number, for example 0241234567');
  const phone = `+233${local.slice(1)}`;
  return send(sim, { ...how, phone, dialled, serviceCode, sessionId: randomUUID(), typed: [] });
};

/** `{ input }` */
export const type: Handler = (sim, { params: { id = '' }, body }) => {
  const call = sim.ussdSessions.get(id);
  if (!call) throw new ControlError(404, 'This session is over');
  return send(sim, { ...call, typed: [...call.typed, textOf(body.input) ?? ''] });
};

/** Payment prompts that a phone shows now. */
export const prompts: Handler = ({ store }, { query }) => {
  const number = localPhoneOf(query.phone);
  return [...store.transactions.values()]
    .filter(({ prompt }) => number !== null && prompt && localPhoneOf(prompt.phone) === number)
    .map(({ reference, requestedAmount }) => ({ reference, amount: requestedAmount }))
    .slice(-5);
};

/** @returns what the phone shows, and what went over the wire for it */
async function send({ settings, ussdSessions }: Simulator, call: UssdCall) {
  const { gateway, sessionId: id } = call;
  const { contentType, body } = requestOf(call);
  try {
    const response = await fetch(`${settings.SIMULATOR_USSD_URL}/${gateway}/${settings.USSD_SECRET}`, {
      method: 'POST',
      headers: { 'content-type': contentType },
      body,
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    const answer = await response.text();
    if (!response.ok) throw new Error(`the application answered ${response.status}: ${answer.slice(0, 300)}`);
    const screen = screenOf(gateway, answer);
    if (screen.goesOn) ussdSessions.set(id, call);
    else ussdSessions.delete(id);
    return { id, ...screen, request: body, answer };
  } catch (error) {
    throw new ControlError(502, `No usable answer: ${(error as Error).message}`);
  }
}
