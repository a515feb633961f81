import { type Gateway, idOf, isTrue, json, networkOf, typedOf } from './gateway.js';

/** Arkesel: JSON with one input at a time; `newSession` with the dialled string begins. */
export const arkesel: Gateway = {
  read(body) {
    const sessionId = idOf(body['sessionID']);
    const phone = idOf(body['msisdn']);
    const text = typedOf(body['userData']);
    if (sessionId === null || phone === null || text === null) return null;
    const common = { sessionId, phone, network: networkOf(body['network']) };
    return isTrue(body['newSession'])
      ? { ...common, input: { kind: 'dial', text } }
      : { ...common, input: { kind: 'next', text, sequence: null } };
  },
  write: ({ text, goesOn }, { sessionID, userID, msisdn }) =>
    json({ sessionID, userID, msisdn, message: text, continueSession: goesOn }),
};
