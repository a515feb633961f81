import { holdReasonTexts } from './en/hold-reasons.js';
import { lightTexts } from './en/light.js';
import { paymentStepTexts } from './en/payment-steps.js';
import { payerTexts } from './en/payer.js';
import { refusalTexts } from './en/refusals.js';
import { mailTexts } from './en/mail.js';
import { smsTexts } from './en/sms.js';
import { ussdTexts } from './en/ussd.js';

export { speakGenerated } from './generated-language.js';
export { type PluralForms, pluralIn } from './plural.js';
export { smsParts } from './sms-length.js';
export { voterMessages } from './messages.js';
export {
  holdReasonTexts,
  lightTexts,
  mailTexts,
  payerTexts,
  paymentStepTexts,
  refusalTexts,
  smsTexts,
  ussdTexts,
};

/** The texts of one language that the server says to voters. A language is a second object of this shape (docs/translating.md). */
export interface VoterTexts {
  light: typeof lightTexts;
  mail: typeof mailTexts;
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
    payer: payerTexts,
    refusals: refusalTexts,
    sms: smsTexts,
    ussd: ussdTexts,
  },
};
