export const MAX_PAGE_SIZE = 1000;
/** Page sizes when the query names none (specification §7, §9). */
export const DEFAULT_PAGE_SIZES = {
  publicContests: 20,
  contests: 20,
  adminContests: 100,
  hosts: 10,
  categories: 100,
  contestants: 100,
  votes: 20,
  electors: 100,
  payments: 20,
  users: 1000,
  audit: 100,
} as const;
