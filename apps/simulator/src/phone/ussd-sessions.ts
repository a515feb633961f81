import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { ControlError } from '../core/errors.js';
import { type Settings, SETTINGS } from '../core/settings.js';
import {
  requestOf,
  screenOf,
  type UssdCall,
  type UssdGateway,
  type UssdNetwork,
} from './gateway-protocols.js';

/** A gateway gives up on an application that does not answer within this; Africa's Talking publishes 15 s. */
const ANSWER_WITHIN_MS = 10_000;
const MOST_SESSIONS = 1_000;
const MOST_INPUTS = 60;

/** What the phone shows, and what went over the wire for it. */
export interface PhoneScreen {
  id: string;
  text: string;
  goesOn: boolean;
  request: string;
  answer: string;
}

/** Sessions of the keypad page: speaks the gateways' protocols to the product, as the gateways do. */
@Injectable()
export class UssdSessions {
  private readonly calls = new Map<string, UssdCall>();

  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  /** @param dialled the service code or more; blank is the service code alone */
  async dial(from: {
    gateway: UssdGateway;
    network: UssdNetwork;
    phone: string;
    dialled: string;
  }): Promise<PhoneScreen> {
    const { ussdCode } = this.settings;
    const call: UssdCall = {
      ...from,
      dialled: from.dialled || ussdCode,
      serviceCode: ussdCode,
      sessionId: randomUUID(),
      typed: [],
    };
    if (this.calls.size >= MOST_SESSIONS) this.calls.delete(this.calls.keys().next().value as string);
    return this.send(call);
  }

  /** @throws ControlError for a session that is over */
  async type(id: string, input: string): Promise<PhoneScreen> {
    const call = this.calls.get(id);
    if (!call || call.typed.length >= MOST_INPUTS) throw new ControlError(404, 'This session is over');
    return this.send({ ...call, typed: [...call.typed, input] });
  }

  private async send(call: UssdCall): Promise<PhoneScreen> {
    const { gateway, sessionId: id } = call;
    const { contentType, body } = requestOf(call);
    let answer: string;
    try {
      const response = await fetch(`${this.settings.ussdUrl}/${gateway}/${this.settings.ussdSecret}`, {
        method: 'POST',
        headers: { 'content-type': contentType },
        body,
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      });
      answer = await response.text();
      if (!response.ok)
        throw new Error(`the application answered ${response.status}: ${answer.slice(0, 300)}`);
      const screen = screenOf(gateway, answer);
      if (screen.goesOn) this.calls.set(id, call);
      else this.calls.delete(id);
      return { id, ...screen, request: body, answer };
    } catch (error) {
      throw new ControlError(502, `No usable answer: ${(error as Error).message}`);
    }
  }
}
