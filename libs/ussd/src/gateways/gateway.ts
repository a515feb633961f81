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
export interface Gateway {
  /** @returns null for a body that is no request of this gateway */
  read(body: Fields): GatewayRequest | null;
  write(screen: Screen, body: Fields): GatewayAnswer;
}

export type Fields = Readonly<Record<string, unknown>>;

const MAX_ID = 200;
const MAX_TYPED = 182;

/** An id of a session or a phone number: some gateways send numbers. */
export function idOf(value: unknown): string | null {
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
  return typeof text === 'string' && text.length > 0 && text.length <= MAX_ID ? text : null;
}

/** What was typed; longer than a phone can send is no input. */
export function typedOf(value: unknown): string | null {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text.length <= MAX_TYPED ? text.trim() : null;
}

/** `true` also as the texts that some gateways send. */
export function isTrue(value: unknown): boolean {
  return value === true || value === 1 || (typeof value === 'string' && /^(true|1)$/i.test(value));
}

const NETWORKS: readonly (readonly [RegExp, MobileNetwork])[] = [
  [/mtn|^62001$/i, 'mtn'],
  [/voda|telecel|^62002$/i, 'telecel'],
  [/airtel|tigo|^at$|^6200[36]$/i, 'at'],
];

/** The network that the gateway names, by name or by number (MCC 620); null for another one. */
export function networkOf(value: unknown): MobileNetwork | null {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string') return null;
  return NETWORKS.find(([pattern]) => pattern.test(text.trim()))?.[1] ?? null;
}

export function json(answer: object): GatewayAnswer {
  return { type: 'application/json; charset=utf-8', body: JSON.stringify(answer) };
}
