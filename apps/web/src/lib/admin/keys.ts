/**
 * Every cached answer of the organiser's screens stands below `admin`, those of one contest below its own branch: after a
 * change the whole of what it touches is read again by naming the branch.
 */
export const adminKeys = {
  all: ['admin'],
  hosts: ['admin', 'hosts'],
  contests: ['admin', 'contests'],
  users: ['admin', 'users'],
  statistics: ['admin', 'statistics'],
  contest: (contestId: string) => ['admin', 'contest', contestId],
  category: (categoryId: string) => ['admin', 'category', categoryId],
} as const;
