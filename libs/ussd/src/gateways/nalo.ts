import { type Gateway, idOf, isTrue, json, networkOf, typedOf } from './gateway.js';

/** Nalo: JSON with one input at a time; `MSGTYPE` true is the first dial of a request, and "goes on" of an answer. */
export const nalo: Gateway = {
  read(body) {
    const sessionId = idOf(body['SESSIONID']);
    const phone = idOf(body['MSISDN']);
    const text = typedOf(body['USERDATA']);
    if (sessionId === null || phone === null || text === null) return null;
    const common = { sessionId, phone, network: networkOf(body['NETWORK']) };
    return isTrue(body['MSGTYPE'])
      ? { ...common, input: { kind: 'dial', text } }
      : { ...common, input: { kind: 'next', text, sequence: null } };
  },
  write: ({ text, goesOn }, { USERID, MSISDN }) => json({ USERID, MSISDN, MSG: text, MSGTYPE: goesOn }),
};
