/** What one payer does, in seconds after casting. */
export interface Payer {
  /** When the vote is cast, in seconds after the beginning. */
  castAt: number;
  votes: number;
  /** When the payer is done with the provider's page; null: never. */
  doneAt: number | null;
  outcome: 'success' | 'failed';
}

/** Five a second: somewhat more than an account of 600 calls a minute lets begin, so that many have to try again. */
const CASTS_PER_SECOND = 5;
/** A page is read and a PIN typed within this time at the least, and within this much more on the average. */
const QUICKEST_SECONDS = 8;
const MEAN_MORE_SECONDS = 40;

/**
 * A crowd as a finale has it: most pay within a minute or two, some are declined, some give up, and a few come back to the page
 * when all payers have gone home. The same seed makes the same crowd.
 */
export function crowd(size: number, seed: number): Payer[] {
  const random = generator(seed);
  return Array.from({ length: size }, (_, index) => {
    const castAt = index / CASTS_PER_SECOND;
    const votes = 1 + Math.floor(random() * 20);
    const fate = random();
    if (fate < 0.07) return { castAt, votes, doneAt: null, outcome: 'failed' };
    const quick = QUICKEST_SECONDS - MEAN_MORE_SECONDS * Math.log(1 - random() * 0.999);
    const late = 20 * 60 + random() * 40 * 60;
    return {
      castAt,
      votes,
      doneAt: castAt + (fate > 0.995 ? late : quick),
      outcome: fate < 0.17 ? 'failed' : 'success',
    };
  });
}

/** A small repeatable random generator (mulberry32). */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
