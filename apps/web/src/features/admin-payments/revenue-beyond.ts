import type { RevenueView } from '@abato/contracts';

/** @returns pesewas of all contests that are neither listed nor deleted */
export function revenueBeyond(listed: readonly { id: string }[], all: RevenueView | undefined): number {
  const known = new Set(listed.map(({ id }) => id));
  return (all?.contests ?? [])
    .filter(({ contestId, archived }) => !archived && !known.has(contestId))
    .reduce((total, { totalRevenue }) => total + Math.round(totalRevenue * 100), 0);
}
