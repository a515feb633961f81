import { ussdTexts as t } from './texts.js';

/** The one place for verification by dialling (`*713*7*4821#`, a lone 7 as the first input): it is not offered yet. */
export function verificationAnswer(): string {
  return t.verificationLater;
}
