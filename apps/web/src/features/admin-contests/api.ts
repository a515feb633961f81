import type {
  CategoryInput as CategoryFields,
  CategoryView,
  ContestantInput as ContestantFields,
  ContestantView,
  ContestConsole,
  ContestSms,
  contestRules,
  ContestStatus,
  ContestView,
  InputOf,
  NewCategory,
} from '@abato/contracts';
import { queryOptions } from '@tanstack/react-query';
import { adminKeys } from '@/lib/admin/api';
import { formData } from '@/lib/admin/form-data';
import { useRereadOnStatistics } from '@/lib/admin/live';
import { useAdminAction } from '@/lib/admin/use-admin-action';
import { api } from '@/lib/api';
import { adminContests } from '@/texts/en/admin-contests';
import { keepNewer } from './console/counts';
import { windowsToSave } from './windows-to-save';

/** The list carries vote counts: it is read again when the statistics change, at most this often. */
const REREAD_MS = 5000;
const REREAD_SMS_MS = 30_000;

/** Keeps the list of contests current. */
export function useContestListLive(): void {
  useRereadOnStatistics({ queryKey: adminKeys.contests }, REREAD_MS);
}

/** Every field of the form. Dates are ISO timestamps (specification §5), the price is in cedis. */
export type ContestInput = Required<InputOf<typeof contestRules>> & {
  amendmentReason?: string;
  banner?: File;
  removeBanner?: boolean;
};

/** POST /contests: the contest with its categories and contestants, or nothing; multipart because of the banner. */
export function createContest(
  { amendmentReason: _reason, removeBanner: _removal, ...input }: ContestInput,
  categories: NewCategory[],
  activate: boolean,
): Promise<ContestView> {
  return api.post('/contests', formData({ ...input, categories, activate }));
}

/**
 * PUT /contests/{id}; multipart because of the banner.
 * @param shown the dates as the form shows them, to the minute: one that is as it was is not sent, so that its seconds are no amendment
 */
export function saveContest(
  contest: ContestView,
  { amendmentReason, ...input }: ContestInput,
  shown: Pick<ContestInput, 'startDate' | 'endDate'>,
): Promise<ContestView> {
  const changed = (name: 'startDate' | 'endDate') =>
    input[name].startsWith(shown[name]) ? undefined : input[name];
  return api.put(
    `/contests/${contest.id}`,
    formData({
      ...input,
      windows: windowsToSave(input.windows, contest.windows),
      removeBanner: input.removeBanner || undefined,
      startDate: changed('startDate'),
      endDate: changed('endDate'),
      amendmentReason: amendmentReason?.trim() || undefined,
    }),
  );
}

/** PUT /contests/{id} with a status alone: ACTIVE leaves DRAFT, ENDED is final. */
export function setContestStatus(
  contestId: string,
  status: Extract<ContestStatus, 'ACTIVE' | 'ENDED'>,
): Promise<ContestView> {
  return api.put(`/contests/${contestId}`, { status });
}

/** GET /contests/{id}/sms: what was sent and what it costs. */
export function contestSmsQuery(contestId: string) {
  return queryOptions({
    queryKey: [...adminKeys.contests, contestId, 'sms'],
    queryFn: ({ signal }) => api.get<ContestSms>(`/contests/${contestId}/sms`, { signal }),
    refetchInterval: REREAD_SMS_MS,
  });
}

/** POST /contests/{id}/duplicate: a draft with the same settings, categories and contestants. */
export function duplicateContest(contest: ContestView): Promise<ContestView> {
  return api.post(`/contests/${contest.id}/duplicate`);
}

/** DELETE /contests/{id}, with everything in it. */
export function deleteContest(contest: ContestView): Promise<null> {
  return api.delete(`/contests/${contest.id}`);
}

/** PATCH /contests/{id}/toggle-pause: ACTIVE and PAUSED only. */
export function useTogglePause() {
  return useAdminAction({
    run: (contest: ContestView) => api.patch<ContestView>(`/contests/${contest.id}/toggle-pause`),
    success: (_before, after) => (after.isPaused ? adminContests.paused : adminContests.resumed),
  });
}

/** PATCH /contests/{id}/toggle-results: shown or hidden from the public. */
export function toggleResults(contestId: string): Promise<ContestView> {
  return api.patch(`/contests/${contestId}/toggle-results`);
}

/** Viewers, waits and minutes change without a vote. */
const CONSOLE_REREAD_MS = 5_000;

/** GET /contests/{id}/console. */
export function consoleQuery(contestId: string) {
  const queryKey = [...adminKeys.contest(contestId), 'console'];
  return queryOptions({
    queryKey,
    queryFn: async ({ signal, client }) => {
      const fresh = await api.get<ContestConsole>(`/contests/${encodeURIComponent(contestId)}/console`, {
        signal,
      });
      return keepNewer(client.getQueryData<ContestConsole>(queryKey), fresh);
    },
    refetchInterval: CONSOLE_REREAD_MS,
  });
}

/** GET /categories/{id}. */
export function categoryQuery(categoryId: string) {
  return queryOptions({
    queryKey: [...adminKeys.category(categoryId), 'detail'],
    queryFn: ({ signal }) =>
      api.get<CategoryView>(`/categories/${encodeURIComponent(categoryId)}`, { signal }),
  });
}

export type CategoryInput = Required<Omit<CategoryFields, 'amendmentReason'>> &
  Pick<CategoryFields, 'amendmentReason'>;

/** POST /categories, or PUT /categories/{id}. */
export function saveCategory(categoryId: string | undefined, input: CategoryInput): Promise<CategoryView> {
  const { contestId, ...fields } = input;
  return categoryId ? api.put(`/categories/${categoryId}`, fields) : api.post('/categories', input);
}

/** DELETE /categories/{id}, with its contestants. */
export function deleteCategory(category: CategoryView): Promise<null> {
  return api.delete(`/categories/${category.id}`);
}

export type ContestantInput = Required<ContestantFields> & { photo?: File };

/** POST /contestants, or PUT /contestants/{id}; multipart because of the photo. */
export function saveContestant(
  contestantId: string | undefined,
  { categoryId, name, bio, order, photo }: ContestantInput,
): Promise<ContestantView> {
  return contestantId
    ? api.put(`/contestants/${contestantId}`, formData({ name, bio, order, photo }))
    : api.post('/contestants', formData({ categoryId, name, bio, order, photo }));
}

/** POST /contestants/list: all contestants of a pasted list, without photos. */
export function addContestantList(categoryId: string, list: string): Promise<ContestantView[]> {
  return api.post('/contestants/list', { categoryId, list });
}

/** PUT /contestants/{id} with a photo alone. */
export function savePhoto(contestantId: string, photo: File): Promise<ContestantView> {
  return api.put(`/contestants/${contestantId}`, formData({ photo }));
}

/** DELETE /contestants/{id}, with the votes. */
export function deleteContestant(contestant: ContestantView): Promise<null> {
  return api.delete(`/contestants/${contestant.id}`);
}
