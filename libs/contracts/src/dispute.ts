import { paragraphsField, textField } from './rules.js';
import type { InputOf, Rules } from './field-rule.js';
import { refundRequest } from './payment.js';
import * as s from './schema.js';

/** Files that the provider's samples upload as evidence. */
export const EVIDENCE_TYPES = ['application/pdf', 'image/png', 'image/jpeg'] as const;
/** Most characters of a file in base64: about 1.5 MB of bytes. */
const EVIDENCE_MAX_CHARS = 2_000_000;

/** What was sold, and a file that shows it. */
export const disputeEvidenceRules = {
  serviceDetails: paragraphsField('Explanation is required', 1_000),
  fileName: textField(undefined, 100),
  fileType: { type: 'string', oneOf: EVIDENCE_TYPES },
  /** Base64 in JSON, where a body has at most 64 KB; larger files come as multipart. */
  file: {
    ...textField(undefined, EVIDENCE_MAX_CHARS),
    pattern: [/^[A-Za-z0-9+/]+={0,2}$/, 'File must be base64'],
  },
} satisfies Rules;
export type DisputeEvidenceInput = InputOf<typeof disputeEvidenceRules>;
export const disputeEvidenceExamples = {
  serviceDetails: 'Five votes for Ama Mensah, counted on 21 November at 20:01.',
  fileName: 'receipt.pdf',
  fileType: 'application/pdf',
  file: 'JVBERi0xLjcK',
} satisfies DisputeEvidenceInput;

const DISPUTE_ANSWERS = ['accept', 'decline'] as const;
export const disputeAnswerRules = {
  answer: { type: 'string', required: 'Answer is required', oneOf: DISPUTE_ANSWERS },
  message: paragraphsField('Message is required', 500),
} satisfies Rules;
export const disputeAnswerExamples = { answer: 'decline', message: 'The votes were counted.' } as const;

/** A payment that its payer disputes. */
export const disputeView = s.view('Dispute', {
  id: s.like(s.text, '358950'),
  reference: s.like(s.text, 'A-7Z2K9QXTB4M0N8V6C1D5F3G7HJ'),
  contestId: s.id,
  contestTitle: s.like(s.text, 'Volta Music Awards 2026'),
  contestantName: s.like(s.text, 'Ama Mensah'),
  voteCount: s.count,
  /** What the payer wants back, of what was paid. */
  amount: s.cedis,
  paid: s.cedis,
  /** What of it had gone back already, in another way: contest the dispute of it. */
  returnedBefore: s.cedis,
  state: s.oneOf(['open', 'answered', 'resolved']),
  /** The provider's word for the end: `merchant-accepted`, `auto-accepted`, `declined`. */
  resolution: s.nullable(s.like(s.text, 'declined')),
  dueAt: s.nullable(s.dateTime),
  resolvedAt: s.nullable(s.dateTime),
  hasFile: s.flag,
  refundRequest,
});
export type DisputeView = s.Shown<typeof disputeView>;
