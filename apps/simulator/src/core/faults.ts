import { z } from 'zod';
import { scriptSchema } from './script.js';

/** The calls a fault can be limited to. */
export const ENDPOINTS = [
  'initialize',
  'verify',
  'session-timeout',
  'list-transactions',
  'fetch-transaction',
  'charge',
  'submit-otp',
  'submit-pin',
  'submit-phone',
  'submit-birthday',
  'submit-address',
  'check-charge',
  'refund',
  'list-refunds',
  'fetch-refund',
  'retry-refund',
  'list-disputes',
  'fetch-dispute',
  'disputes-of-transaction',
  'update-dispute',
  'add-evidence',
  'upload-url',
  'resolve-dispute',
  'banks',
  'resolve-account',
  'subaccounts',
  'splits',
  'settlements',
] as const;
export type EndpointName = (typeof ENDPOINTS)[number];

const rate = z.number().min(0).max(1);

/** What goes wrong for all payers until it is reset. */
export const faultsSchema = z.object({
  /** Only these calls suffer; absent means every provider call. The page and the control API never do. */
  endpoints: z.array(z.enum(ENDPOINTS)).optional(),
  /** Share of calls answered with `errorStatus`, nothing done. */
  errorRate: rate.default(0),
  errorStatus: z.number().int().min(400).max(599).default(500),
  /** Share of calls answered with 429, nothing done. */
  tooManyRate: rate.default(0),
  /** Share of calls left without an answer for `hangMs`, nothing done. */
  hangRate: rate.default(0),
  hangMs: z.number().int().min(0).max(600_000).default(30_000),
  /** Share of calls that are carried out, and whose answer is lost. */
  dropAfterRate: rate.default(0),
  /** Added to every call. */
  latencyMs: z.number().int().min(0).max(600_000).default(0),
  /** Random addition on top of `latencyMs`. */
  jitterMs: z.number().int().min(0).max(600_000).default(0),
  /** Every connection is closed without an answer. */
  down: z.boolean().default(false),
  /** The provider's own limit per call; headers are sent while it is on. */
  rateLimit: z
    .object({
      limit: z.number().int().min(1),
      windowMs: z.number().int().min(100).default(60_000),
      /** The documentation does not say which of the two `x-ratelimit-reset` is. */
      resetAs: z.enum(['delta', 'epoch']).default('delta'),
    })
    .nullable()
    .default(null),
  /** `never` sends no webhook at all; `hold` keeps them until they are released by a control call. */
  webhooks: z.enum(['normal', 'never', 'hold']).default('normal'),
  /** How lists say where they go on; the document and the samples differ. */
  lists: z.enum(['pages', 'cursor', 'bare']).default('pages'),
  /** The list of refunds takes no notice of `transaction`: the document has no such filter. */
  refundFilter: z.enum(['honoured', 'ignored']).default('honoured'),
  /** 400 is what the field has seen for an unknown reference, 404 what the provider's schema says. */
  notFoundStatus: z.union([z.literal(400), z.literal(404)]).default(400),
  /** Whether a second full refund is taken, as a provider without idempotency keys might. */
  repeatRefunds: z.enum(['refuse', 'accept']).default('refuse'),
  /** The script of every payment that has none of its own. */
  defaults: scriptSchema.default({}),
  /** Makes the shares repeatable. */
  seed: z.number().int().optional(),
});

export type Faults = z.infer<typeof faultsSchema>;

/** Nothing goes wrong. */
export function noFaults(): Faults {
  return faultsSchema.parse({});
}

/** A small repeatable random generator (mulberry32): the same seed gives the same numbers in [0, 1). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A new array in random order (Fisher-Yates). */
export function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const result = [...items];
  for (let i = result.length - 1; i > 0; i -= 1) {
    const j = Math.floor(random() * (i + 1));
    [result[i], result[j]] = [result[j] as T, result[i] as T];
  }
  return result;
}
