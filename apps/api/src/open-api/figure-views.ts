import {
  PAYMENT_CHANNELS,
  PAYMENT_METHODS,
  SETTLEMENT_STATUSES,
  type CastVoteResult,
  type CategoryStats,
  type ContestantStats,
  type ContestStats,
  type DailyVotes,
  type PaymentStats,
  type PaymentView,
  type RevealedVoter,
  type RevenueView,
  type StatisticsView,
  type TopContest,
  type VoteRecordView,
  type VoteStats,
} from '@abato/contracts';
import { PAYMENT_STATES } from '@abato/domain';
import {
  cedis,
  count,
  date,
  dateTime,
  flag,
  id,
  list,
  nullable,
  number,
  object,
  oneOf,
  text,
  view,
} from './schema.js';

const named = object<{ name: string }>({ name: text });
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
    voterName: nullable(text),
    voterEmail: nullable(text),
    voterPhone: text,
    voteCount: count,
    status,
    createdAt: dateTime,
    contestId: id,
    contest: object<VoteRecordView['contest']>({ title: text, host: named }),
    contestant: named,
    category: named,
  }),
);

export const paymentSchema = view(
  'Payment',
  object<PaymentView>({
    id,
    reference: text,
    amount: cedis,
    method: oneOf(PAYMENT_METHODS),
    channel: nullable(oneOf(PAYMENT_CHANNELS)),
    status,
    state: oneOf(Object.keys(PAYMENT_STATES)),
    phoneNumber: nullable(text),
    createdAt: dateTime,
    vote: object<PaymentView['vote']>({
      voterName: nullable(text),
      voterEmail: nullable(text),
      voteCount: count,
      contestant: nullable(named),
    }),
  }),
);

export const revealedVoterSchema = view(
  'RevealedVoter',
  object<RevealedVoter>(
    {
      voterName: nullable(text),
      voterEmail: nullable(text),
      voterPhone: nullable(text),
      phoneNumber: nullable(text),
    },
    ['phoneNumber'],
  ),
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
        title: text,
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
      topContests: list(object<TopContest>({ id, title: text, votes: count, revenue: cedis })),
      incomplete: flag,
    },
    ['totalUsers'],
  ),
);
