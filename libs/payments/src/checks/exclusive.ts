import type { Transactions } from '@abato/database';

/** Work that only one process at a time does, by name. The numbers are PostgreSQL advisory locks. */
const LOCKS = {
  'list-successes': 4_218_760_101,
  reconcile: 4_218_760_102,
  'list-reversals': 4_218_760_103,
  statements: 4_218_760_129,
  settlements: 4_218_760_104,
} as const;

/** Does `work` unless another process does the same at this moment. @returns whether it ran */
export const exclusively = (
  db: Transactions,
  name: keyof typeof LOCKS,
  work: () => Promise<void>,
): Promise<boolean> => db.tryLock(LOCKS[name], work);
