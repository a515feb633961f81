import type { ListedContestant } from '@abato/contracts';

/** A name as it may appear in a file's: small letters and digits alone, without accents and without the ending. */
const plain = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\.(png|jpe?g|gif|webp)$/, '')
    .replace(/[^\p{Letter}\p{Number}]+/gu, '');

/**
 * The photo of each contestant of a list among the chosen files: the one that the list names, else the one that is called like the
 * contestant ("Ama Serwaa" and ama_serwaa.JPG).
 */
export function photosByName<F extends { name: string }>(
  contestants: Pick<ListedContestant, 'name' | 'photo'>[],
  files: readonly F[],
): (F | undefined)[] {
  const byName = new Map(files.map((file) => [plain(file.name), file]));
  // A name without letters and digits would fit every file without them.
  byName.delete('');
  return contestants.map(({ name, photo }) => byName.get(plain(photo || name)));
}
