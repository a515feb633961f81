/**
 * @param withinMs Redis answers within this, or something else does: every vote of the process waits for it
 * @throws Error when Redis takes too long, and what `work` throws
 */
export async function inTime<T>(work: Promise<T>, withinMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('redis is slow')), withinMs);
  });
  return Promise.race([work, limit]).finally(() => clearTimeout(timer));
}
