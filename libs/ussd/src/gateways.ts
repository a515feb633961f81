import type { MobileNetwork } from '@abato/contracts';

/** What a request of a gateway says, whatever its form. */
export interface GatewayRequest {
  sessionId: string;
  /** As the gateway writes it. */
  phone: string;
  network: MobileNetwork | null;
  input:
    /** A session begins; the text is what was dialled, or what was dialled behind the service code, or nothing. */
    | { kind: 'dial'; text: string }
    /** Everything that was typed since the session began. */
    | { kind: 'all'; inputs: string[] }
    /** The answer to the last screen. @property sequence grows with each request of a session; null where the gateway has none */
    | { kind: 'next'; text: string; sequence: number | null }
    /** The session is over; what is answered is shown to no one. */
    | { kind: 'gone' };
}

export interface Screen {
  text: string;
  /** The voter is asked for more. */
  goesOn: boolean;
}

/** An answer as the gateway wants it. */
export interface GatewayAnswer {
  type: 'text/plain; charset=utf-8' | 'application/json; charset=utf-8';
  body: string;
}

/** Translates between one gateway and the session machine. Pure: fixtures of its documentation are the test. */
interface Gateway {
  /** @returns null for a body that is no request of this gateway */
  read(body: Fields): GatewayRequest | null;
  write(screen: Screen, body: Fields): GatewayAnswer;
}

export type Fields = Readonly<Record<string, unknown>>;

export const GATEWAY_NAMES = ['africastalking', 'arkesel', 'nalo', 'hubtel'] as const;
export type GatewayName = (typeof GATEWAY_NAMES)[number];

export const GATEWAYS: Readonly<Record<GatewayName, Gateway>> = {
  /**
   * Africa's Talking: a form with `text`, everything typed so far joined by `*`; the answer is text that begins with `CON ` or `END `.
   * A report about a session that has ended has a `status` and no `text`.
   */
  africastalking: {
    read: reading(['sessionId', 'phoneNumber', 'text', 'networkCode'], (text, body) => {
      if (body['text'] === undefined && body['status'] !== undefined) return { kind: 'gone' };
      return { kind: 'all', inputs: text === '' ? [] : text.split('*').map((input) => input.trim()) };
    }),
    write: ({ text, goesOn }) => ({
      type: 'text/plain; charset=utf-8',
      body: `${goesOn ? 'CON' : 'END'} ${text}`,
    }),
  },
  /** Arkesel: JSON with one input at a time; `newSession` with the dialled string begins. */
  arkesel: {
    read: reading(['sessionID', 'msisdn', 'userData', 'network'], (text, body) =>
      isTrue(body['newSession']) ? { kind: 'dial', text } : { kind: 'next', text, sequence: null },
    ),
    write: ({ text, goesOn }, { sessionID, userID, msisdn }) =>
      json({ sessionID, userID, msisdn, message: text, continueSession: goesOn }),
  },
  /** Nalo: JSON with one input at a time; `MSGTYPE` true is the first dial of a request, and "goes on" of an answer. */
  nalo: {
    read: reading(['SESSIONID', 'MSISDN', 'USERDATA', 'NETWORK'], (text, body) =>
      isTrue(body['MSGTYPE']) ? { kind: 'dial', text } : { kind: 'next', text, sequence: null },
    ),
    write: ({ text, goesOn }, { USERID, MSISDN }) => json({ USERID, MSISDN, MSG: text, MSGTYPE: goesOn }),
  },
  /** Hubtel Programmable Services: JSON with one input at a time and a `Sequence`; `Type` says what the request is. */
  hubtel: {
    read: reading(['SessionId', 'Mobile', 'Message', 'Operator'], (text, { Type, Sequence }) => {
      const type = typeof Type === 'string' ? Type.toLowerCase() : '';
      if (type === 'initiation') return { kind: 'dial', text };
      if (type !== 'response') return { kind: 'gone' };
      const sequence = Number(Sequence ?? Number.NaN);
      const isCount = Number.isSafeInteger(sequence) && sequence > 0;
      return { kind: 'next', text, sequence: isCount ? sequence : null };
    }),
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
  },
};

const MAX_ID = 200;
const MAX_TYPED = 182;

/**
 * @param names of the fields with session, phone, what was typed and network
 * @param input what the request says about what was typed
 */
function reading(
  [session, phone, typed, network]: readonly [string, string, string, string],
  input: (text: string, body: Fields) => GatewayRequest['input'],
): Gateway['read'] {
  return (body) => {
    const [sessionId, from, text] = [idOf(body[session]), idOf(body[phone]), typedOf(body[typed])];
    if (sessionId === null || from === null || text === null) return null;
    return { sessionId, phone: from, network: networkOf(body[network]), input: input(text, body) };
  };
}

/** An id of a session or a phone number: some gateways send numbers. */
function idOf(value: unknown): string | null {
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
  return typeof text === 'string' && text.length > 0 && text.length <= MAX_ID ? text : null;
}

/** What was typed; longer than a phone can send is no input. */
function typedOf(value: unknown): string | null {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text.length <= MAX_TYPED ? text.trim() : null;
}

/** `true` also as the texts that some gateways send. */
function isTrue(value: unknown): boolean {
  return value === true || value === 1 || (typeof value === 'string' && /^(true|1)$/i.test(value));
}

const NETWORKS: readonly (readonly [RegExp, MobileNetwork])[] = [
  [/mtn|^62001$/i, 'mtn'],
  [/voda|telecel|^62002$/i, 'telecel'],
  [/airtel|tigo|^at$|^6200[36]$/i, 'at'],
];

/** The network that the gateway names, by name or by number (MCC 620); null for another one. */
function networkOf(value: unknown): MobileNetwork | null {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string') return null;
  return NETWORKS.find(([pattern]) => pattern.test(text.trim()))?.[1] ?? null;
}

function json(answer: object): GatewayAnswer {
  return { type: 'application/json; charset=utf-8', body: JSON.stringify(answer) };
}

/**
 * The inputs of a dialled string: `*713*1234*5#` with the service code `*713#` is `1234` and `5`. Gateways differ in whether they pass on the
 * service code, so a text without it is taken as inputs already.
 * @param code the service code, for example `*713#` or `*920*44#`
 */
export function dialledInputs(text: string, code: string): string[] {
  const service = code.replace(/#$/, '');
  const dialled = text.replace(/#$/, '');
  if (dialled === service || dialled === service.slice(1)) return [];
  const rest = dialled.startsWith(`${service}*`) ? dialled.slice(service.length + 1) : dialled;
  // Another service code of the same installation, or nothing that was typed.
  if (rest.startsWith('*')) return [];
  return rest === '' ? [] : rest.split('*').map((input) => input.trim());
}
