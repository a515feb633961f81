import { textField } from './rules.js';
import type { InputOf, Rules } from './field-rule.js';
import * as s from './schema.js';

/** What a witness sends of a checkpoint that it has checked. */
export const cosignatureRules = {
  /** Entries of the checkpoint. */
  size: { type: 'integer', required: 'Size is required', min: [0], max: [Number.MAX_SAFE_INTEGER] },
  /** The line of the signed note, from its dash on. */
  cosignature: textField('Cosignature is required', 500),
} satisfies Rules;
export type CosignatureInput = InputOf<typeof cosignatureRules>;
export const cosignatureExamples = {
  size: 1024,
  cosignature:
    '— auditor.example Y7selAAAAABqIkAwiJrJ2Kb4bXmGq3qfXcjq6k7l0c0wq5m2uZx3o9c4l1r8v6d7p5s2t0y9w3e1a4b6c8d0f2g4h6j8k0m2AA==',
} satisfies CosignatureInput;

/** A cosignature that was kept and is published with its checkpoint. */
export const cosignatureView = s.view('Cosignature', {
  contestId: s.id,
  size: s.count,
  witness: s.like(s.text, 'auditor.example'),
  /** As the witness says. */
  at: s.dateTime,
});
export type CosignatureView = s.Shown<typeof cosignatureView>;
