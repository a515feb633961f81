import { translated } from '@abato/contracts';
import { type Speaker, speakWith } from './catalogue';

/** The texts of one language beside English: the files of `en`, translated. What is missing stays English. */
export interface Language {
  /** By the name of the file. */
  screens: Readonly<Record<string, object>>;
  /** Messages of rules and of the server by their English text, in which `#` is each number; `{0}` is the first of them. */
  messages: Readonly<Record<string, string>>;
}

/** Each is a file that only its speakers fetch. */
const LANGUAGES: Readonly<Record<string, () => Promise<Speaker>>> = {
  // ak: async () => speakerOf((await import('./ak')).language),
  'en-XA': async () => (await import('./generated')).generated,
};

/** Screens speak this language from now on; English when there is no such language or its file does not come. */
export async function speak(language: string): Promise<void> {
  try {
    const speaker = await LANGUAGES[language]?.();
    if (speaker) speakWith(speaker);
  } catch {
    document.documentElement.lang = 'en';
  }
}

/** Puts a language in place of English. */
export function speakerOf({ screens, messages }: Language): Speaker {
  return {
    screen: (name, english) => overlay(english, screens[name] ?? {}),
    message: (text) => translated(messages, text),
  };
}

/** In place: screens that were loaded before hold the same objects. */
function overlay(english: object, other: object): void {
  const into = english as Record<string, unknown>;
  for (const [name, text] of Object.entries(other) as [string, unknown][]) {
    const current = into[name];
    if (typeof text === 'object' && text && typeof current === 'object' && current) overlay(current, text);
    else into[name] = text;
  }
}
