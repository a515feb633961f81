/** Redis answers within this, or something else does: every vote of the process waits for it. */
const REDIS_TIMEOUT_MS = 250;

/** @throws Error when Redis takes too long, and what `work` throws */
export async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('redis is slow')), REDIS_TIMEOUT_MS);
  });
  return Promise.race([work, limit]).finally(() => clearTimeout(timer));
}
