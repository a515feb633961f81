import { z } from 'zod';

const url = z.url({ protocol: /^https?$/ }).transform((text) => text.replace(/\/+$/, ''));

/** The environment. README.md says what a person may want to change. */
const environment = z.object({
  NODE_ENV: z.string().optional(),
  /** 0 takes any free port. */
  SIMULATOR_PORT: z.coerce.number().int().min(0).max(65_535).default(3001),
  SIMULATOR_HOST: z.string().min(1).default('localhost'),
  /** The key callers must present, and the key webhooks are signed with. */
  PAYSTACK_SECRET_KEY: z
    .string()
    .min(1)
    .refine((key) => !key.startsWith('sk_live_'), 'is a live key; the simulator takes test keys only')
    .default('sk_test_local'),
  SIMULATOR_WEBHOOK_URL: url.default('http://localhost:3000/api/payments/paystack/webhook'),
  /** Origin of checkout links; when empty, `http://localhost:<port>` once the port is known. */
  SIMULATOR_PUBLIC_URL: url.optional(),
  SIMULATOR_DATA_FILE: z.string().default(''),
  SIMULATOR_RETRY_SCALE: z.coerce.number().positive().max(10).default(1),
  SIMULATOR_PHONE_APPROVES_MS: z.coerce.number().int().min(0).max(180_000).default(6_000),
  SIMULATOR_USSD_URL: url.default('http://localhost:3000/api/ussd'),
  // The product takes several while the secret is changed; any of them opens its route.
  USSD_SECRET: z
    .string()
    .default('local')
    .transform((secrets) => secrets.split(/[,:]/).at(-1) ?? ''),
  USSD_CODE: z.string().default('*713#'),
  // The product knows more levels; the simulator has three.
  LOG_LEVEL: z.enum(['info', 'warn', 'error']).catch('info'),
});

/** Where the simulator listens, which addresses it calls, where it keeps its ledger. */
export type Settings = z.infer<typeof environment>;

/**
 * Read the environment once.
 * @throws Error naming every variable that is wrong. A simulator in production would give votes away: refused.
 */
export function settingsFrom(env: NodeJS.ProcessEnv): Settings {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const { error, data } = environment.safeParse(present);
  const wrong = error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`) ?? [];
  if (data?.NODE_ENV === 'production') wrong.push('NODE_ENV is production, and its payments are free');
  if (!data || wrong.length) throw new Error(`The payment simulator cannot start: ${wrong.join('; ')}`);
  return data;
}
