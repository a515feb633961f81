/** Lower case, without accents: phones' keyboards differ, and `Kofí` is found by `kofi`. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();

/** The ids of those whose name or code contains every word of `text`, in any order. */
export function nomineesNamed(
  text: string,
  contestants: readonly { id: string; name: string; code: string }[],
): Set<string> {
  const words = plain(text).split(/\s+/).filter(Boolean);
  const matches = contestants.filter(({ name, code }) => {
    const known = plain(`${name} ${code}`);
    return words.every((word) => known.includes(word));
  });
  return new Set(matches.map(({ id }) => id));
}
