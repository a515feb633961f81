import { z } from 'zod';
import { deliverySettings } from './delivery-settings.js';
import { type NamedKey, NOTE_KEY_TYPES, readKeyList, readNoteKey } from './key-list.js';
import { redisSettings } from './redis-settings.js';
import { smsSettings } from './sms-settings.js';
import { anyText, choice, isNetwork, listed, site, SWITCHED_OFF, url, whole } from './setting-types.js';

/**
 * Every setting of every process. `docs/settings.md` is generated from the descriptions.
 */

const port = (fallback: number) => whole(1, 65535, fallback);
/** One secret, or several with ids of which the first is current (docs/runbook.md#rotate-keys). */
const keys = (isKey: (value: string) => boolean, message: string) =>
  z.string().refine((text) => keysOf(text)?.every(({ value }) => isKey(value)), { message });

function keysOf(setting: string): NamedKey[] | null {
  try {
    return readKeyList(setting);
  } catch {
    return null;
  }
}

function areWitnesses(lines: string[]): boolean {
  const names = lines.map((line) => readNoteKey(line.trim(), NOTE_KEY_TYPES.cosignature)?.name);
  return !names.includes(undefined) && new Set(names).size === names.length;
}

export const schema = z.object({
  NODE_ENV: choice(['development', 'production', 'test'], 'development').describe(
    '`production` refuses default secrets',
  ),
  ABATO_ROLE: choice(['all', 'cast', 'live', 'web'], 'all').describe(
    'what an API process answers: `cast` votes, payments and webhooks; `live` live connections and public contests; `web` pages and organisers; `all` everything (docs/capacity.md#roles)',
  ),
  PORT: port(3000).describe('web app, API and Socket.IO, one origin'),
  METRICS_PORT: port(9464).describe('`/metrics` and health of this process; never on the public port'),
  METRICS_HOST: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .describe(
      'where METRICS_PORT listens; the images say `0.0.0.0`, because probes come from outside of them',
    ),
  PUBLIC_URL: url(['http:', 'https:'])
    .default('http://localhost:3000')
    .describe('used in payment return URLs, e-mails, share links'),
  DATA_DIR: z.string().default('.local').describe('uploads and outgoing mail files'),
  DATABASE_URL: url(['postgres:', 'postgresql:']).describe(
    'PostgreSQL and the login the processes use; production refuses one that owns tables or may more than they need; `?sslmode=require` and `verify-ca` check the certificate and its name as `verify-full` does',
  ),
  DATABASE_OWNER_URL: url(['postgres:', 'postgresql:'])
    .optional()
    .describe(
      'login that migrates, owns the tables and makes the processes’ login, used by `admin` only; empty: DATABASE_URL',
    ),
  DATABASE_POOLER: choice(['none', 'transaction', 'transaction-named'], 'none').describe(
    'what DATABASE_URL names: PostgreSQL itself; a pooler in transaction mode; one that also keeps named statements, such as PgBouncer from 1.21 on (docs/runbook.md#poolers)',
  ),
  DATABASE_DIRECT_URL: url(['postgres:', 'postgresql:'])
    .optional()
    .describe(
      'the processes’ login without the pooler, for `admin` commands, which may read for long; empty: DATABASE_URL',
    ),
  DATABASE_POOL_SIZE: whole(2, 200, 10).describe('connections for everything but the cast path'),
  DATABASE_HOT_POOL_SIZE: z.coerce
    .number()
    .int()
    .min(2)
    .max(50)
    .optional()
    .describe(
      'connections of an API process for the cast path and for tallies; empty: 6, with the role `live` 2',
    ),
  DATABASE_WAIT_SECONDS: whole(1, 120, 5).describe(
    'seconds that a request waits for a database connection before it is answered by 503',
  ),
  ...redisSettings,
  JWT_SECRET: keys(
    (value) => Buffer.byteLength(value) >= 32,
    'must have at least 32 bytes; of several, each `id:secret` with an id of its own',
  ).describe('signs session tokens; several as `id:secret,id:secret`, the first signs'),
  DATA_ENCRYPTION_KEY: keys(
    (value) => Buffer.from(value, 'base64').length === 32,
    'must be 32 bytes in base64; of several, each `id:key` with an id of its own',
  ).describe(
    'encrypts ID numbers, keys the voter digests; several as `id:key,id:key`, the first encrypts, the last keys the digests',
  ),
  LOG_SIGNING_KEY: z
    .string()
    .refine((text) => !text || Buffer.from(text, 'base64').length === 32, {
      message: 'must be 32 bytes in base64',
    })
    .default('')
    .describe(
      'seed of the Ed25519 key that signs the public logs of votes; required in production; empty: no public log',
    ),
  LOG_BATCH_SECONDS: whole(0, 900, 900).describe(
    'longest wait of a vote for its batch of the public log, in elections and while results are hidden; less is for tests and refused in production',
  ),
  LOG_WITNESSES: anyText
    .refine((text) => areWitnesses(listed(text)), {
      message:
        'must be keys of witnesses as `npm run witness -- key` prints them, each with a name of its own',
    })
    .describe(
      'comma-separated keys `name+id+key` of those who may cosign checkpoints of the public logs (docs/trust.md)',
    ),
  LOG_TILES: choice(['database', 'store'], 'database').describe(
    'where full tiles of the public logs are served from: `store` copies them below `log/` of the store for pictures (S3_*, or DATA_DIR)',
  ),
  LOG_WITNESS_URLS: anyText
    .refine((text) => listed(text).every((pair) => /^[^=,\s]+=https?:\/\/[^\s,]+$/.test(pair)), {
      message: 'must be pairs `name=address` with the name of a key of LOG_WITNESSES',
    })
    .describe(
      'comma-separated `name=address` of those witnesses that checkpoints are sent to (C2SP tlog-witness, `npm run witness -- serve`); others fetch them',
    ),
  TRUSTED_PROXIES: anyText.describe(
    'comma-separated addresses or CIDR ranges whose forwarded address is believed',
  ),
  KNOWN_NETWORKS: anyText
    .refine((text) => listed(text).every(isNetwork), {
      message: 'must be CIDR ranges such as 203.0.113.0/24, separated by commas',
    })
    .describe(
      'comma-separated CIDR ranges where many voters are, beside the networks of Ghana: free votes of an open contest from elsewhere share an allowance; `0.0.0.0/0,::/0`: none do',
    ),
  CORS_ORIGINS: anyText.describe('comma-separated exact origins; PUBLIC_URL is always allowed'),
  PAYER_EMAIL_DOMAIN: anyText.describe(
    'a domain of yours for payers who gave no e-mail address, which the provider insists on; required in production',
  ),
  PAYSTACK_SECRET_KEY: z
    .string()
    .min(1)
    .default('sk_test_local')
    .describe('key for the provider and its webhook signatures'),
  PAYSTACK_BASE_URL: url(['http:', 'https:'])
    .default('https://api.paystack.co')
    .describe('the provider, or the bundled simulator'),
  PAYSTACK_CALLS_PER_MINUTE: whole(10, 100_000, 600).describe(
    'calls the provider allows per minute (a test key: 100); all processes together stay below it',
  ),
  WEBHOOK_ADDRESSES: anyText.describe(
    'comma-separated addresses or CIDR ranges that webhooks may come from, beside their signature; needs TRUSTED_PROXIES; empty: any',
  ),
  PAYSTACK_FEES_TO_PAYER: choice(['true', 'false'], 'false').describe(
    '`true`: the account adds its fees to what the payer pays; a payment with them on top is as asked',
  ),
  REQUIRE_SETTLEMENT_ACCOUNT: z
    .enum(['true', 'false'])
    .optional()
    .describe(
      '`true`: a paid contest is activated only when its host has an approved settlement account; empty: `true` in production, `false` elsewhere',
    ),
  FEE_INVOICE_ISSUER: z
    .string()
    .max(300)
    .default('Abato')
    .describe('name and address of who issues fee invoices, in one line'),
  REFUND_SECOND_FACTOR_ABOVE: whole(0, 1_000_000, 1_000).describe(
    'cedis; asking for refunds of more for one contest and day, or ordering them, needs an account with a second factor',
  ),
  MANUAL_VOTES_SECOND_PERSON_ABOVE: whole(0, 100, 5).describe(
    'percent of a free contest’s counted votes; more votes entered by hand than this, and than 50, count only when a second person has confirmed them',
  ),
  UNPAID_VOTE_MINUTES: whole(5, 1_440, 30).describe(
    'a paid vote whose payment was not begun within this time after the cast expires',
  ),
  RESULT_DEADLINE_HOURS: whole(1, 168, 24).describe(
    'latest time after a contest’s end at which its results become final; payments and held votes that are undecided then stop counting',
  ),
  QUARANTINE_ALONE_PERCENT: whole(0, 100, 5).describe(
    'share of a contest’s votes, in percent, that its organiser may take out of the count alone; above it a super admin confirms',
  ),
  WALLET_LIMIT_CEDIS: whole(1, 10_000, 3_000).describe(
    'most that one mobile-money prompt asks for, in cedis: what a wallet with the least proof of identity may pay in a day',
  ),
  WORKER_QUEUES: z
    .string()
    .default('all')
    .describe(
      'queues whose jobs and sweeps a worker runs, such as `tally,payments`; `all`: every queue. A wrong name stops the start with the list of names',
    ),
  S3_ENDPOINT: site.describe(
    'S3-compatible store for pictures, needed by API processes that share no disk; empty: DATA_DIR/uploads',
  ),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional()
    .describe('bucket for pictures; they lie below `uploads/` in it'),
  S3_REGION: z.string().default('us-east-1').describe('region the store signs for; many stores take any'),
  S3_ACCESS_KEY_ID: anyText.describe('key that may put, get, delete and list objects in the bucket'),
  S3_SECRET_ACCESS_KEY: anyText.describe('secret of that key'),
  S3_PATH_STYLE: choice(['true', 'false'], 'true').describe(
    '`true`: the bucket is part of the path; `false`: in the host name',
  ),
  S3_PUBLIC_URL: site.describe(
    'where the public reads the bucket (a CDN); empty: the API fetches pictures and passes them on',
  ),
  SMTP_URL: z
    .string()
    .refine((text) => !text || text === SWITCHED_OFF || /^smtps?:\/\//.test(text), {
      message: `must be a URL starting with smtp:// or smtps://, or \`${SWITCHED_OFF}\``,
    })
    .default('')
    .describe(
      'any SMTP server; `none`: no mails, also none that set a password; empty: mails become .eml files under DATA_DIR/mail, which production refuses',
    ),
  MAIL_FROM: z.string().default('Abato <no-reply@abato.test>').describe('sender of every mail'),
  ...smsSettings,
  USSD_SECRET: keys(
    (secret) => /^[A-Za-z0-9_-]*$/.test(secret),
    'must be letters, digits, `-` and `_` only, because it is part of a path, or several with ids',
  )
    .default('local')
    .describe(
      'last part of the path that USSD gateways call (`/api/ussd/<gateway>/<secret>`), or several while it is changed: `id:secret,id:secret`; in production at least 24 characters; empty there: no USSD',
    ),
  USSD_CODE: z
    .string()
    .regex(/^\*\d{2,4}(\*\d{1,6})*#$/, 'must be a service code such as *713# or *920*44#')
    .default('*713#')
    .describe('service code that voters dial, as the gateway has registered it'),
  USSD_ADDRESSES: anyText.describe(
    'comma-separated addresses or CIDR ranges that USSD gateways call from, beside their secret; needs TRUSTED_PROXIES; empty: any',
  ),
  LOG_LEVEL: choice(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'info').describe(
    'JSON log lines',
  ),
  VOTE_LIMITS: choice(['standard', 'off'], 'standard').describe(
    '`off` for benchmarks; refused in production',
  ),
  LIMITS_REDIS_MS: whole(50, 60_000, 250).describe(
    'milliseconds that a vote waits for what Redis says about its limits, before PostgreSQL answers in its place, for phones and devices, and votes that other rules concern are held',
  ),
  ...deliverySettings,
  SHUTDOWN_DRAIN_SECONDS: whole(0, 20, 0).describe(
    'a stopping API sends its live connections elsewhere spread over this time; 0: at once',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: site.describe(
    'OpenTelemetry collector that gets traces over OTLP/HTTP (`/v1/traces` is added); empty: no tracing',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: anyText.describe(
    '`name=value,name=value`: headers for the collector, for example its key',
  ),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(0.05)
    .describe('share of the requests that is traced, 0 to 1'),
  WEB_ROOT: anyText.describe('folder of the built web client; empty: beside the API in the build output'),
});
