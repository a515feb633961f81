import { Injectable } from '@nestjs/common';
import { Clock } from '../core/clock.js';

/** Messages kept; the oldest go first. */
const MOST_MESSAGES = 2_000;
/** Most that one answer shows. */
const MOST_SHOWN = 200;

export type SmsProviderName = 'arkesel' | 'hubtel' | 'mnotify';

export interface SmsMessage {
  /** E.164. */
  to: string;
  text: string;
  /** ISO 8601. */
  at: string;
  provider: SmsProviderName;
}

/** Every SMS that was handed to one of the simulated providers, in memory. */
@Injectable()
export class SmsInbox {
  private readonly messages: SmsMessage[] = [];

  constructor(private readonly clock: Clock) {}

  /** @param number as the provider's document has it: `0241234567` or `233241234567` */
  take(provider: SmsProviderName, number: string, text: string): void {
    const digits = number.replace(/\D/g, '');
    const to = digits.startsWith('0') ? `+233${digits.slice(1)}` : `+${digits}`;
    this.messages.push({ to, text, at: this.clock.text(), provider });
    if (this.messages.length > MOST_MESSAGES) this.messages.shift();
  }

  /** Newest first. @param to any way of writing the number; null for all */
  list(to: string | null): SmsMessage[] {
    // The plus of a query string arrives as a space.
    const digits = to?.replace(/\D/g, '').replace(/^0/, '233') ?? null;
    const wanted = this.messages.filter((message) => digits === null || message.to === `+${digits}`);
    return wanted.slice(-MOST_SHOWN).reverse();
  }
}
