import { randomUUID } from 'node:crypto';
import { type Handler, Reply, type Simulator } from './core/simulator.js';
import { textOf } from './core/fields.js';

/** Arkesel's API for messages (v2), and the inbox of everything that was sent. */

const MOST_MESSAGES = 2_000;
const MOST_SHOWN = 200;
/** A phone takes a message after so long. */
const ARRIVES_MS = 400;
const ANSWER_WITHIN_MS = 10_000;
/** A report that was not taken is sent again: the application may not have written the message down yet. */
const AGAIN_MS = 1_000;
const MOST_REPORTS = 60;
/** Numbers that end like this cannot be reached. */
const UNREACHABLE = /0404$/;

/** Any key is taken: the simulator has no accounts. */
export const takeSms: Handler = (sim, { headers, body }) => {
  if (!textOf(headers['api-key'])) return new Reply(401, { status: 'error', message: 'Invalid API key' });
  const [text, callback] = [textOf(body.message), textOf(body.callback_url)];
  const numbers = Array.isArray(body.recipients) ? body.recipients.map((one) => textOf(one) ?? '') : [];
  if (!text || !textOf(body.sender) || !numbers.length || numbers.includes(''))
    return new Reply(422, { status: 'error', message: 'Validation errors' });
  const data = numbers.map((recipient) => {
    const id = randomUUID();
    const to = recipient.replace(/\D/g, '').replace(/^0/, '233');
    sim.sms.push({ to: `+${to}`, text, at: sim.time.text() });
    if (sim.sms.length > MOST_MESSAGES) sim.sms.shift();
    if (callback)
      report(sim, callback, { sms_id: id, status: UNREACHABLE.test(to) ? 'UNDELIVERED' : 'DELIVERED' });
    return { recipient, id };
  });
  return { status: 'success', data };
};

/** Newest first. @param to any way of writing the number; nothing for all */
export function messagesTo({ sms }: Simulator, to: unknown): Simulator['sms'] {
  // The plus of a query string arrives as a space.
  const digits = textOf(to)?.replace(/\D/g, '').replace(/^0/, '233');
  const wanted = sms.filter((message) => digits === undefined || message.to === `+${digits}`);
  return wanted.slice(-MOST_SHOWN).reverse();
}

/** Tells the application what became of a message, again until it is taken. */
function report(sim: Simulator, address: string, fields: Record<string, string>, nr = 1): void {
  const url = new URL(address);
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value);
  const send = async () => {
    const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) }).catch(() => null);
    if (!answer?.ok && nr < MOST_REPORTS) report(sim, address, fields, nr + 1);
  };
  const at = sim.time.now() + (nr === 1 ? ARRIVES_MS : AGAIN_MS);
  sim.time.set(`sms ${fields.sms_id}`, at, () => void send());
}
