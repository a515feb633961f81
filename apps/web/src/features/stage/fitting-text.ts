/** Width of a letter of the display font in its size, on the safe side: in a short name one wide letter counts. */
function letterWidth(letter: string): number {
  if (/[mwMW]/.test(letter)) return 1;
  if (/\p{Lu}/u.test(letter)) return 0.78;
  return /[fijlrt]/.test(letter) ? 0.45 : 0.62;
}

const SPACE = 0.3;

const wordWidth = (word: string): number =>
  [...word].reduce((width, letter) => width + letterWidth(letter), 0);

/** The width of the widest line, in font sizes, when these words are set in at most so many lines. */
function widestLine(words: readonly number[], lines: number): number {
  // A line ends after some word: the answer is the width of one of these runs of words.
  const runs = words.flatMap((_, from) => {
    let width = -SPACE;
    return words.slice(from).map((word) => (width += SPACE + word));
  });
  const fits = (limit: number) => {
    let [count, used] = [1, -SPACE];
    for (const word of words) {
      if (used + SPACE + word > limit + 1e-9) [count, used] = [count + 1, word];
      else used += SPACE + word;
    }
    return count <= lines;
  };
  return Math.min(...runs.filter((run) => run >= Math.max(...words) - 1e-9 && fits(run)));
}

/**
 * The largest font size at which a name fits its box: long names shrink or take more lines, they are never cut. The box is a container of
 * its width.
 * @param most CSS lengths: the largest size in one line, in two, …
 */
export function fittingSize(name: string, most: readonly string[]): string {
  const words = name.trim().split(/\s+/).map(wordWidth);
  const sizes = most.map(
    (size, index) => `min(${size}, ${(100 / widestLine(words, index + 1)).toFixed(2)}cqi)`,
  );
  return `max(${sizes.join(', ')})`;
}
