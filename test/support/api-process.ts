import { startPlatform, type TestPlatform } from './platform.js';
import { testSecrets, testState } from './state.js';

/** Registers the hooks that start such a process before the tests and end it after them. @returns what is filled in by then */
export function useApiProcess(...settings: Parameters<typeof startApiProcess>): TestPlatform {
  const started = {} as TestPlatform;
  beforeAll(async () => void Object.assign(started, await startApiProcess(...settings)));
  afterAll(() => (started.platform as TestPlatform['platform'] | undefined)?.destroy());
  return started;
}

/**
 * One more API process beside the shared platform: the same database, Redis and secrets (so the same sessions), a data folder of its
 * own, as a second pod would have. Call `platform.destroy()` in `afterAll`.
 * @param environment settings of this process on top of the defaults
 * @param prepare fills its data folder before it starts
 * @param preload module that it loads before its own code
 */
export async function startApiProcess(
  environment: Record<string, string> = {},
  prepare?: (dataDir: string) => void,
  preload?: string,
): Promise<TestPlatform> {
  const { databaseUrl, ownerUrl, redisUrl, simulatorUrl } = testState();
  const secrets = testSecrets();
  return startPlatform(
    {
      DATABASE_URL: databaseUrl,
      DATABASE_OWNER_URL: ownerUrl,
      REDIS_URL: redisUrl,
      PAYSTACK_BASE_URL: simulatorUrl,
      JWT_SECRET: secrets.jwtSecret,
      DATA_ENCRYPTION_KEY: secrets.dataEncryptionKey,
      LOG_SIGNING_KEY: secrets.logSigningKey,
      // As patient as the shared platform: on a busy machine Redis is late, and limits would be kept elsewhere.
      DATABASE_WAIT_SECONDS: '60',
      LIMITS_REDIS_MS: '60000',
      ...environment,
    },
    { processes: ['api'], prepare, preload },
  );
}
