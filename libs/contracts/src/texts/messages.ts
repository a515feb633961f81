import { ERROR_MESSAGES } from '../errors.js';
import {
  charactersMessage,
  lengthMessage,
  maxMessage,
  minMessage,
  oneLineMessage,
  typeMessage,
} from '../field-messages.js';
import type { Rules } from '../field-rule.js';
import {
  submitAddressRules,
  submitBirthdayRules,
  submitOtpRules,
  submitPhoneRules,
  submitPinRules,
} from '../payment.js';
import { confirmVerificationRules } from '../verification.js';
import { ballotCodeField } from '../electorate.js';
import { castVoteRules, findVoteRules } from '../vote.js';
import { payerTexts } from './en/payer.js';
import { refusalTexts } from './en/refusals.js';
import { keyOf } from './message-key.js';

/** Of the forms that voters fill in. */
const RULES: readonly Rules[] = [
  ...[castVoteRules, { ballotCode: ballotCodeField }, findVoteRules, confirmVerificationRules],
  ...[submitOtpRules, submitPinRules, submitPhoneRules, submitBirthdayRules, submitAddressRules],
];

/**
 * Messages to voters that the rules of forms and the server write in English. The web app has them in other languages by these texts, with
 * samples in place of values (docs/translating.md).
 */
export function voterMessages(): string[] {
  const said = [
    ...Object.values(ERROR_MESSAGES),
    ...RULES.flatMap(messagesOf),
    ...sentencesOf(payerTexts),
    ...sentencesOf(refusalTexts),
  ];
  return [...new Set(said)];
}

/** The same as the file of a language has them, not translated yet (docs/translating.md). */
export function messagesToTranslate(): Record<string, string> {
  const keys = new Set(voterMessages().map((message) => keyOf(message).key));
  return Object.fromEntries(
    [...keys].map((key) => {
      let nr = 0;
      return [key, key.replace(/#/g, () => `{${nr++}}`)];
    }),
  );
}

/** Every message that `checkField` can give for these rules. */
function messagesOf(rules: Rules): string[] {
  return Object.entries(rules).flatMap(([field, rule]) => [
    ...(rule.required ? [rule.required] : []),
    ...(rule.pattern ? [rule.pattern[1]] : []),
    ...(rule.min ? [minMessage(field, rule)] : []),
    ...(rule.max ? [maxMessage(field, rule)] : []),
    typeMessage(field, rule),
    ...(rule.type === 'string'
      ? [lengthMessage(field, rule), charactersMessage(field, rule), oneLineMessage(field, rule)]
      : []),
  ]);
}

/** A text with values is given for one and for several. */
function sentencesOf(texts: object): string[] {
  return Object.values(texts).flatMap((text: unknown) => {
    if (typeof text === 'string') return [text];
    if (typeof text !== 'function') return sentencesOf(text as object);
    const compose = text as (...values: unknown[]) => string;
    return [1, 2, 600].map((count) => compose(count, count, '20:00'));
  });
}
