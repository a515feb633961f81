/** Ranks and shares: computed by the API for the first answer and by the client for every live update, so they live here. */

export interface Countable {
  id: string;
  name: string;
  order: number;
  votes: number;
}

/**
 * The public order: by count, ties by `order`, then name, then id (so that two readers never disagree).
 * @returns a new array
 */
export function byVotes<T extends Countable>(items: readonly T[]): T[] {
  return [...items].sort((a, b) => b.votes - a.votes || compareByOrder(a, b));
}

/** The order while results are hidden: nothing in it depends on a count. */
export function compareByOrder(a: Omit<Countable, 'votes'>, b: Omit<Countable, 'votes'>): number {
  return a.order - b.order || compareText(a.name, b.name) || compareText(a.id, b.id);
}

/** Code-unit comparison: the same on every machine, whatever its locale data. */
function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * Standard competition ranking: equal counts share a rank (1, 1, 3).
 * @returns rank by id
 */
export function ranks(items: readonly { id: string; votes: number }[]): Map<string, number> {
  const sorted = [...items].sort((a, b) => b.votes - a.votes);
  const result = new Map<string, number>();
  let rank = 0;
  sorted.forEach((item, index) => {
    if (item.votes !== sorted[index - 1]?.votes) rank = index + 1;
    result.set(item.id, rank);
  });
  return result;
}

/** Share in percent with one decimal; 0 when nothing was counted. */
export function percentage(votes: number, total: number): number {
  return total > 0 ? Math.round((votes / total) * 1000) / 10 : 0;
}
