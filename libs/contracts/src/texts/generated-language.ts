/** Texts by their names, in groups; a text with values in it is a function. */
type Texts = { readonly [name: string]: unknown };

const PLAIN = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const ACCENTED = 'ÂƁĆĎĚƑĜĤÎĴĶĹḾŃÔƤǪŔŚŤŨṼŴẊÝŽâɓćďěƒĝĥîĵķĺḿńôƥǫŕśťũṽŵẋýž';

/**
 * Puts a generated language in place of a catalogue, for tests: whatever is still read with plain letters does not come from it.
 * @param alphabet `accents`: texts become a third longer, as translations are; `digits` where only plain characters are sent and texts have a
 *   length that translations keep to
 */
export function speakGenerated(texts: Texts, alphabet: 'accents' | 'digits'): void {
  for (const [name, text] of Object.entries(texts)) {
    // The tag of the language is no text.
    if (name !== 'language') (texts as Record<string, unknown>)[name] = generated(text, alphabet);
    if (typeof text === 'object' && text !== null) speakGenerated(text as Texts, alphabet);
  }
}

function generated(text: unknown, alphabet: 'accents' | 'digits'): unknown {
  if (typeof text === 'string') return lettersOf(text, alphabet);
  if (typeof text === 'function') {
    const compose = text as (...values: unknown[]) => unknown;
    return (...values: unknown[]) => generated(compose(...values), alphabet);
  }
  return text;
}

function lettersOf(text: string, alphabet: 'accents' | 'digits'): string {
  const other = (letter: string): string =>
    alphabet === 'digits' ? '7' : (ACCENTED[PLAIN.indexOf(letter)] ?? letter);
  const said = text.replace(/[A-Za-z]/g, other);
  return said.trim() === '' || alphabet === 'digits'
    ? said
    : `${said}${'·'.repeat(Math.ceil(text.length / 3))}`;
}
