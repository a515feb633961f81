/**
 * What a piece of work gives, unless it takes too long; it goes on then, and its end is not looked at.
 * @throws Error with this message after so many milliseconds
 */
export async function inTime<T>(work: Promise<T>, limitMs: number, otherwise: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(otherwise)), limitMs);
  });
  return Promise.race([work, limit]).finally(() => clearTimeout(timer));
}
