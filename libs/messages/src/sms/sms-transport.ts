import { appendFile, mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Delivery } from '@abato/jobs';
import { type Environment, SWITCHED_OFF } from '@abato/platform';

export interface OutgoingSms {
  /** E.164. */
  phone: string;
  text: string;
}

/**
 * The provider has no idempotency key, so only what certainly was not taken may be sent again: `later` is no connection, no credit or
 * too many. Reasons name no person.
 */
export type SmsOutcome = Delivery;

export type SmsTransport = (sms: OutgoingSms) => Promise<SmsOutcome>;

type SmsSettings = Pick<Environment, 'SMS_API_KEY' | 'SMS_BASE_URL' | 'SMS_SENDER' | 'DATA_DIR'>;

const TIMEOUT_MS = 15_000;
/** Failures of connecting: nothing was sent. */
const NEVER_SENT = /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT/;
/** Refusals that pass: a wrong key, no credit, a blocked account, too many, closed for now. */
const PASSING = new Set([401, 402, 403, 429, 503]);

/** Through the provider when `SMS_API_KEY` is set, not at all when it is `none`, else (never in production) as files under `DATA_DIR/sms`. */
export function createSmsTransport(env: SmsSettings): SmsTransport {
  if (env.SMS_API_KEY === SWITCHED_OFF)
    return async () => ({ kind: 'off', reason: 'receipts by SMS are switched off' });
  return env.SMS_API_KEY ? arkesel(env) : files(env);
}

/** Arkesel's `POST /api/v2/sms/send`. Numbers go out without the plus, such as `233241234567`. */
function arkesel(env: SmsSettings): SmsTransport {
  const url = new URL('/api/v2/sms/send', env.SMS_BASE_URL);
  return async ({ phone, text }) => {
    try {
      const response = await fetch(url, {
        method: 'POST',
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: { 'api-key': env.SMS_API_KEY, 'content-type': 'application/json' },
        body: JSON.stringify({
          sender: env.SMS_SENDER,
          message: text,
          recipients: [phone.replace(/^\+/, '')],
        }),
      });
      return outcomeOf(response.status, await response.text());
    } catch (error) {
      const { cause, name } = error as Error & { cause?: { code?: string } };
      const code = cause?.code ?? name;
      return NEVER_SENT.test(code)
        ? { kind: 'later', reason: `no connection (${code})` }
        : { kind: 'unsure', reason: `no answer (${code})` };
    }
  };
}

function outcomeOf(status: number, body: string): SmsOutcome {
  const reason = `HTTP ${status}`;
  if (status >= 200 && status < 300) {
    return /"status"\s*:\s*"success"/.test(body) ? { kind: 'sent' } : { kind: 'later', reason: 'not taken' };
  }
  if (PASSING.has(status)) return { kind: 'later', reason };
  return status < 500 ? { kind: 'refused', reason } : { kind: 'unsure', reason };
}

/** One file a day: a receipt for every paid vote would be a great many files. */
function files(env: SmsSettings): SmsTransport {
  const folder = resolve(env.DATA_DIR, 'sms');
  return async ({ phone, text }) => {
    const now = new Date().toISOString();
    const message = `${now}\nFrom: ${env.SMS_SENDER}\nTo: ${phone}\n${text}\n\n`;
    const file = join(folder, `${now.slice(0, 10)}.txt`);
    await appendFile(file, message, { mode: 0o600 }).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await appendFile(file, message, { mode: 0o600 });
    });
    return { kind: 'sent' };
  };
}
