import { type Gateway, idOf, networkOf, typedOf } from './gateway.js';

/**
 * Africa's Talking: a form with `text`, everything typed so far joined by `*`; the answer is text that begins with `CON ` or `END `.
 * A report about a session that has ended has a `status` and no `text`.
 */
export const africastalking: Gateway = {
  read(body) {
    const sessionId = idOf(body['sessionId']);
    const phone = idOf(body['phoneNumber']);
    const text = typedOf(body['text']);
    if (sessionId === null || phone === null || text === null) return null;
    const common = { sessionId, phone, network: networkOf(body['networkCode']) };
    if (body['text'] === undefined && body['status'] !== undefined)
      return { ...common, input: { kind: 'gone' } };
    const inputs = text === '' ? [] : text.split('*').map((input) => input.trim());
    return { ...common, input: { kind: 'all', inputs } };
  },
  write: ({ text, goesOn }) => ({
    type: 'text/plain; charset=utf-8',
    body: `${goesOn ? 'CON' : 'END'} ${text}`,
  }),
};
