import { z } from 'zod';

const whole = z.number().int().min(0);
/** Milliseconds; no timer holds more than 24 days. */
const delay = whole.max(24 * 24 * 3_600_000);

/** What a call or webhook says instead of the truth: fields of the transaction, or that it is unknown. A word is short for a status. */
const toldFields = z.looseObject({ notFound: z.boolean().optional() });
export const tale = z.string().min(1).or(toldFields);

/** What becomes of a call: nothing was done, or (`…-after-accept`) all was done and the answer is lost. */
const acceptMode = z.enum(['ok', 'error-500', 'drop', 'drop-after-accept']);

const script = z.object({
  /** What an approval leads to. */
  outcome: z.enum(['success', 'failed', 'abandoned']),
  reason: z.string().max(200),
  /** Holds for direct charges too. */
  initialize: acceptMode,
  /** What the payer is really charged: in the ledger too. */
  amount: whole.max(1e12),
  currency: z.string().regex(/^[A-Z]{3}$/),
  domain: z.string().max(20),
  /** A list is used up call by call, then comes the truth. */
  verifyAs: tale.or(z.array(tale).max(100)),
  /** `false`: lists do not show it. */
  listed: z.boolean(),
  /** `before-redirect` is answered before the browser goes back. */
  webhook: z.enum(['once', 'never', 'before-redirect']),
  webhookCopies: whole.min(1).max(50),
  refund: z.enum([...acceptMode.options, 'fails', 'needs-attention']),
  /** Between `pending`, `processing` and the end: 1,000. */
  refundDelayMs: delay,
  /** The account given for a refund that needs attention; `given-before`: another was given a moment before. */
  refundAccount: z.enum([...acceptMode.options, 'refused', 'given-before']),
  /** Instead of 180,000. */
  promptTimeoutMs: delay,
  /** First answer to a direct charge. */
  charge: z
    .enum(['pay_offline', 'send_otp', 'send_pin', 'send_phone', 'send_birthday', 'send_address'])
    .or(z.enum(['open_url', 'pending', 'success', 'failed'])),
  /** What `send_otp` and its like say instead of the usual words. */
  displayText: z.string().max(300),
  /** What the payer sends is refused with 200 and `status: false`, as one of the provider's samples has it. */
  refusesAnswer: z.boolean(),
});

/** How one payment behaves; every field is optional. */
export const scriptSchema = script.partial();
export type Script = z.infer<typeof scriptSchema>;
export type Tale = z.infer<typeof toldFields>;

/** A status word as fields; nothing is the truth. */
export const taleFrom = (value: z.infer<typeof tale> | undefined): Tale =>
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
  /** Carried out, and the answer is lost. */
  dropAfterRate: share,
  /** Added to every call, with a random addition up to `jitterMs`. */
  latencyMs: whole.max(600_000).default(0),
  jitterMs: whole.max(600_000).default(0),
  /** Every connection is closed without an answer. */
  down: z.boolean().default(false),
  /** The provider's own limit per endpoint. */
  rateLimit: z.object({ limit: whole.min(1), windowMs: whole.min(100).default(60_000) }).optional(),
  /** `never` sends no webhook at all; `hold` keeps them until they are released by a control call. */
  webhooks: z.enum(['normal', 'never', 'hold']).default('normal'),
  /** 400 is what the field has seen for an unknown reference, 404 what the provider's schema says. */
  notFoundStatus: z.literal([400, 404]).default(400),
  /** The script of every payment that has none of its own. */
  defaults: scriptSchema.default({}),
  /** Makes the shares repeatable. */
  seed: z.number().int().optional(),
});
export type Faults = z.infer<typeof faultsSchema>;
