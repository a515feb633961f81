import { type Gateway, idOf, json, networkOf, typedOf } from './gateway.js';

/** Hubtel Programmable Services: JSON with one input at a time and a `Sequence`; `Type` says what the request is. */
export const hubtel: Gateway = {
  read(body) {
    const sessionId = idOf(body['SessionId']);
    const phone = idOf(body['Mobile']);
    const text = typedOf(body['Message']);
    const type = typeof body['Type'] === 'string' ? body['Type'].toLowerCase() : '';
    if (sessionId === null || phone === null || text === null) return null;
    const common = { sessionId, phone, network: networkOf(body['Operator']) };
    if (type === 'initiation') return { ...common, input: { kind: 'dial', text } };
    if (type !== 'response') return { ...common, input: { kind: 'gone' } };
    const sequence = Number(body['Sequence'] ?? Number.NaN);
    return {
      ...common,
      input: {
        kind: 'next',
        text,
        sequence: Number.isSafeInteger(sequence) && sequence > 0 ? sequence : null,
      },
    };
  },
  write: ({ text, goesOn }, { SessionId }) =>
    json({
      SessionId,
      Type: goesOn ? 'Response' : 'Release',
      Message: text,
      Label: 'Abato',
      ClientState: '',
      DataType: goesOn ? 'input' : 'display',
      FieldType: 'text',
    }),
};
