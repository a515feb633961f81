import { z } from 'zod';
import { LOG_LEVELS, type LogLevel } from './log.js';

/** Where the simulator listens, whom it tells about payments and where it keeps its books. */
export interface Settings {
  /** 0 takes any free port. */
  port: number;
  host: string;
  /** The key callers must present, and the key webhooks are signed with. */
  secretKey: string;
  webhookUrl: string;
  /** Origin of checkout links; when empty, `http://localhost:<port>` once the port is known. */
  publicUrl: string;
  /** JSON-lines file with everything acknowledged; empty keeps it in memory only. */
  dataFile: string;
  /** Multiplies the webhook retry clock: 1 is the provider's own pace, 1/600 turns 3 minutes into 300 ms. */
  retryScale: number;
  /** Business name on the checkout page. */
  merchant: string;
  /** An ordinary test phone approves a direct charge by itself after this many milliseconds; 0 waits for a person. */
  phoneApprovesMs: number;
  /** Where USSD gateways reach the product, without the gateway's name and the secret. */
  ussdUrl: string;
  /** Last part of that path. */
  ussdSecret: string;
  /** Where delivery reports of SMS go for providers that have the address in the account, without the provider's name and the secret. */
  smsReportUrl: string;
  /** Last part of that path; empty: no reports. */
  smsReportSecret: string;
  /** Service code that the keypad page dials. */
  ussdCode: string;
  logLevel: LogLevel;
}

const url = z.url({ protocol: /^https?$/ });

const environment = z.object({
  NODE_ENV: z.string().optional(),
  SIMULATOR_PORT: z.coerce.number().int().min(0).max(65_535).default(3001),
  SIMULATOR_HOST: z.string().min(1).default('localhost'),
  PAYSTACK_SECRET_KEY: z
    .string()
    .min(1)
    .refine((key) => !key.startsWith('sk_live_'), 'is a live key; the simulator takes test keys only')
    .default('sk_test_local'),
  SIMULATOR_WEBHOOK_URL: url.default('http://localhost:3000/api/payments/paystack/webhook'),
  SIMULATOR_PUBLIC_URL: url.optional(),
  SIMULATOR_DATA_FILE: z.string().default(''),
  SIMULATOR_RETRY_SCALE: z.coerce.number().positive().max(10).default(1),
  SIMULATOR_MERCHANT: z.string().min(1).max(80).default('Abato'),
  SIMULATOR_PHONE_APPROVES_MS: z.coerce.number().int().min(0).max(180_000).default(6_000),
  SIMULATOR_USSD_URL: url.default('http://localhost:3000/api/ussd'),
  SIMULATOR_SMS_REPORT_URL: url.default('http://localhost:3000/api/sms'),
  SMS_REPORT_SECRET: z.string().default('local'),
  USSD_SECRET: z.string().default('local'),
  USSD_CODE: z.string().default('*713#'),
  // The product knows more levels; the simulator has three.
  LOG_LEVEL: z.enum(LOG_LEVELS).catch('info'),
});

/**
 * Read the environment once.
 * @throws Error naming every variable that is wrong. A simulator in production would be a machine for free votes: refused.
 */
export function settingsFrom(env: NodeJS.ProcessEnv): Settings {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const result = environment.safeParse(present);
  if (!result.success) {
    const wrong = result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
    throw new Error(`The payment simulator cannot start: ${wrong.join('; ')}`);
  }
  const values = result.data;
  if (values.NODE_ENV === 'production') {
    throw new Error('The payment simulator cannot start: NODE_ENV is production, and its payments are free');
  }
  return {
    port: values.SIMULATOR_PORT,
    host: values.SIMULATOR_HOST,
    secretKey: values.PAYSTACK_SECRET_KEY,
    webhookUrl: values.SIMULATOR_WEBHOOK_URL,
    publicUrl: (values.SIMULATOR_PUBLIC_URL ?? '').replace(/\/+$/, ''),
    dataFile: values.SIMULATOR_DATA_FILE,
    retryScale: values.SIMULATOR_RETRY_SCALE,
    merchant: values.SIMULATOR_MERCHANT,
    phoneApprovesMs: values.SIMULATOR_PHONE_APPROVES_MS,
    ussdUrl: values.SIMULATOR_USSD_URL.replace(/\/+$/, ''),
    // The product takes several while the secret is changed; any of them opens its route.
    ussdSecret: values.USSD_SECRET.split(/[,:]/).at(-1) ?? '',
    smsReportUrl: values.SIMULATOR_SMS_REPORT_URL.replace(/\/+$/, ''),
    smsReportSecret: values.SMS_REPORT_SECRET,
    ussdCode: values.USSD_CODE,
    logLevel: values.LOG_LEVEL,
  };
}

/** Injection token of {@link Settings}. */
export const SETTINGS = Symbol('settings');
