import { readEnvironment } from './environment.js';

const production = {
  NODE_ENV: 'production',
  PAYER_EMAIL_DOMAIN: 'payers.vote.example',
  PUBLIC_URL: 'https://vote.example',
  DATABASE_URL: 'postgres://abato@localhost/abato',
  REDIS_URL: 'redis://localhost',
  JWT_SECRET: 'hW3fKq9ZxT7uRb2NcV5mYp8LsD4gJa6E',
  DATA_ENCRYPTION_KEY: 'q83vEjRWeJq83vESM0VWd4iZqrvM3e7/ABEiM0RVZnc=',
  LOG_SIGNING_KEY: 'Vn3kX0t6cQ2rYb9sLw5uZp8aHd1fGj4eNm7vKo0iTxE=',
  PAYSTACK_SECRET_KEY: 'sk_live_1',
  SMTP_URL: 'smtps://mail.example:465',
  SMS_API_KEY: 'of-the-account',
};

it('a process starts in production with secrets of its own', () =>
  expect(readEnvironment(production).production).toBe(true));

it.each([
  'JWT_SECRET',
  'DATA_ENCRYPTION_KEY',
  'LOG_SIGNING_KEY',
  'PAYSTACK_SECRET_KEY',
  'PUBLIC_URL',
  'PAYER_EMAIL_DOMAIN',
  'SMTP_URL',
  'SMS_API_KEY',
])('a process does not start in production without %s, and says so', (name) =>
  expect(() => readEnvironment({ ...production, [name]: '' })).toThrow(name),
);

it('a process takes no USSD in production without a secret of its own, and `local` elsewhere', () => {
  expect(readEnvironment(production).USSD_SECRET).toBe('');
  expect(readEnvironment(production).SMS_REPORT_SECRET).toBe('');
  const secret = '0123456789abcdefghijklmnop';
  const changing = `b:${secret},a:${secret}2`;
  for (const set of [secret, changing])
    expect(readEnvironment({ ...production, USSD_SECRET: set }).USSD_SECRET).toBe(set);
  expect(
    readEnvironment({ ...production, NODE_ENV: 'test', PAYSTACK_SECRET_KEY: 'sk_test_1' }).USSD_SECRET,
  ).toBe('local');
});

it.each([
  ['a development key of the provider', { PAYSTACK_SECRET_KEY: 'sk_test_local' }],
  ['a short signing secret', { JWT_SECRET: 'change-me' }],
  ['a key that is not 32 bytes', { DATA_ENCRYPTION_KEY: 'c2hvcnQ=' }],
  ['vote limits switched off', { VOTE_LIMITS: 'off' }],
  ['an address without encryption', { PUBLIC_URL: 'http://vote.example' }],
  [
    'an address of a witness without a key',
    { LOG_WITNESS_URLS: 'witness.example/1=https://witness.example' },
  ],
  ['addresses of webhooks without a proxy', { WEBHOOK_ADDRESSES: '52.31.139.75' }],
  ['addresses of USSD gateways without a proxy', { USSD_ADDRESSES: '102.22.15.150' }],
  ['payer addresses of this machine', { PAYER_EMAIL_DOMAIN: 'localhost' }],
  ['payer addresses of a local network', { PAYER_EMAIL_DOMAIN: 'votes.local' }],
  ['an address of this machine', { PUBLIC_URL: 'http://localhost:3000' }],
  ['a signing secret of one repeated letter', { JWT_SECRET: 'j'.repeat(40) }],
  ['a signing secret of a few letters', { JWT_SECRET: 'secret-'.repeat(6) }],
  ['a key of one repeated byte', { DATA_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64') }],
  ['a key of the public logs that is not 32 bytes', { LOG_SIGNING_KEY: 'c2hvcnQ=' }],
  ['a key of the public logs of one byte', { LOG_SIGNING_KEY: Buffer.alloc(32, 7).toString('base64') }],
  ['a key of two bytes', { DATA_ENCRYPTION_KEY: Buffer.alloc(32, 'ab').toString('base64') }],
  [
    'an old key of one repeated byte',
    {
      DATA_ENCRYPTION_KEY: `b:${production.DATA_ENCRYPTION_KEY},a:${Buffer.alloc(32, 7).toString('base64')}`,
    },
  ],
  ['the default secret of USSD gateways', { USSD_SECRET: 'local' }],
  ['a short secret of USSD gateways', { USSD_SECRET: 'x'.repeat(23) }],
  ['a short secret of USSD gateways among others', { USSD_SECRET: `b:${'x'.repeat(24)},a:short` }],
  ['a secret of USSD gateways that is no part of a path', { USSD_SECRET: `${'x'.repeat(24)}/y` }],
  ['a short secret of delivery reports', { SMS_REPORT_SECRET: 'x'.repeat(23) }],
  ['two keys of one name', { JWT_SECRET: `a:${'0123456789'.repeat(4)},a:${'abcdefghij'.repeat(4)}` }],
  ['a short key among others', { JWT_SECRET: `b:short,a:${production.JWT_SECRET}` }],
])('a process does not start in production with %s', (_what, wrong) =>
  expect(() => readEnvironment({ ...production, ...wrong })).toThrow(Object.keys(wrong)[0]),
);

it.each(['SMTP_URL', 'SMS_API_KEY'])('a process says how %s is switched off', (name) =>
  expect(() => readEnvironment({ ...production, [name]: '' })).toThrow(
    `${name}: must be set in production (\`none\``,
  ),
);

it('a process starts in production without mails and SMS when both are switched off by name', () => {
  const off = { SMTP_URL: 'none', SMS_API_KEY: 'none' };
  expect(readEnvironment({ ...production, ...off })).toMatchObject(off);
});

it('a process does not start with a mail server that is none', () => {
  for (const SMTP_URL of ['None', 'off', 'mail.example', 'http://mail.example'])
    expect(() => readEnvironment({ ...production, SMTP_URL })).toThrow('SMTP_URL: must be a URL');
});

it('a process takes several keys with ids, the current one first', () => {
  const JWT_SECRET = `2026b:${'abcdefghij'.repeat(4)},2026a:${production.JWT_SECRET}`;
  const DATA_ENCRYPTION_KEY = `2026a:${production.DATA_ENCRYPTION_KEY}`;
  expect(readEnvironment({ ...production, JWT_SECRET, DATA_ENCRYPTION_KEY })).toMatchObject({
    JWT_SECRET,
    DATA_ENCRYPTION_KEY,
  });
});

it('a process does not start outside production with a key that moves money, and does not print it', () => {
  const start = () => readEnvironment({ ...production, NODE_ENV: 'development' });
  expect(start).toThrow('a live key is refused outside production');
  expect(start).not.toThrow('sk_live_1');
});
