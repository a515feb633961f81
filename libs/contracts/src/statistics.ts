import { cedis, count, flag, id, like, list, object, optional, type Shown, text, view } from './schema.js';

const title = like(text, 'Volta Music Awards 2026');

/** Revenue of all contests one may see, in one call. */
export const revenueView = view('Revenue', {
  totalRevenue: cedis,
  totalPayments: count,
  /** Deleted contests too: their money stays in the books. */
  contests: list(
    object({
      contestId: id,
      title,
      totalRevenue: cedis,
      totalPayments: count,
      archived: flag,
      incomplete: flag,
    }),
  ),
  /** True when counted payments are still waiting to be added up: the sums are too small. */
  incomplete: flag,
});
export type RevenueView = Shown<typeof revenueView>;

const topContest = object({ id, title, votes: count, revenue: cedis });
export type TopContest = Shown<typeof topContest>;

export const statisticsView = view('Statistics', {
  totalUsers: optional(count),
  totalHosts: count,
  totalContests: count,
  activeContests: count,
  pausedContests: count,
  totalCategories: count,
  totalContestants: count,
  totalVotes: count,
  totalRevenue: cedis,
  totalPayments: count,
  averageRevenuePerContest: cedis,
  averageVotesPerContest: count,
  topContests: list(topContest),
  /** True when a part could not be read and the sums are too small. */
  incomplete: flag,
});
export type StatisticsView = Shown<typeof statisticsView>;

/** What the home page says about this installation. */
export const publicFiguresView = view('PublicFigures', {
  /** That take votes now. */
  openContests: count,
  /** With at least one public contest. */
  hosts: count,
  /** Counted in public contests whose results are shown. */
  votes: count,
});
export type PublicFigures = Shown<typeof publicFiguresView>;
