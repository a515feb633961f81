import { lightTexts } from './en/light.js';
import { payerTexts } from './en/payer.js';
import { refusalTexts } from './en/refusals.js';
import { smsTexts } from './en/sms.js';

export { speakGenerated } from './generated-language.js';
export { type PluralForms, pluralIn } from './plural.js';
export { smsParts } from './sms-length.js';
export { lightTexts, payerTexts, refusalTexts, smsTexts };

/** The texts of one language that the server says to voters. A language is a second object of this shape (docs/translating.md). */
export interface VoterTexts {
  light: typeof lightTexts;
  payer: typeof payerTexts;
  refusals: typeof refusalTexts;
  sms: typeof smsTexts;
}
/** The languages there are; tests go through all of them. */
export const LANGUAGES: Readonly<Record<string, VoterTexts>> = {
  en: { light: lightTexts, payer: payerTexts, refusals: refusalTexts, sms: smsTexts },
};
