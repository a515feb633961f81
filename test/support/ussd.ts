import { createHmac, randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { UssdGateway, UssdNetwork } from '../../apps/simulator/src/phone/gateway-protocols.js';
import { requestOf, screenOf, USSD_GATEWAYS } from '../../apps/simulator/src/phone/gateway-protocols.js';
import { type BuiltContest, nomineeCode } from './builders.js';
import { testSecrets, testState } from './state.js';

export { USSD_GATEWAYS, type UssdGateway };

const SERVICE_CODE = '*713#';

export interface UssdScreen {
  text: string;
  goesOn: boolean;
}

/** A session of one phone at one gateway, in the gateway's own protocol. */
export class UssdSession {
  private readonly typed: string[] = [];
  private dialled = SERVICE_CODE;
  readonly sessionId = randomUUID();

  /** @param phone E.164 */
  constructor(
    readonly gateway: UssdGateway,
    readonly phone: string,
    private readonly network: UssdNetwork = 'mtn',
  ) {}

  /** @param inputs typed behind the service code in one go */
  dial(...inputs: string[]): Promise<UssdScreen> {
    this.dialled = inputs.length ? `*713*${inputs.join('*')}#` : SERVICE_CODE;
    return this.again();
  }

  /** Type the next inputs, one after the other. @returns the last screen */
  async type(...inputs: string[]): Promise<UssdScreen> {
    let screen: UssdScreen | undefined;
    for (const input of inputs) {
      this.typed.push(input);
      screen = await this.again();
    }
    return screen as UssdScreen;
  }

  /** Send the newest request once more, as a gateway does that had no answer. */
  async again(): Promise<UssdScreen> {
    const { gateway, network, sessionId, phone, dialled, typed } = this;
    const request = requestOf({
      gateway,
      network,
      sessionId,
      phone,
      dialled,
      typed,
      serviceCode: SERVICE_CODE,
    });
    const answer = await sendToGateway(gateway, request.body, request.contentType);
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${gateway} was answered ${answer.status}: ${text}`);
    const screen = screenOf(gateway, text);
    if (screen.text.length > 120) throw new Error(`too long for a screen: ${screen.text}`);
    return screen;
  }
}

/** What is dialled for the first contestant of a contest. */
export const dialledCodeOf = ({ contestant }: BuiltContest): Promise<string> => nomineeCode(contestant.id);

/** As a Redis that was restarted, for these sessions only: other specs have some beside them. */
export async function loseSessions(redis: Redis, ...sessions: UssdSession[]): Promise<void> {
  const key = testSecrets().dataEncryptionKey.split(',').at(-1) as string;
  const names = sessions.map(({ gateway, sessionId, phone }) => {
    const bytes = createHmac('sha256', key)
      .update(JSON.stringify(['ussd', gateway, sessionId, phone]))
      .digest();
    return `abato:ussd:${bytes.toString('base64url', 16)}`;
  });
  const lost = await redis.del(...names);
  if (lost !== sessions.length) throw new Error(`${lost} of ${sessions.length} sessions were there`);
}

/** What reaches the route of a gateway, whatever it is. */
export function sendToGateway(
  gateway: string,
  body: string | Uint8Array,
  contentType = 'application/json',
  secret = 'local',
): Promise<Response> {
  return fetch(`${testState().baseUrl}/api/ussd/${gateway}/${secret}`, {
    method: 'POST',
    headers: { 'content-type': contentType },
    body: body as string,
    signal: AbortSignal.timeout(60_000),
  });
}
