import {
  DEFAULT_PAGE_SIZES,
  MAX_PAGE_SIZE,
  type CategoryView,
  type ContestProposal,
  type Electorate,
  type ContestantView,
  type ContestStatus,
  type ContestView,
  type HostView,
  type PaymentStats,
  type PublicContestView,
  type ResolveAccountInput,
  type ResolvedAccount,
  type ResultCorrectionView,
  type Role,
  type SettlementAccount,
  type StatisticsCharts,
  type TimelineUnit,
  type VoteStats,
  type VoteTimeline,
} from '@abato/contracts';
import { keepPreviousData, type Query } from '@tanstack/react-query';
import { api, queryString, reads, readsPage } from '@/lib/api';
// With the screens, not with their first write: the network may have gone by then.
import '@/lib/writes/write';

/*
 * Calls that more than one feature of the organisers' screens makes. What only one feature asks for is in its own `api.ts`.
 */

/**
 * Every cached answer of the organisers' screens is below `admin`, those of one contest below its own branch: after a change
 * everything it touches is read again by naming the branch.
 */
export const adminKeys = {
  all: ['admin'],
  hosts: ['admin', 'hosts'],
  contests: ['admin', 'contests'],
  users: ['admin', 'users'],
  statistics: ['admin', 'statistics'],
  charts: ['admin', 'statistics', 'charts'],
  contest: (contestId: string) => ['admin', 'contest', contestId],
  category: (categoryId: string) => ['admin', 'category', categoryId],
} as const;

/** `placeholderData` of a contest's lists: rows of another contest must never appear under this one's name. */
export function keepRowsOf(contestId: string) {
  return <T>(before: T | undefined, query: Pick<Query, 'queryKey'> | undefined): T | undefined =>
    query?.queryKey[2] === contestId ? before : undefined;
}

/** Screens show 100 hosts to a page (specification §7). */
const HOSTS_PAGE_SIZE = 100;

function hosts(role: Role, page: number, pageSize: number, search = '') {
  const path = role === 'SUPER_ADMIN' ? '/hosts/admin/all' : '/hosts';
  return readsPage<HostView>(
    [...adminKeys.hosts, role, page, pageSize, search],
    `${path}${queryString({ page, pageSize, search })}`,
    { placeholderData: keepPreviousData },
  );
}

/** GET /hosts (own ones), for super admins GET /hosts/admin/all. */
export const hostListQuery = (role: Role, page: number, search = '') =>
  hosts(role, page, HOSTS_PAGE_SIZE, search);

/** Every host that the signed-in user may see, to choose one from. */
export const hostChoiceQuery = (role: Role) => hosts(role, 1, MAX_PAGE_SIZE);

/** GET /contests/proposal: what the form for a new contest begins with. */
export const contestProposalQuery = reads<ContestProposal>(['contest-proposal'], '/contests/proposal', {
  staleTime: Infinity,
});

/** What belongs to one contest, in its branch of the cache. @param path with `{id}` for the contest */
export function ofContest<T>(
  name: string,
  path: `/${string}{id}${string}`,
  options: { refetchInterval?: number; gcTime?: number } = {},
) {
  return (contestId: string) =>
    reads<T>(
      [...adminKeys.contest(contestId), name],
      path.replace('{id}', encodeURIComponent(contestId)),
      options,
    );
}

/** A page of it, which stays until the next one is there. */
export function pageOfContest<T>(
  name: string,
  path: `/${string}{id}${string}`,
  contestId: string,
  query: Record<string, string | number>,
) {
  const search = queryString(query);
  return readsPage<T>(
    [...adminKeys.contest(contestId), name, search],
    `${path.replace('{id}', encodeURIComponent(contestId))}${search}`,
    { placeholderData: keepRowsOf(contestId) },
  );
}

/** GET /contests/{id}/electorate: how many voters are on the list. */
export const electorateQuery = ofContest<Electorate>('electorate', '/contests/{id}/electorate');

export interface ContestFilters {
  search: string;
  status: ContestStatus | '';
  hostId: string;
}
export const NO_CONTEST_FILTERS: ContestFilters = { search: '', status: '', hostId: '' };

/** GET /contests (own ones), for super admins GET /contests/admin/all; 100 to a page (specification §9). */
export function contestListQuery(
  role: Role,
  page = 1,
  filters: ContestFilters = NO_CONTEST_FILTERS,
  pageSize: number = DEFAULT_PAGE_SIZES.adminContests,
) {
  const path = role === 'SUPER_ADMIN' ? '/contests/admin/all' : '/contests';
  const query = queryString({ page, pageSize, ...filters });
  return readsPage<ContestView>([...adminKeys.contests, role, query], `${path}${query}`, {
    placeholderData: keepPreviousData,
  });
}

/** Every contest that the signed-in user may see, to choose one from. */
export const contestChoiceQuery = (role: Role) =>
  contestListQuery(role, 1, NO_CONTEST_FILTERS, MAX_PAGE_SIZE);

/** GET /contests/{id}, as its owner and super admins see it. */
export const contestQuery = ofContest<ContestView>('detail', '/contests/{id}');

/** GET /contests/{id}/preview: what voters would see, also of a draft. Read anew whenever it is opened: it is drawn once. */
export const contestPreviewQuery = ofContest<PublicContestView>('preview', '/contests/{id}/preview', {
  gcTime: 0,
});

/** GET /categories/contest/{contestId}: all that a screen can list. */
export const categoryListQuery = (contestId: string) =>
  readsPage<CategoryView>(
    [...adminKeys.contest(contestId), 'categories'],
    `/categories/contest/${encodeURIComponent(contestId)}${queryString({ page: 1, pageSize: MAX_PAGE_SIZE })}`,
  );

/** GET /contestants/category/{categoryId}, 100 to a page. */
export function contestantListQuery(
  categoryId: string,
  page = 1,
  pageSize: number = DEFAULT_PAGE_SIZES.contestants,
) {
  const query = queryString({ page, pageSize });
  return readsPage<ContestantView>(
    [...adminKeys.category(categoryId), 'contestants', page, pageSize],
    `/contestants/category/${encodeURIComponent(categoryId)}${query}`,
    { placeholderData: keepPreviousData },
  );
}

/** Every contestant of a category, to choose one from. */
export const contestantChoiceQuery = (categoryId: string) =>
  contestantListQuery(categoryId, 1, MAX_PAGE_SIZE);

/** GET /payments/contest/{id}/stats. Revenue and methods are over completed payments only. */
export const paymentStatsQuery = ofContest<PaymentStats>('payment-stats', '/payments/contest/{id}/stats');

/** Base of a contest's votes. */
export const votesPath = (contestId: string) => `/votes/contest/${encodeURIComponent(contestId)}`;

/** GET /votes/contest/{id}/stats. */
export const voteStatsQuery = ofContest<VoteStats>('vote-stats', '/votes/contest/{id}/stats');

/** GET /votes/contest/{id}/timeline. @param count hours or days up to and including the current one */
export function timelineQuery(contestId: string, unit: TimelineUnit, count: number) {
  const query = queryString({ unit, count });
  return reads<VoteTimeline>(
    [...adminKeys.contest(contestId), 'timeline', unit, count],
    `${votesPath(contestId)}/timeline${query}`,
    { placeholderData: keepRowsOf(contestId) },
  );
}

/** @param what the rest of the path */
export const hostPath = (hostId: string, what: string): string =>
  `/hosts/${encodeURIComponent(hostId)}${what}`;
export const hostKey = (hostId: string, what: string) => [...adminKeys.hosts, hostId, what] as const;

/** GET /hosts/{id}/settlement-account. */
export const accountQuery = (hostId: string) =>
  reads<SettlementAccount>(hostKey(hostId, 'account'), hostPath(hostId, '/settlement-account'));

/** GET /statistics/charts: of one contest or, without, of all. @param count hours or days up to and including the current one */
export function statisticsChartsQuery(contest: string, unit: TimelineUnit, count: number) {
  const query = queryString({ contest, unit, count });
  return reads<StatisticsCharts>([...adminKeys.charts, contest, unit, count], `/statistics/charts${query}`, {
    placeholderData: (before, last) => (last?.queryKey[3] === contest ? before : undefined),
  });
}

/** A masked person in full. Every call is written to the audit log. @param path of the record, with `/reveal` below it */
export const reveal = <T>(path: string, reason: string | null) =>
  api.ask<T>(`${path}/reveal`, reason === null ? {} : { reason });

/** The provider's name for an account. @param path of the account, with `/resolve` below it */
export const resolveAccount = (path: string, account: ResolveAccountInput) =>
  api.ask<ResolvedAccount>(`${path}/resolve`, account);

/** The decision of a second person about a correction of a final result. */
const correctionPath = ({ contestId, id }: ResultCorrectionView) =>
  `/contests/${contestId}/result-corrections/${id}`;
export const confirmResultCorrection = (of: ResultCorrectionView) =>
  api.post(`${correctionPath(of)}/confirm`);
export const closeResultCorrection = (of: ResultCorrectionView, reason: string) =>
  api.post(`${correctionPath(of)}/reject`, { reason });
