import * as s from './schema.js';

const title = s.like(s.text, 'Volta Music Awards 2026');

/** Revenue of all contests one may see, in one call. */
export const revenueView = s.view('Revenue', {
  totalRevenue: s.cedis,
  totalPayments: s.count,
  /** Deleted contests too: their money stays in the books. */
  contests: s.list(
    s.object({
      contestId: s.id,
      title,
      totalRevenue: s.cedis,
      totalPayments: s.count,
      archived: s.flag,
      incomplete: s.flag,
    }),
  ),
  /** True when counted payments are still waiting to be added up: the sums are too small. */
  incomplete: s.flag,
});
export type RevenueView = s.Shown<typeof revenueView>;

const topContest = s.object({ id: s.id, title, votes: s.count, revenue: s.cedis });
export type TopContest = s.Shown<typeof topContest>;

export const statisticsView = s.view('Statistics', {
  totalUsers: s.optional(s.count),
  totalHosts: s.count,
  totalContests: s.count,
  activeContests: s.count,
  pausedContests: s.count,
  totalCategories: s.count,
  totalContestants: s.count,
  totalVotes: s.count,
  totalRevenue: s.cedis,
  totalPayments: s.count,
  averageRevenuePerContest: s.cedis,
  averageVotesPerContest: s.count,
  topContests: s.list(topContest),
  /** True when a part could not be read and the sums are too small. */
  incomplete: s.flag,
});
export type StatisticsView = s.Shown<typeof statisticsView>;

/** What the home page says about this installation. */
export const publicFiguresView = s.view('PublicFigures', {
  /** That take votes now. */
  openContests: s.count,
  /** With at least one public contest. */
  hosts: s.count,
  /** Counted in public contests whose results are shown. */
  votes: s.count,
});
export type PublicFigures = s.Shown<typeof publicFiguresView>;
