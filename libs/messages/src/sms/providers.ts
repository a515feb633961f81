import { localPhone } from '@abato/contracts';
import type { SmsProvider } from '@abato/platform';

/** One message and the account that sends it. */
interface SmsOrder {
  baseUrl: string;
  key: string;
  sender: string;
  /** E.164. */
  phone: string;
  text: string;
  /** Where the provider says whether it arrived; undefined where reports are off. */
  reportUrl: string | undefined;
}

interface SmsRequest {
  url: URL;
  headers: Record<string, string>;
  body: Record<string, unknown>;
}

/** What one provider does differently from the others: pure translations, tested with its documented bodies. */
export interface Adapter {
  baseUrl: string;
  request(order: SmsOrder): SmsRequest;
  /** Whether a 2xx answer says that the message was taken. */
  isTaken(answer: Record<string, unknown>): boolean;
  /** Whether a 2xx answer is a refusal as the provider documents it. An answer that is neither may have followed a message that was taken. */
  isRefused(answer: Record<string, unknown>): boolean;
  /** The provider's id of a message that was taken; null when it gives none. */
  idOf(answer: Record<string, unknown>): string | null;
  /** Names of the id in a delivery report, compared without case. The state is `status` at all of them. */
  reportIds: readonly string[];
}

/** `233241234567`: E.164 without the plus. */
const withoutPlus = (phone: string): string => phone.replace(/^\+/, '');

/** Ids are texts or numbers; longer ones than any provider's are none. */
function textOf(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text.length > 0 && text.length <= 100 ? text : null;
}

/** A field that is written with a small or a capital first letter. */
function either(answer: Record<string, unknown>, name: string): unknown {
  return answer[name] ?? answer[`${name.charAt(0).toUpperCase()}${name.slice(1)}`];
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

export const SMS_ADAPTERS: Record<SmsProvider, Adapter> = {
  /** `POST /api/v2/sms/send`. */
  arkesel: {
    baseUrl: 'https://sms.arkesel.com',
    request: ({ baseUrl, key, sender, phone, text, reportUrl }) => ({
      url: new URL('/api/v2/sms/send', baseUrl),
      headers: { 'api-key': key },
      body: {
        sender,
        message: text,
        recipients: [withoutPlus(phone)],
        ...(reportUrl !== undefined && { callback_url: reportUrl }),
      },
    }),
    isTaken: ({ status }) => status === 'success',
    isRefused: ({ status }) => status === 'error',
    idOf: ({ data }) => textOf(objectOf(Array.isArray(data) ? data[0] : data)['id']),
    reportIds: ['sms_id', 'id'],
  },
  /** `POST /v1/messages`. The key is `clientId:clientSecret`. */
  hubtel: {
    baseUrl: 'https://api.hubtel.com',
    request: ({ baseUrl, key, sender, phone, text }) => ({
      url: new URL('/v1/messages', baseUrl),
      headers: { authorization: `Basic ${Buffer.from(key).toString('base64')}` },
      body: { From: sender, To: withoutPlus(phone), Content: text, RegisteredDelivery: true },
    }),
    // Status 0: submitted. Older samples write `Status` and `MessageId`, those of 2023 `status` and `messageId`.
    isTaken: (answer) => Number(either(answer, 'status')) === 0 && Boolean(either(answer, 'messageId')),
    isRefused: (answer) => {
      const status = either(answer, 'status');
      return typeof status === 'number' && status !== 0;
    },
    idOf: (answer) => textOf(either(answer, 'messageId')),
    // The address of reports is a setting of the account.
    reportIds: ['messageid', 'message_id', 'id'],
  },
  /** `POST /api/sms/quick/?key=`, numbers as they are dialled in Ghana. */
  mnotify: {
    baseUrl: 'https://api.mnotify.com',
    request: ({ baseUrl, key, sender, phone, text }) => {
      const url = new URL('/api/sms/quick/', baseUrl);
      url.searchParams.set('key', key);
      const schedule = { is_schedule: false, schedule_date: '' };
      return {
        url,
        headers: {},
        body: { recipient: [localPhone(phone)], sender, message: text, ...schedule },
      };
    },
    isTaken: ({ status, code }) => status === 'success' && String(code) === '2000',
    isRefused: ({ status }) => status === 'error',
    idOf: ({ summary }) => textOf(objectOf(summary)['_id']) ?? textOf(objectOf(summary)['message_id']),
    // The address of reports is a setting of the account.
    reportIds: ['_id', 'campaign_id', 'message_id', 'id'],
  },
};
