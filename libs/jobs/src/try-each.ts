/** How the items of a run are worked through. */
interface TryEachOptions {
  /** Most items in hand at a time; 1 without it. */
  atOnce?: number;
  /** No further item is begun once this is aborted. */
  stopping?: AbortSignal;
}

/**
 * Work on every item, whatever becomes of the others: one row that cannot be processed must not hold up those after it, in this run and
 * in every later one.
 * @throws the first failure, when every item has been tried
 */
export async function tryEach<T>(
  items: Iterable<T>,
  work: (item: T) => Promise<unknown>,
  { atOnce = 1, stopping }: TryEachOptions = {},
): Promise<void> {
  const failures: unknown[] = [];
  const rest = [...items].reverse();
  const goesOn = (): boolean => rest.length > 0 && !stopping?.aborted;
  const lane = async (): Promise<void> => {
    while (goesOn()) {
      await work(rest.pop() as T).catch((error: unknown) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, rest.length) }, lane));
  if (failures.length) throw failures[0];
}
