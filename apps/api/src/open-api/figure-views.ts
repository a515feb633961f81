import {
  type CastVoteResult,
  type CategoryStats,
  type ContestantStats,
  type ContestStats,
  type DailyVotes,
  type HostStats,
  PAYMENT_CHANNELS,
  PAYMENT_METHODS,
  type PaymentStats,
  type PaymentView,
  type RevealedVoter,
  type RevenueView,
  SETTLEMENT_STATUSES,
  type StatisticsView,
  type TopContest,
  type VoteRecordView,
  type VoteStats,
} from '@abato/contracts';
import { PAYMENT_STATES } from '@abato/payments';
import {
  cedis,
  count,
  date,
  dateTime,
  flag,
  id,
  like,
  list,
  nullable,
  number,
  object,
  oneOf,
  text,
  view,
} from './schema.js';

const named = (name: string) => object<{ name: string }>({ name: like(text, name) });
const title = like(text, 'Volta Music Awards 2026');
const maskedPhone = like(text, '+233 24 *** **67');
const status = oneOf(SETTLEMENT_STATUSES);
const countsByStatus = object<VoteStats['countsByStatus']>({
  COMPLETED: count,
  PENDING: count,
  FAILED: count,
});

export const castResultSchema = view(
  'CastVoteResult',
  object<CastVoteResult>({ id, status, voteCount: count, amount: cedis, held: flag }, ['held']),
);

export const voteRecordSchema = view(
  'VoteRecord',
  object<VoteRecordView>({
    id,
    voterName: nullable(like(text, 'Kofi Annan')),
    voterEmail: nullable(like(text, 'k***@example.com')),
    voterPhone: maskedPhone,
    voteCount: count,
    status,
    createdAt: dateTime,
    contestId: id,
    contest: object<VoteRecordView['contest']>({ title, host: named('Volta Music') }),
    contestant: named('Adwoa Boateng'),
    category: named('Best New Artist'),
  }),
);

export const paymentSchema = view(
  'Payment',
  object<PaymentView>({
    id,
    reference: like(text, 'A-7Z2K9QXTB4M0N8V6C1D5F3G7HJ'),
    amount: cedis,
    method: oneOf(PAYMENT_METHODS),
    channel: nullable(oneOf(PAYMENT_CHANNELS)),
    status,
    state: oneOf(Object.keys(PAYMENT_STATES)),
    phoneNumber: nullable(maskedPhone),
    createdAt: dateTime,
    vote: object<PaymentView['vote']>({
      voterName: nullable(like(text, 'Kofi Annan')),
      voterEmail: nullable(like(text, 'k***@example.com')),
      voteCount: count,
      contestant: nullable(named('Adwoa Boateng')),
    }),
  }),
);

export const revealedVoterSchema = view(
  'RevealedVoter',
  object<RevealedVoter>(
    {
      voterName: nullable(like(text, 'Kofi Annan')),
      voterEmail: nullable(like(text, 'kofi@example.com')),
      voterPhone: nullable(like(text, '+233241234567')),
      phoneNumber: nullable(like(text, '+233241234567')),
    },
    ['phoneNumber'],
  ),
);

export const hostStatsSchema = view(
  'HostStats',
  object<HostStats>({
    totalContests: count,
    activeContests: count,
    pausedContests: count,
    totalVotes: count,
    totalTransactions: count,
    totalRevenue: cedis,
  }),
);

export const contestStatsSchema = view(
  'ContestStats',
  object<ContestStats>({
    totalCategories: count,
    totalContestants: count,
    totalVotes: count,
    totalTransactions: count,
    totalRevenue: cedis,
  }),
);

export const categoryStatsSchema = view(
  'CategoryStats',
  object<CategoryStats>({
    totalContestants: count,
    totalVotes: count,
    totalTransactions: count,
    totalRevenue: cedis,
  }),
);

export const contestantStatsSchema = view(
  'ContestantStats',
  object<ContestantStats>({
    totalVotes: count,
    totalTransactions: count,
    totalRevenue: cedis,
    rank: count,
    categoryPercentage: number,
  }),
);

export const voteStatsSchema = view(
  'VoteStats',
  object<VoteStats>({
    totalVotes: count,
    totalTransactions: count,
    uniqueVoters: count,
    uniqueEmails: count,
    averageVotesPerEmail: number,
    averageVotesPerVoter: number,
    countsByStatus,
  }),
);

export const dailyVotesSchema = view(
  'DailyVotes',
  object<DailyVotes>({ date, votes: count, transactions: count }),
);

export const paymentStatsSchema = view(
  'PaymentStats',
  object<PaymentStats>({
    totalRevenue: cedis,
    totalPayments: count,
    paymentsByMethod: list(
      object<PaymentStats['paymentsByMethod'][number]>({
        method: oneOf(PAYMENT_METHODS),
        _count: count,
        _sum: object<{ amount: number }>({ amount: cedis }),
      }),
    ),
    countsByStatus,
  }),
);

export const revenueSchema = view(
  'Revenue',
  object<RevenueView>({
    totalRevenue: cedis,
    totalPayments: count,
    contests: list(
      object<RevenueView['contests'][number]>({
        contestId: id,
        title,
        totalRevenue: cedis,
        totalPayments: count,
        archived: flag,
        incomplete: flag,
      }),
    ),
    incomplete: flag,
  }),
);

export const statisticsSchema = view(
  'Statistics',
  object<StatisticsView>(
    {
      totalUsers: count,
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
      topContests: list(object<TopContest>({ id, title, votes: count, revenue: cedis })),
      incomplete: flag,
    },
    ['totalUsers'],
  ),
);
