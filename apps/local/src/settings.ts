import { join, resolve } from 'node:path';
import { readEnvironment, readSettings } from '@abato/platform';
import { Problem } from './problem.js';
import type { LocalSecrets } from './secrets.js';

/** The environment as a person gave it. */
export type Given = Readonly<Record<string, string | undefined>>;

/** Ports of a platform; `worker` is where the worker's metrics are, always the API's next one under `npm start`. */
export interface Ports {
  /** Where people go: the API, or Vite in front of it under `npm run dev`. */
  public: number;
  api: number;
  metrics: number;
  workerMetrics: number;
  simulator: number;
}

export interface Addresses {
  databaseUrl: string;
  databaseOwnerUrl: string;
  redisUrl: string;
  publicUrl: string;
  simulatorUrl: string;
}

/** Variables of npm, of an outer Node.js and of this runner that the platform's processes have no use for, and the owner's login. */
const NOT_PASSED_ON = /^(npm_|NODE_OPTIONS$|NODE_CHANNEL|INIT_CWD$|ABATO_REDIS|DATABASE_OWNER_URL$)/;

/** @throws Error naming the variable when it is not a port */
export function portsFrom(given: Given): Ports {
  const publicPort = portFrom(given, 'PORT', 3000);
  const metrics = portFrom(given, 'METRICS_PORT', 9464);
  return {
    public: publicPort,
    api: publicPort,
    metrics,
    workerMetrics: metrics + 1,
    simulator: portFrom(given, 'SIMULATOR_PORT', 3001),
  };
}

function portFrom(given: Given, name: string, fallback: number): number {
  const text = given[name];
  if (!text) return fallback;
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port < 65_535) return port;
  throw new Problem(`${name} must be a port between 1 and 65534, and is "${text}".`);
}

/** True when a variable that holds true or false is on. */
export function isOn(text: string | undefined, fallback: boolean): boolean {
  return text ? /^(true|1|yes|on)$/i.test(text) : fallback;
}

export function isProduction(given: Given): boolean {
  return given['NODE_ENV'] === 'production';
}

/** Whether an empty database gets the demo data: by default an embedded one does, and none in production. */
export function wantsDemo(given: Given): boolean {
  return !isProduction(given) && isOn(given['SEED_DEMO'], !given['DATABASE_URL']);
}

/** What is made up where a person gave nothing. Production has to bring its own. */
function developmentDefaults(given: Given, addresses: Addresses, secrets: LocalSecrets) {
  if (isProduction(given)) return {};
  return {
    NODE_ENV: 'development',
    JWT_SECRET: secrets.jwtSecret,
    DATA_ENCRYPTION_KEY: secrets.dataEncryptionKey,
    LOG_SIGNING_KEY: secrets.logSigningKey,
    PAYSTACK_SECRET_KEY: 'sk_test_local',
    PAYSTACK_BASE_URL: addresses.simulatorUrl,
    // The bundled simulator has no limit of its own; a finale with simulated voters pays faster than an account may.
    ...(!given['PAYSTACK_BASE_URL'] && { PAYSTACK_CALLS_PER_MINUTE: '6000' }),
    // Its inbox shows what would have been sent (`/sms`); an account of one's own takes its place.
    ...(!given['PAYSTACK_BASE_URL'] &&
      !given['SMS_API_KEY'] && { SMS_API_KEY: 'local', SMS_BASE_URL: addresses.simulatorUrl }),
  };
}

/** The whole environment of the platform's processes: what was given, and a default for everything that was not. */
export function processEnvironment(
  given: Given,
  buildDir: string,
  dataDir: string,
  ports: Ports,
  addresses: Addresses,
  secrets: LocalSecrets,
): Record<string, string> {
  const passedOn = Object.entries(given).filter(([name, value]) => value && !NOT_PASSED_ON.test(name));
  const defaults = {
    ...developmentDefaults(given, addresses, secrets),
    LOG_LEVEL: 'info',
    WEB_ROOT: join(buildDir, 'apps', 'web'),
    SIMULATOR_WEBHOOK_URL: `http://127.0.0.1:${ports.api}/api/payments/paystack/webhook`,
    SIMULATOR_USSD_URL: `http://127.0.0.1:${ports.api}/api/ussd`,
    SIMULATOR_DATA_FILE: join(dataDir, 'simulator.jsonl'),
    // The provider repeats a lost webhook after minutes; on a desk seconds are enough to see it.
    SIMULATOR_RETRY_SCALE: '0.02',
  };
  const decided = {
    PORT: String(ports.api),
    METRICS_PORT: String(ports.metrics),
    SIMULATOR_PORT: String(ports.simulator),
    PUBLIC_URL: addresses.publicUrl,
    DATA_DIR: resolve(dataDir),
    DATABASE_URL: addresses.databaseUrl,
    REDIS_URL: addresses.redisUrl,
  };
  return { ...defaults, ...(Object.fromEntries(passedOn) as Record<string, string>), ...decided };
}

/** Stand for the servers that are only started later. */
const EMBEDDED = { DATABASE_URL: 'postgres://embedded', REDIS_URL: 'redis://embedded' };

/**
 * Before anything is started or written: production makes up no secret, uses no simulator and loads no demo data.
 * @param isDevelopmentServer whether the web app's sources are to be served (`npm run dev`)
 * @throws Problem that names every setting which is missing or not allowed
 */
export function checkMode(given: Given, isDevelopmentServer: boolean): void {
  try {
    if (!isProduction(given)) return void readSettings(['NODE_ENV'], { ...given });
    if (isDevelopmentServer) throw new Problem('`npm run dev` is refused in production: use `npm start`.');
    if (isOn(given['SEED_DEMO'], false))
      throw new Problem('SEED_DEMO: demo accounts have public passwords and are refused in production.');
    const present = Object.entries(given).filter(([, value]) => value);
    readEnvironment({ ...EMBEDDED, ...Object.fromEntries(present) });
  } catch (error) {
    throw error instanceof Problem ? error : new Problem((error as Error).message);
  }
}
