import { holdReasonTexts } from './en/hold-reasons.js';
import { lightTexts } from './en/light.js';
import { paymentStepTexts } from './en/payment-steps.js';
import { payerTexts } from './en/payer.js';
import { protectionTexts } from './en/protection.js';
import { refusalTexts } from './en/refusals.js';
import { mailTexts } from './en/mail.js';
import { messageTexts } from './en/messages.js';
import { smsTexts } from './en/sms.js';
import { ussdTexts } from './en/ussd.js';
import { releasedDecideText, voteDecisionReason, voteDecisionTexts } from './en/vote-decisions.js';
import { translated } from './message-key.js';

export { speakGenerated } from './generated-language.js';
export { keyOf, translated } from './message-key.js';
export { type PluralForms, pluralIn } from './plural.js';
export { smsParts } from './sms-length.js';
export { messagesToTranslate, voterMessages } from './messages.js';
export {
  holdReasonTexts,
  lightTexts,
  mailTexts,
  payerTexts,
  paymentStepTexts,
  protectionTexts,
  refusalTexts,
  releasedDecideText,
  smsTexts,
  ussdTexts,
  voteDecisionReason,
  voteDecisionTexts,
};

/** The texts of one language that the server says to voters. A language is a second object of this shape (docs/translating.md). */
export interface VoterTexts {
  light: typeof lightTexts;
  mail: typeof mailTexts;
  messages: typeof messageTexts;
  payer: typeof payerTexts;
  refusals: typeof refusalTexts;
  sms: typeof smsTexts;
  ussd: typeof ussdTexts;
}
/** The languages there are; tests go through all of them. */
export const LANGUAGES: Readonly<Record<string, VoterTexts>> = {
  en: {
    light: lightTexts,
    mail: mailTexts,
    messages: messageTexts,
    payer: payerTexts,
    refusals: refusalTexts,
    sms: smsTexts,
    ussd: ussdTexts,
  },
};

/** A message of a rule or of an error code, which are written in English, as voters read it where the server draws the page or the screen. */
export const toldToVoter = (message: string): string => translated(messageTexts, message) ?? message;
