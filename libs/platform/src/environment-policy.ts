import type { z } from 'zod';
import { isMonotonous, readKeyList } from './key-list.js';
import { redisProblems } from './redis-settings.js';
import { listed } from './setting-types.js';
import type { schema } from './settings-schema.js';
import { smsProblems } from './sms-settings.js';

type Settings = z.infer<typeof schema>;

/** Values that are fine on a laptop and would be a hole on a server. */
const DEVELOPMENT_SECRETS = new Set(['sk_test_local', 'change-me', 'secret', 'minioadmin']);

/** A person who knows it can vote with any number: as long as 128 random bits in base 32. */
const MIN_USSD_SECRET = 24;
const MIN_REPORT_SECRET = 24;

/** Variables that must be set although they have a default, because production refuses the default. */
export const REQUIRED_IN_PRODUCTION = [
  'JWT_SECRET',
  'DATA_ENCRYPTION_KEY',
  'LOG_SIGNING_KEY',
  'PAYSTACK_SECRET_KEY',
  'PUBLIC_URL',
  'PAYER_EMAIL_DOMAIN',
  // Empty means files in the data folder: receipts and password links would be called sent, and reach no one.
  'SMTP_URL',
  'SMS_API_KEY',
] as const;
/** Settings of which an operator can say that nothing is to be sent. */
const CAN_BE_OFF = new Set<string>(['SMTP_URL', 'SMS_API_KEY']);

/** A domain as others know it: the provider sends mail to it, so a name of this machine must not go there. */
const MAIL_DOMAIN = /^(?!.*\.(localhost|local|test|invalid|internal)$)([a-z0-9-]+\.)+[a-z]{2,}$/i;

/** A store with half its settings would refuse the first upload; the process refuses to start instead. */
const STORE_SETTINGS = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

function storeProblems(env: Settings): string[] {
  const given = [...STORE_SETTINGS, 'S3_PUBLIC_URL' as const].filter((name) => env[name]);
  if (!given.length) return [];
  const problems = STORE_SETTINGS.filter((name) => !env[name]).map(
    (name) => `${name}: must be set when ${given[0]} is`,
  );
  if (env.NODE_ENV === 'production' && DEVELOPMENT_SECRETS.has(env.S3_SECRET_ACCESS_KEY)) {
    problems.push('S3_SECRET_ACCESS_KEY: a development default is refused in production');
  }
  return problems;
}

/** Those that no other problem names already. */
export function missingInProduction(
  present: Record<string, string | undefined>,
  problems: readonly string[],
): string[] {
  const named = new Set(problems.map((problem) => problem.split(':', 1)[0]));
  return REQUIRED_IN_PRODUCTION.filter((name) => !present[name] && !named.has(name)).map(
    (name) => `${name}: must be set in production${CAN_BE_OFF.has(name) ? ' (`none` sends nothing)' : ''}`,
  );
}

/** What the values of a valid environment must not be, one sentence for each. */
export function policyProblems(env: Settings, present: Record<string, string | undefined>): string[] {
  const problems = [...storeProblems(env), ...redisProblems(env), ...smsProblems(env)];
  const witnesses = new Set(listed(env.LOG_WITNESSES).map((line) => line.slice(0, line.indexOf('+')).trim()));
  for (const pair of listed(env.LOG_WITNESS_URLS)) {
    const name = pair.slice(0, pair.indexOf('=')).trim();
    // Nothing would ever be sent to it.
    if (!witnesses.has(name)) problems.push(`LOG_WITNESS_URLS: ${name} is no name of a key of LOG_WITNESSES`);
  }
  // Without a proxy whose word is believed, every webhook comes from the address of the proxy that is there.
  for (const name of ['WEBHOOK_ADDRESSES', 'USSD_ADDRESSES'] as const)
    if (env[name] && !env.TRUSTED_PROXIES) problems.push(`${name}: needs TRUSTED_PROXIES`);
  if (env.NODE_ENV === 'production') {
    problems.push(...missingInProduction(present, problems));
    for (const name of REQUIRED_IN_PRODUCTION) {
      if (DEVELOPMENT_SECRETS.has(env[name]) && present[name])
        problems.push(`${name}: a development default is refused in production`);
    }
    for (const [name, encoding] of [
      ['JWT_SECRET', 'utf8'],
      ['DATA_ENCRYPTION_KEY', 'base64'],
      ['LOG_SIGNING_KEY', 'base64'],
    ] as const) {
      if (env[name] && readKeyList(env[name]).some(({ value }) => isMonotonous(Buffer.from(value, encoding))))
        problems.push(`${name}: repeats a few bytes only; a random one is needed in production`);
    }
    if (present['PUBLIC_URL'] && !env.PUBLIC_URL.startsWith('https:'))
      problems.push('PUBLIC_URL: must start with https:// in production');
    if (present['PAYER_EMAIL_DOMAIN'] && !MAIL_DOMAIN.test(env.PAYER_EMAIL_DOMAIN))
      problems.push(
        'PAYER_EMAIL_DOMAIN: must be a domain of yours that exists, for example votes.example.com',
      );
    const ussdSecrets = env.USSD_SECRET ? readKeyList(env.USSD_SECRET) : [];
    if (present['USSD_SECRET'] && ussdSecrets.some(({ value }) => value.length < MIN_USSD_SECRET))
      problems.push(
        `USSD_SECRET: must have at least ${MIN_USSD_SECRET} characters in production; empty: no USSD`,
      );
    if (present['SMS_REPORT_SECRET'] && env.SMS_REPORT_SECRET.length < MIN_REPORT_SECRET)
      problems.push(
        `SMS_REPORT_SECRET: must have at least ${MIN_REPORT_SECRET} characters in production; empty: no reports`,
      );
    if (env.LOG_BATCH_SECONDS < 900)
      problems.push('LOG_BATCH_SECONDS: less than 900 is refused in production');
    if (env.VOTE_LIMITS === 'off') problems.push('VOTE_LIMITS: `off` is refused in production');
  } else if (env.PAYSTACK_SECRET_KEY.startsWith('sk_live')) {
    problems.push('PAYSTACK_SECRET_KEY: a live key is refused outside production');
  }
  return problems;
}
