import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkMode } from './settings.js';
import { runLocal } from './run.js';
import { wantsDemo } from './settings.js';

const complete = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://vote.example',
  JWT_SECRET: 'hW3fKq9ZxT7uRb2NcV5mYp8LsD4gJa6E-tQ1oXvU',
  DATA_ENCRYPTION_KEY: 'q83vEjRWeJq83vESM0VWd4iZqrvM3e7/ABEiM0RVZnc=',
  LOG_SIGNING_KEY: 'Vn3kX0t6cQ2rYb9sLw5uZp8aHd1fGj4eNm7vKo0iTxE=',
  PAYSTACK_SECRET_KEY: 'sk_live_1',
  PAYER_EMAIL_DOMAIN: 'payers.vote.example',
  SMTP_URL: 'none',
  SMS_API_KEY: 'none',
};

test('production is refused with its own secrets missing, and nothing is written before', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'production-'));
  try {
    const start = runLocal({
      buildDir: '/nowhere',
      environment: { NODE_ENV: 'production', DATA_DIR: dataDir },
      redisProgram: undefined,
      beganAt: Date.now(),
    });
    await expect(start).rejects.toMatchObject({ name: 'Problem' });
    for (const name of [
      'JWT_SECRET',
      'DATA_ENCRYPTION_KEY',
      'LOG_SIGNING_KEY',
      'PAYSTACK_SECRET_KEY',
      'PUBLIC_URL',
      'PAYER_EMAIL_DOMAIN',
      'SMTP_URL',
      'SMS_API_KEY',
    ])
      await expect(start).rejects.toThrow(`${name}: `);
    expect(readdirSync(dataDir)).toEqual([]);
  } finally {
    rmSync(dataDir, { recursive: true });
  }
});

test('production starts with its own secrets, and loads no demo data', () => {
  expect(() => checkMode(complete, false)).not.toThrow();
  expect(wantsDemo(complete)).toBe(false);
  expect(wantsDemo({ ...complete, SEED_DEMO: 'true' })).toBe(false);
  expect(wantsDemo({})).toBe(true);
});

test.each([
  ['demo data', { SEED_DEMO: 'true' }, false, /^SEED_DEMO/],
  ['the development server', {}, true, /npm run dev/],
  ['the key of the simulator', { PAYSTACK_SECRET_KEY: 'sk_test_local' }, false, /PAYSTACK_SECRET_KEY/],
  ['a mode that does not exist', { NODE_ENV: 'Production' }, false, /NODE_ENV/],
])('a start in production is refused with %s', (_what, wrong, isDevelopmentServer, sentence) =>
  expect(() => checkMode({ ...complete, ...wrong }, isDevelopmentServer)).toThrow(sentence),
);
