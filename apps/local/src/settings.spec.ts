import { isOn, portsFrom, processEnvironment } from './settings.js';

const secrets = {
  jwtSecret: 'made',
  dataEncryptionKey: 'made',
  logSigningKey: 'made',
  databasePassword: 'p',
  processPassword: 'q',
  folderId: 'f',
};
const addresses = {
  databaseUrl: 'postgres://db',
  databaseOwnerUrl: 'postgres://owner',
  redisUrl: 'redis://r',
  publicUrl: 'http://localhost:4000',
  simulatorUrl: 'http://127.0.0.1:3001',
};
const environmentOf = (given: Record<string, string>) =>
  processEnvironment(given, '/build', '/data', portsFrom(given), addresses, secrets);

test('what was given wins over what is made up', () => {
  expect(environmentOf({}).JWT_SECRET).toBe('made');
  expect(environmentOf({ JWT_SECRET: 'given' }).JWT_SECRET).toBe('given');
  expect(environmentOf({ JWT_SECRET: '' }).JWT_SECRET).toBe('made');
});

test('the provider is the simulator unless another is given', () => {
  expect(environmentOf({}).PAYSTACK_BASE_URL).toBe('http://127.0.0.1:3001');
  expect(environmentOf({ PAYSTACK_BASE_URL: 'https://x.test' }).PAYSTACK_BASE_URL).toBe('https://x.test');
});

test('production gets no secret, key or provider that it did not bring', () => {
  const env = environmentOf({ NODE_ENV: 'production' });
  for (const name of [
    'JWT_SECRET',
    'DATA_ENCRYPTION_KEY',
    'LOG_SIGNING_KEY',
    'PAYSTACK_SECRET_KEY',
    'PAYSTACK_BASE_URL',
  ])
    expect(env).not.toHaveProperty(name);
});

test('unknown settings reach the processes, npm’s own do not', () => {
  const env = environmentOf({ VOTE_LIMITS: 'off', npm_config_registry: 'x', NODE_OPTIONS: '--inspect' });
  expect(env).toMatchObject({ VOTE_LIMITS: 'off' });
  expect(env).not.toHaveProperty('npm_config_registry');
  expect(env).not.toHaveProperty('NODE_OPTIONS');
});

test('the processes never see the owner’s login', () => {
  const env = environmentOf({ DATABASE_OWNER_URL: 'postgres://given' });
  expect(env).toMatchObject({ DATABASE_URL: 'postgres://db' });
  expect(JSON.stringify(env)).not.toMatch(/postgres:\/\/(owner|given)/);
});

test('the worker’s metrics are on the port after the API’s', () =>
  expect(portsFrom({ METRICS_PORT: '5000' })).toMatchObject({ metrics: 5000, workerMetrics: 5001 }));

test('a port that is none is named', () =>
  expect(() => portsFrom({ PORT: 'http' })).toThrow(
    'PORT must be a port between 1 and 65534, and is "http".',
  ));

test.each([
  ['true', true],
  ['1', true],
  ['false', false],
  ['', true],
  [undefined, true],
])('SEED_DEMO=%s means %s when the default is on', (text, expected) =>
  expect(isOn(text, true)).toBe(expected),
);
