import { z } from 'zod';

/** Longest delay a script may ask for: thirty days, in milliseconds. */
const MAX_DELAY_MS = 30 * 24 * 3_600_000;
const delay = z.number().int().min(0).max(MAX_DELAY_MS);
const time = z.iso.datetime({ offset: true });

const step = z.object({
  /** Any string: product code has to survive states it has never heard of. */
  status: z.string().min(1).max(40),
  /** Since the step before it, in milliseconds. */
  afterMs: delay.default(0),
  paidAt: time.optional(),
  reason: z.string().max(200).optional(),
});

/** What one verify call says instead of the truth. The simulator's ledger keeps the truth. */
const answer = z.union([
  z.string().min(1).max(40),
  z.object({
    status: z.string().min(1).max(40).optional(),
    amount: z.union([z.number(), z.string()]).optional(),
    requested_amount: z.union([z.number(), z.string(), z.null()]).optional(),
    currency: z.string().max(8).optional(),
    domain: z.string().max(20).optional(),
    reference: z.string().max(100).optional(),
    message: z.string().max(300).optional(),
    gateway_response: z.string().max(300).optional(),
    paid_at: time.nullable().optional(),
    notFound: z.boolean().optional(),
    http: z.number().int().min(400).max(599).optional(),
    hangMs: delay.optional(),
    drop: z.boolean().optional(),
  }),
]);

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

/** How one payment behaves; every field is optional. See the README for what each does. */
export const scriptSchema = z.object({
  outcome: z.enum(['success', 'failed', 'abandoned']).optional(),
  reason: z.string().max(200).optional(),
  autoAfterMs: delay.optional(),
  timeline: z.array(step).max(50).optional(),
  afterwards: z.array(step).max(50).optional(),
  initialize: acceptMode.optional(),
  hangMs: delay.optional(),
  amount: z.number().int().min(0).max(1e12).optional(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .optional(),
  domain: z.string().max(20).optional(),
  paidAt: time.optional(),
  feesToCustomer: z.boolean().optional(),
  metadataAs: z.enum(['zero', 'empty', 'string', 'object', 'null']).optional(),
  verifyAs: z.union([answer, z.array(answer).max(100)]).optional(),
  webhookAs: answer.optional(),
  verifyNotFoundMs: delay.optional(),
  /** `false`: lists do not show it, as if it were still open. */
  listed: z.boolean().optional(),
  webhook: z.enum(['once', 'never', 'late', 'duplicate', 'before-redirect', 'forged']).optional(),
  webhookDelayMs: delay.optional(),
  webhookCopies: z.number().int().min(1).max(50).optional(),
  refund: z.enum([...acceptMode.options, 'fails', 'needs-attention']).optional(),
  refundDelayMs: delay.optional(),
  refundAccount: z.enum([...acceptMode.options, 'refused', 'given-before']).optional(),
  refundAmountAs: z.enum(['string', 'number']).optional(),
  approvesMs: delay.nullable().optional(),
  promptTimeoutMs: delay.optional(),
  charge: z
    .enum([
      'pay_offline',
      'send_otp',
      'send_pin',
      'send_phone',
      'send_birthday',
      'send_address',
      'open_url',
      'pending',
      'success',
      'failed',
      'timeout',
    ])
    .optional(),
  /** What `send_otp` and its like say instead of the usual words. */
  displayText: z.string().max(300).optional(),
  /** What the payer sends is refused with 200 and `status: false`, as one of the provider's samples has it. */
  refusesAnswer: z.boolean().optional(),
});

export type Script = z.infer<typeof scriptSchema>;
export type ScriptStep = z.infer<typeof step>;
export type Answer = Exclude<z.infer<typeof answer>, string>;
export type AcceptMode = z.infer<typeof acceptMode>;

/** A status word is short for an answer with that status. */
export function answerFrom(value: z.infer<typeof answer>): Answer {
  return typeof value === 'string' ? { status: value } : value;
}

/**
 * The answer the n-th verify call gets (0 is the first). A single answer holds for every call; of a list each call takes
 * one, and after the last the truth is told.
 */
export function verifyAnswer(script: Script, nth: number): Answer {
  if (script.verifyAs === undefined) return {};
  if (!Array.isArray(script.verifyAs)) return answerFrom(script.verifyAs);
  const scripted = script.verifyAs[nth];
  return scripted === undefined ? {} : answerFrom(scripted);
}
