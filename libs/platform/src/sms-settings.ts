import { z } from 'zod';
import { anyText, choice, site, SWITCHED_OFF, whole } from './setting-types.js';

/** SMS providers whose interface is known. */
export const SMS_PROVIDERS = ['arkesel', 'hubtel', 'mnotify'] as const;
export type SmsProvider = (typeof SMS_PROVIDERS)[number];

/** Settings for messages by SMS, a part of the environment. */
export const smsSettings = {
  SMS_PROVIDER: choice(SMS_PROVIDERS, 'arkesel').describe('whose account sends receipts and codes by SMS'),
  SMS_API_KEY: anyText.describe(
    'key of that account, for Hubtel `clientId:clientSecret`; `none`: no SMS, so no receipts and no contests with verified numbers; empty: messages become files under DATA_DIR/sms, which production refuses',
  ),
  SMS_BASE_URL: site.describe('where the SMS provider is reached; empty: at its own address'),
  SMS_FALLBACK_PROVIDER: z
    .enum(SMS_PROVIDERS)
    .optional()
    .describe('a second provider, for messages that the first one does not take'),
  SMS_FALLBACK_API_KEY: anyText.describe('key of the account at the second provider'),
  SMS_FALLBACK_BASE_URL: site.describe('where the second provider is reached; empty: at its own address'),
  SMS_CODES_PER_CONTEST: whole(1, Number.MAX_SAFE_INTEGER, 20_000).describe(
    'most codes that voters of one contest are sent by SMS in a day (UTC): what an attack can cost',
  ),
  SMS_PRICE_PESEWAS: whole(0, 1_000, 3).describe(
    'what one part of a message by SMS costs, in pesewas, as organisers are shown it',
  ),
  SMS_REPORT_SECRET: z
    .string()
    .regex(/^[A-Za-z0-9_-]*$/, 'must be letters, digits, `-` and `_` only: it is part of a path')
    .default('local')
    .describe(
      'last part of the path that SMS providers report deliveries to (`/api/sms/<provider>/<secret>`); in production at least 24 characters; empty there: no reports',
    ),
  SMS_SENDER: z
    .string()
    .regex(/^[A-Za-z0-9 ]{1,11}$/, 'must be 1 to 11 letters, digits or spaces')
    .default('Abato')
    .describe('sender shown on the phone, as registered with the networks'),
};
type SmsSettings = z.infer<z.ZodObject<typeof smsSettings>>;

/** A half of the settings would only show when the first message is to be sent. */
export function smsProblems(env: SmsSettings): string[] {
  const problems: string[] = [];
  const isHubtelKey = (provider: string | undefined, key: string): boolean =>
    provider !== 'hubtel' || !key || key === SWITCHED_OFF || /^[^:]+:.+$/.test(key);
  if (!isHubtelKey(env.SMS_PROVIDER, env.SMS_API_KEY))
    problems.push('SMS_API_KEY: must be clientId:clientSecret for Hubtel');
  if (env.SMS_FALLBACK_PROVIDER && !env.SMS_FALLBACK_API_KEY)
    problems.push('SMS_FALLBACK_API_KEY: must be set when SMS_FALLBACK_PROVIDER is');
  if (!isHubtelKey(env.SMS_FALLBACK_PROVIDER, env.SMS_FALLBACK_API_KEY))
    problems.push('SMS_FALLBACK_API_KEY: must be clientId:clientSecret for Hubtel');
  return problems;
}
