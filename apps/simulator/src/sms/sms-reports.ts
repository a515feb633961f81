import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../core/clock.js';
import { Log } from '../core/log.js';
import { type Settings, SETTINGS } from '../core/settings.js';
import { Timers } from '../core/timers.js';
import type { SmsProviderName } from './sms-inbox.js';

/** A phone takes a message after so long. */
const ARRIVES_MS = 400;
const ANSWER_WITHIN_MS = 10_000;
/** A report that was not taken is sent again: the application may not have written the message down yet. */
const AGAIN_MS = 1_000;
const MOST_REPORTS = 60;
/** Numbers that end like this cannot be reached. */
const UNREACHABLE = /0404$/;

/** Tells the application what became of a message, as each provider does. */
@Injectable()
export class SmsReporter {
  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly clock: Clock,
    private readonly timers: Timers,
    private readonly log: Log,
  ) {}

  /** @param callback where Arkesel reports, as the message said; the other providers have an address in the account */
  expect(provider: SmsProviderName, id: string, number: string, callback: string | null): void {
    const arrived = !UNREACHABLE.test(number);
    this.reportLater(ARRIVES_MS, `sms ${id} ${number}`, 1, () =>
      this.report(provider, id, arrived, callback),
    );
  }

  private reportLater(waitMs: number, name: string, nr: number, report: () => Promise<void>): void {
    this.timers.set(name, this.clock.now() + waitMs, () => {
      void report().catch((error: Error) => {
        if (nr < MOST_REPORTS) this.reportLater(AGAIN_MS, name, nr + 1, report);
        else this.log.warn(`a delivery report was not taken: ${error.message}`);
      });
    });
  }

  private async report(
    provider: SmsProviderName,
    id: string,
    arrived: boolean,
    callback: string | null,
  ): Promise<void> {
    const { smsReportUrl, smsReportSecret } = this.settings;
    const account = smsReportSecret ? `${smsReportUrl}/${provider}/${smsReportSecret}` : null;
    const address = provider === 'arkesel' ? callback : account;
    if (!address) return;
    const url = new URL(address);
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    if (provider === 'hubtel') {
      const body = JSON.stringify({ MessageId: id, Status: arrived ? 'Delivered' : 'Undelivered' });
      const headers = { 'content-type': 'application/json' };
      needOk(await fetch(url, { method: 'POST', headers, body, signal }));
      return;
    }
    url.searchParams.set(provider === 'arkesel' ? 'sms_id' : '_id', id);
    url.searchParams.set('status', arrived ? 'DELIVERED' : 'UNDELIVERED');
    needOk(await fetch(url, { signal }));
  }
}

function needOk({ ok, status }: Response): void {
  if (!ok) throw new Error(`answered ${status}`);
}
