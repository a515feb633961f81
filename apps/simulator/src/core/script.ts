import { z } from 'zod';

const whole = z.number().int().min(0);
/** At most thirty days, in milliseconds. */
const delay = whole.max(30 * 24 * 3_600_000);
const time = z.iso.datetime({ offset: true });
const status = z.string().min(1).max(40);
const reason = z.string().max(200).optional();

/** A state that comes by itself, `afterMs` after the one before. `success` takes the money, `reversed` gives it back. */
const step = z.object({ status, afterMs: delay.default(0), paidAt: time.optional(), reason });

/** What a call or webhook says instead of the truth: fields of the transaction, or no answer. A word is short for a status. */
const answer = status.or(
  z.looseObject({
    notFound: z.boolean().optional(),
    http: whole.min(400).max(599).optional(),
    hangMs: delay.optional(),
    drop: z.boolean().optional(),
  }),
);

/** What becomes of a call: nothing was done, or (`…-after-accept`) all was done and the answer is lost. */
const acceptMode = z.enum([
  'ok',
  'timeout',
  'error-500',
  'error-429',
  'drop',
  'timeout-after-accept',
  'drop-after-accept',
  'error-500-after-accept',
]);

const script = z.object({
  /** What an approval leads to. */
  outcome: z.enum(['success', 'failed', 'abandoned']),
  reason,
  timeline: z.array(step).max(50),
  /** As `timeline`, from the first decision on: `failed`, then `success` late. */
  afterwards: z.array(step).max(50),
  /** Holds for direct charges too. */
  initialize: acceptMode,
  /** How long a time-out keeps the caller waiting: 30,000. */
  hangMs: delay,
  /** What the payer is really charged: in the ledger too. */
  amount: whole.max(1e12),
  currency: z.string().regex(/^[A-Z]{3}$/),
  /** The fee is added: `amount` > `requested_amount`. */
  feesToCustomer: z.boolean(),
  domain: z.string().max(20),
  paidAt: time,
  /** By default `""` in verify and `0` in webhooks when there is none. */
  metadataAs: z.enum(['zero', 'empty', 'string', 'object', 'null']),
  /** A list is used up call by call, then comes the truth. */
  verifyAs: z.union([answer, z.array(answer).max(100)]),
  webhookAs: answer,
  /** Unknown to verify and lists for this long after it was made. */
  verifyNotFoundMs: delay,
  /** `false`: lists do not show it. */
  listed: z.boolean(),
  /** `late` is 15 s, `duplicate` 3 copies; `before-redirect` is answered before the browser goes back. */
  webhook: z.enum(['once', 'never', 'late', 'duplicate', 'before-redirect', 'forged']),
  webhookDelayMs: delay,
  webhookCopies: whole.min(1).max(50),
  refund: z.enum([...acceptMode.options, 'fails', 'needs-attention']),
  /** Between `pending`, `processing` and the end: 1,000. */
  refundDelayMs: delay,
  /** The account given for a refund that needs attention; `given-before`: another was given a moment before. */
  refundAccount: z.enum([...acceptMode.options, 'refused', 'given-before']),
  refundAmountAs: z.enum(['string', 'number']),
  /** The phone approves after this time; null waits for a person. */
  approvesMs: delay.nullable(),
  /** Instead of 180,000. */
  promptTimeoutMs: delay,
  /** First answer to a direct charge. */
  charge: z
    .enum(['pay_offline', 'send_otp', 'send_pin', 'send_phone', 'send_birthday', 'send_address'])
    .or(z.enum(['open_url', 'pending', 'success', 'failed', 'timeout'])),
  /** What `send_otp` and its like say instead of the usual words. */
  displayText: z.string().max(300),
  /** What the payer sends is refused with 200 and `status: false`, as one of the provider's samples has it. */
  refusesAnswer: z.boolean(),
});

/** How one payment behaves; every field is optional. */
export const scriptSchema = script.partial();
export type Script = z.infer<typeof scriptSchema>;
export type ScriptStep = z.infer<typeof step>;
export type Answer = Exclude<z.infer<typeof answer>, string>;
export type AcceptMode = z.infer<typeof acceptMode>;

/** A status word as an answer; nothing is the truth. */
export const answerFrom = (value: z.infer<typeof answer> | undefined): Answer =>
  typeof value === 'string' ? { status: value } : (value ?? {});

const share = z.number().min(0).max(1).default(0);

/** What goes wrong for all payers until it is reset. Shares are parts of all calls, from 0 to 1. */
export const faultsSchema = z.object({
  /** Only these calls suffer; absent means every provider call. The pages and the control API never do. */
  endpoints: z.array(z.string()).optional(),
  /** Answered with `errorStatus`, nothing done. */
  errorRate: share,
  errorStatus: whole.min(400).max(599).default(500),
  /** Answered with 429, nothing done. */
  tooManyRate: share,
  /** Left without an answer for `hangMs`, nothing done. */
  hangRate: share,
  hangMs: whole.max(600_000).default(30_000),
  /** Carried out, and the answer is lost. */
  dropAfterRate: share,
  /** Added to every call, with a random addition up to `jitterMs`. */
  latencyMs: whole.max(600_000).default(0),
  jitterMs: whole.max(600_000).default(0),
  /** Every connection is closed without an answer. */
  down: z.boolean().default(false),
  /** The provider's own limit per endpoint. The documentation does not say whether `x-ratelimit-reset` is a delta or an epoch. */
  rateLimit: z
    .object({
      limit: whole.min(1),
      windowMs: whole.min(100).default(60_000),
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
