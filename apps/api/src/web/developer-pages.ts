import { LANGUAGES } from '@abato/contracts';

/** Pages for those who build the app; to the public they are unknown addresses, which lead home (specification §2). */
export function isForDevelopers(url: string): boolean {
  return /^\/dev(\/|\?|$)/.test(url);
}

/** English with accents, made for tests (apps/web/src/texts/generated.ts). By the name that browsers have for such a language. */
const GENERATED_LANGUAGE = 'en-XA';

/**
 * The language that a page's code speaks. Tests ask for the generated one by `?language=en-XA`, translators for theirs, as soon as it is
 * among the languages of the contracts (docs/translating.md); the public never gets either.
 * @param url path and query
 */
export function languageOf(url: string, isProduction: boolean): string {
  const asked = new URLSearchParams(url.split('?')[1]).get('language');
  const isKnown = asked === GENERATED_LANGUAGE || Object.hasOwn(LANGUAGES, asked ?? '');
  return asked && isKnown && !isProduction ? asked : 'en';
}
