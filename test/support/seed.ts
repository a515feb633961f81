/** Where random inputs begin when no other seed is given: the same in every run, so that a failure is the change's and not the dice's. */
const FIXED = 20_261_121;

/**
 * Seed of a file's random inputs, printed because a run that fails must be repeatable.
 * @param name what is printed before it
 * @param variable environment variable that replaces it: a number repeats a run, `random` draws a new one
 */
export function seedOf(name: string, variable = 'ABATO_SEED'): number {
  const given = process.env[variable] || String(FIXED);
  const seed = given === 'random' ? Date.now() % 1_000_000_000 : Number(given);
  if (!Number.isInteger(seed)) throw new Error(`${variable} is neither a whole number nor random`);
  process.stdout.write(`${name}: seed ${seed}, ${variable}=${seed} repeats it\n`);
  return seed;
}
