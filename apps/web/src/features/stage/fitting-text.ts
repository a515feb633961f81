/** Width of a letter of the display font, in its size; on the safe side. */
const LETTER = 0.58;

/** The letters of the widest line when these words are set in so many lines. */
function widestLine(words: readonly string[], lines: number): number {
  const longest = Math.max(...words.map((word) => word.length));
  for (let width = longest; ; width += 1) {
    let [count, used] = [1, -1];
    for (const { length } of words) {
      if (used + 1 + length > width) [count, used] = [count + 1, length];
      else used += 1 + length;
    }
    if (count <= lines) return width;
  }
}

/**
 * The largest font size at which a name fits its box: long names shrink or take more lines, they are never cut. The box is a container of
 * its width.
 * @param most CSS lengths: the largest size in one line, in two, …
 */
export function fittingSize(name: string, most: readonly string[]): string {
  const words = name.trim().split(/\s+/);
  const sizes = most.map(
    (size, index) => `min(${size}, ${(100 / (widestLine(words, index + 1) * LETTER)).toFixed(2)}cqi)`,
  );
  return `max(${sizes.join(', ')})`;
}
