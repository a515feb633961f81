/**
 * Texts for feature phones: printable ASCII that is one character of the GSM-7 alphabet. Networks and gateways differ in what else they
 * pass on, and letters outside of the alphabet would halve the length of a screen (3GPP TS 23.038).
 */

/** Most characters of one screen: what Nalo allows, and every network shows. */
export const SCREEN_LENGTH = 120;

/** Letters of Ghanaian languages and signs that Unicode does not take apart, each with what stands for it. */
const LETTERS = `
  Ɔ O  ɔ o  Ɛ E  ɛ e  Ŋ N  ŋ n  Ɖ D  ɖ d  Ƒ F  ƒ f  Ʋ V  ʋ v  Ɣ G  ɣ g  Ɩ I  ɩ i  Ʊ U  ʊ u  Ɗ D  ɗ d  Ɓ B  ɓ b  Ƙ K  ƙ k  Ƴ Y  ƴ y
  Ø O  ø o  Æ AE  æ ae  Œ OE  œ oe  ß ss  Ł L  ł l  ’ '  ‘ '  “ "  ” "  – -  — -  … ...  \` '  ´ '  [ (  ] )  { (  } )  ~ -  \\ /  | /
`;
const PLAIN: ReadonlyMap<string, string> = new Map([
  ...[...LETTERS.matchAll(/(\S) (\S+)/gu)].map(
    ([, letter = '', plainLetter = '']) => [letter, plainLetter] as const,
  ),
  ['₵', 'GHS '],
  ['€', 'EUR '],
  ['^', ''],
]);

/** ASCII without control characters and without `` ` `` and the signs that need an escape in GSM-7; line breaks are kept. */
const SAFE = /^[\n !-Z_a-z]*$/;

/** Whether every network shows the text as it is, one position per character. */
export function isPlain(text: string): boolean {
  return SAFE.test(text);
}

/** A name or title as a feature phone shows it; what has no letters there is left out. */
export function plain(text: string): string {
  let result = '';
  for (const letter of text.normalize('NFKD').replace(/\p{Mark}/gu, '')) {
    const known = PLAIN.get(letter) ?? letter;
    if (SAFE.test(known) && known !== '\n') result += known;
    else if (/\s/.test(letter)) result += ' ';
  }
  return result.replace(/ +/g, ' ').trim();
}

/** At most so many characters, with `..` where something is missing. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  return length < 3 ? text.slice(0, Math.max(0, length)) : `${text.slice(0, length - 2).trimEnd()}..`;
}

/**
 * A screen of a fixed text and names that share the room that is left; a short name leaves its room to the others.
 * @param names as people wrote them
 * @param compose puts the names, made plain and cut, into the text
 */
export function screen(names: readonly string[], compose: (...names: string[]) => string): string {
  const wanted = names.map(plain);
  let room = SCREEN_LENGTH - compose(...names.map(() => '')).length;
  const lengths = new Map<number, number>();
  const byLength = wanted
    .map((name, index) => ({ index, length: name.length }))
    .sort((a, b) => a.length - b.length);
  for (const [place, { index, length }] of byLength.entries()) {
    const share = Math.min(length, Math.max(0, Math.floor(room / (byLength.length - place))));
    lengths.set(index, share);
    room -= share;
  }
  return cut(compose(...wanted.map((name, index) => cut(name, lengths.get(index) ?? 0))), SCREEN_LENGTH);
}
