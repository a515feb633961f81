import type { PluralForms } from '@abato/contracts';
import { formatCount } from '../lib/count.js';

export interface Speaker {
  /** Puts a language in place of the English texts of a screen. */
  screen(name: string, english: object): void;
  /** @returns undefined for a message that the language does not have */
  message(english: string): string | undefined;
}

const screens: Record<string, object> = {};
let speaker: Speaker | undefined;

/**
 * English texts of a screen. They compile into the code of the screen that uses them; another language puts its own in their place
 * (texts/languages.ts).
 * @param screen the name of the file
 */
export function texts<T extends object>(screen: string, english: T): T {
  screens[screen] = english;
  speaker?.screen(screen, english);
  return english;
}

/** A message of a rule or of the server, which are written in English, in the language of the page. */
export const said = (message: string): string => speaker?.message(message) ?? message;

/** From here on screens say what `next` puts in; code that is fetched later too. Call it before anything is drawn. */
export function speakWith(next: Speaker): void {
  speaker = next;
  for (const screen in screens) next.screen(screen, screens[screen] as object);
}

/**
 * The English form of a text with a number; `#` is the number, so that names stay outside of the forms. Without `Intl`: its first use costs a
 * cheap phone time (lib/format.ts).
 */
export function plural(count: number, { one, other }: PluralForms): string {
  return ((count === 1 && one) || other).replace('#', formatCount(count));
}
