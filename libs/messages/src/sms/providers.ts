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
}

/** `233241234567`: E.164 without the plus. */
const withoutPlus = (phone: string): string => phone.replace(/^\+/, '');

export const SMS_ADAPTERS: Record<SmsProvider, Adapter> = {
  /** `POST /api/v2/sms/send`. */
  arkesel: {
    baseUrl: 'https://sms.arkesel.com',
    request: ({ baseUrl, key, sender, phone, text }) => ({
      url: new URL('/api/v2/sms/send', baseUrl),
      headers: { 'api-key': key },
      body: { sender, message: text, recipients: [withoutPlus(phone)] },
    }),
    isTaken: ({ status }) => status === 'success',
    isRefused: ({ status }) => status === 'error',
  },
  /** `POST /v1/messages`. The key is `clientId:clientSecret`. */
  hubtel: {
    baseUrl: 'https://api.hubtel.com',
    request: ({ baseUrl, key, sender, phone, text }) => ({
      url: new URL('/v1/messages', baseUrl),
      headers: { authorization: `Basic ${Buffer.from(key).toString('base64')}` },
      body: { From: sender, To: withoutPlus(phone), Content: text, RegisteredDelivery: true },
    }),
    // Status 0: submitted.
    isTaken: ({ Status, MessageId }) => Number(Status) === 0 && Boolean(MessageId),
    isRefused: ({ Status }) => typeof Status === 'number' && Status !== 0,
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
  },
};
