import type { ChallengeMode } from './held-votes.js';

/** What the API sends, as the specification §3 names it. Dates are ISO strings in UTC, money is cedis. */

export const ROLES = ['SUPER_ADMIN', 'COMPANY_ADMIN', 'USER'] as const;
export type Role = (typeof ROLES)[number];
export const APPROVAL_STATUSES = ['PENDING', 'APPROVED', 'REJECTED'] as const;
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number];
export const CONTEST_STATUSES = ['DRAFT', 'ACTIVE', 'PAUSED', 'ENDED'] as const;
export type ContestStatus = (typeof CONTEST_STATUSES)[number];
/** Outward status of votes and payments. */
export const SETTLEMENT_STATUSES = ['COMPLETED', 'PENDING', 'FAILED'] as const;
export type SettlementStatus = (typeof SETTLEMENT_STATUSES)[number];
export const PAYMENT_METHODS = ['PAYSTACK', 'MANUAL'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];
export const PAYMENT_CHANNELS = ['card', 'mobile_money', 'cash', 'other'] as const;
export type PaymentChannel = (typeof PAYMENT_CHANNELS)[number];

export interface UserView {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  /** Only in the owner's own profile. */
  idNumber?: string;
  role: Role;
  isApproved: boolean;
  approvalStatus: ApprovalStatus;
  rejectionReason: string | null;
  createdAt: string;
}

/** What browser storage may hold of a user: no phone, no ID number. */
export type StoredUser = Omit<UserView, 'phone' | 'idNumber'>;

export interface SessionView {
  user: UserView;
  token: string;
}

export interface HostView {
  id: string;
  userId: string;
  name: string;
  email: string;
  phone: string;
  description: string;
  logo: string | null;
  isActive: boolean;
  createdAt: string;
  user?: { firstName: string; lastName: string; email: string };
  _count: { contests: number };
}

/** The part of a host that everybody may see. */
export interface PublicHostView {
  id: string;
  name: string;
  logo: string | null;
  description: string;
}

/** A contestant as everybody may see it; counts are null while results are hidden. */
export interface PublicContestantView {
  id: string;
  categoryId: string;
  name: string;
  bio: string;
  photo: string | null;
  order: number;
  voteCount: number | null;
  /** Equal counts share a rank (1, 1, 3). */
  rank: number | null;
  /** Share of the whole contest's votes, one decimal. */
  percentage: number | null;
  /** Share of the category's votes, one decimal. */
  categoryPercentage: number | null;
  _count: { votes: number | null };
}

export interface PublicCategoryView {
  id: string;
  contestId: string;
  name: string;
  description: string;
  order: number;
  contestants: PublicContestantView[];
  _count: { contestants: number; votes: number | null };
}

/** A card of the public list. */
export interface PublicContestSummary {
  id: string;
  hostId: string;
  title: string;
  description: string;
  startDate: string;
  endDate: string;
  votePrice: number;
  banner: string | null;
  status: ContestStatus;
  isPaused: boolean;
  showResults: boolean;
  host: PublicHostView;
  _count: { categories: number; contestants: number; votes: number | null };
}

export interface PublicContestView extends PublicContestSummary {
  /** Version of the tally these counts belong to; null while results are hidden. */
  version: number | null;
  totalVotes: number | null;
  /** Whether nothing is left that could still be counted: true at the earliest ten minutes after the end. */
  resultsFinal: boolean;
  freeVotesPerHour: number;
  /** Months after the end for which voters' details are kept. */
  retentionMonths: number;
  categories: PublicCategoryView[];
}

/** A contest as its owner and super admins see it. */
export interface ContestView {
  id: string;
  userId: string;
  hostId: string;
  title: string;
  description: string;
  startDate: string;
  endDate: string;
  votePrice: number;
  freeVotesPerHour: number;
  /** Per hour, whatever phones the device names; never less than the phone's limit. */
  freeVotesPerDevice: number;
  challenge: ChallengeMode;
  /** Months after the end for which voters' details are kept. */
  retentionMonths: number;
  banner: string | null;
  status: ContestStatus;
  isPaused: boolean;
  showResults: boolean;
  createdAt: string;
  updatedAt: string;
  host: PublicHostView & { user?: { firstName: string; lastName: string; email: string } };
  categories?: CategoryView[];
  _count: { categories: number; contestants: number; votes: number };
}

export interface CategoryView {
  id: string;
  contestId: string;
  name: string;
  description: string;
  order: number;
  contest?: { title: string };
  contestants?: ContestantView[];
  _count: { contestants: number; votes: number };
}

export interface ContestantView {
  id: string;
  categoryId: string;
  name: string;
  bio: string;
  photo: string | null;
  order: number;
  voteCount: number;
  _count: { votes: number };
}

export interface VoteRecordView {
  id: string;
  voterName: string | null;
  /** Masked. */
  voterEmail: string | null;
  /** Masked. */
  voterPhone: string;
  voteCount: number;
  status: SettlementStatus;
  createdAt: string;
  contestId: string;
  contest: { title: string; host: { name: string } };
  contestant: { name: string };
  category: { name: string };
}

export interface CastVoteRequest {
  contestId: string;
  categoryId: string;
  contestantId: string;
  voteCount: number;
  voterName?: string;
  voterEmail?: string;
  voterPhone: string;
}

/** What a browser adds to a cast. */
export interface CastProof {
  /** Made by the browser, kept in its storage. */
  deviceId?: string;
  /** A solved person check: the ALTCHA payload in base64. */
  challenge?: string;
}

export interface CastVoteResult {
  id: string;
  /** PENDING means that a paid vote awaits payment, or a free one is held. */
  status: SettlementStatus;
  voteCount: number;
  amount: number;
  /** Present when the vote was received and does not count before the organiser has looked at it. */
  held?: boolean;
}

export interface HostStats {
  totalContests: number;
  activeContests: number;
  pausedContests: number;
  totalVotes: number;
  totalTransactions: number;
  /** Deleted contests included, as everywhere: money stays in the books. */
  totalRevenue: number;
}

export interface ContestStats {
  totalCategories: number;
  totalContestants: number;
  totalVotes: number;
  totalTransactions: number;
  totalRevenue: number;
}

export interface CategoryStats {
  totalContestants: number;
  totalVotes: number;
  totalTransactions: number;
  totalRevenue: number;
}

export interface ContestantStats {
  totalVotes: number;
  totalTransactions: number;
  totalRevenue: number;
  /** Within the category; equal counts share a rank. */
  rank: number;
  categoryPercentage: number;
}

export interface VoteStats {
  totalVotes: number;
  totalTransactions: number;
  /** Distinct phones. */
  uniqueVoters: number;
  /** Distinct e-mail addresses; the specification's average divides by these. */
  uniqueEmails: number;
  averageVotesPerEmail: number;
  averageVotesPerVoter: number;
  countsByStatus: Record<SettlementStatus, number>;
}

export interface DailyVotes {
  /** YYYY-MM-DD in Ghana time (UTC). */
  date: string;
  votes: number;
  transactions: number;
}

/** Answer of the reveal calls; each is written to the audit log. */
export interface RevealedVoter {
  voterName: string | null;
  voterEmail: string | null;
  voterPhone: string | null;
  /** The number the payment was asked from; only for payments. */
  phoneNumber?: string | null;
}

/** Revenue of all contests one may see, in one call. */
export interface RevenueView {
  totalRevenue: number;
  totalPayments: number;
  /** Deleted contests too: their money stays in the books. */
  contests: {
    contestId: string;
    title: string;
    totalRevenue: number;
    totalPayments: number;
    archived: boolean;
    incomplete: boolean;
  }[];
  /** True when counted payments are still waiting to be added up: the sums are too small. */
  incomplete: boolean;
}

export interface TopContest {
  id: string;
  title: string;
  votes: number;
  revenue: number;
}

export interface StatisticsView {
  totalUsers?: number;
  totalHosts: number;
  totalContests: number;
  activeContests: number;
  pausedContests: number;
  totalCategories: number;
  totalContestants: number;
  totalVotes: number;
  totalRevenue: number;
  totalPayments: number;
  averageRevenuePerContest: number;
  averageVotesPerContest: number;
  topContests: TopContest[];
  /** True when a part could not be read and the sums are too small. */
  incomplete: boolean;
}
