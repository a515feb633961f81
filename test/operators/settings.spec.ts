import { readFileSync, writeFileSync } from 'node:fs';
import { readEnvironment, readSettings } from '@abato/platform';
import { describeSettings } from '@abato/testing/platform';
import { repository } from './kustomize.js';

const WHEN = { always: '**always**', production: 'in production', no: '' } as const;

/** The reference as it should be; `docs/settings.md` is this text. */
function reference(): string {
  const rows = describeSettings().map(
    ({ name, meaning, fallback, required }) =>
      `| \`${name}\` | ${WHEN[required]} | ${fallback ? `\`${fallback}\`` : ''} | ${meaning.replaceAll('|', '\\|')} |`,
  );
  return [
    '# Settings',
    '',
    'All environment variables of the API and the worker. This page is generated from the schema that reads them (`libs/platform`) and compared by a',
    'test; do not edit it, run `UPDATE_DOCS=1 npm test -- unit settings`. An empty variable counts as absent. If values are wrong or missing, the process names every',
    'such variable and does not start. For the defaults of `npm start`, see the README.',
    '',
    '| variable | needed | default | meaning |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

it('describes every setting in docs/settings.md', () => {
  const file = repository('docs', 'settings.md');
  if (process.env['UPDATE_DOCS']) writeFileSync(file, reference());
  // The formatter leaves the file alone (.oxfmtrc.json), so the text can be compared as it is.
  expect(readFileSync(file, 'utf8')).toBe(reference());
});

it('gives every setting a meaning', () => {
  for (const { name, meaning } of describeSettings()) expect(`${name}: ${meaning}`).toMatch(/: .{10,}/);
});

it('reads a part of the settings without asking for the others', () => {
  const url = 'postgres://a@b/c';
  expect(readSettings(['DATABASE_URL'], { DATABASE_URL: url, JWT_SECRET: 'short' })).toEqual({
    DATABASE_URL: url,
  });
  expect(() => readSettings(['DATABASE_URL', 'REDIS_URL'], { REDIS_URL: 'http://x' })).toThrow(
    /DATABASE_URL[^]*REDIS_URL/,
  );
});

const needed = {
  DATABASE_URL: 'postgres://a@b/c',
  REDIS_URL: 'redis://r',
  JWT_SECRET: 'hW3fKq9ZxT7uRb2NcV5mYp8LsD4gJa6E',
  DATA_ENCRYPTION_KEY: 'q83vEjRWeJq83vESM0VWd4iZqrvM3e7/ABEiM0RVZnc=',
};
const store = {
  S3_ENDPOINT: 'https://store.example',
  S3_BUCKET: 'pictures',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'hidden',
};

it('the store for pictures is the disk without its settings, also when they are there and empty', () => {
  const empty = Object.fromEntries(Object.keys(store).map((name) => [name, '']));
  expect(readEnvironment({ ...needed, ...empty }).S3_ENDPOINT).toBeUndefined();
});

it.each(Object.keys(store))(
  'the store for pictures is refused without %s when the others are given',
  (name) => {
    const half = { ...needed, ...store, [name]: '' };
    expect(() => readEnvironment({ ...needed, ...store })).not.toThrow();
    expect(() => readEnvironment(half)).toThrow(`${name}: must be set when`);
  },
);

it('the store for pictures has no public address of its own', () =>
  expect(() => readEnvironment({ ...needed, S3_PUBLIC_URL: 'https://cdn.example' })).toThrow(
    /S3_ENDPOINT[^]*S3_BUCKET[^]*S3_ACCESS_KEY_ID[^]*S3_SECRET_ACCESS_KEY/,
  ));

it('the store for pictures is not opened by a development secret in production, and a refusal shows no secret', () => {
  const production = {
    ...needed,
    ...store,
    NODE_ENV: 'production',
    PAYER_EMAIL_DOMAIN: 'payers.vote.example',
    LOG_SIGNING_KEY: 'Vn3kX0t6cQ2rYb9sLw5uZp8aHd1fGj4eNm7vKo0iTxE=',
    PUBLIC_URL: 'https://vote.example',
    PAYSTACK_SECRET_KEY: 'sk_live_1',
    SMTP_URL: 'none',
    SMS_API_KEY: 'none',
  };
  expect(() => readEnvironment(production)).not.toThrow();
  expect(() => readEnvironment({ ...production, S3_SECRET_ACCESS_KEY: 'minioadmin' })).toThrow(
    'S3_SECRET_ACCESS_KEY: a development default is refused in production',
  );
  const wrong = { ...production, S3_BUCKET: 'Not A Bucket' };
  expect(() => readEnvironment(wrong)).toThrow('S3_BUCKET: must be the name of a bucket');
  expect(() => readEnvironment(wrong)).not.toThrow('hidden');
});
