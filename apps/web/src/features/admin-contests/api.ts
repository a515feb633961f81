import type {
  CategoryInput,
  ContestantView,
  ContestConsole,
  contestRules,
  ContestStatus,
  ContestView,
  InputOf,
  NewCategory,
  ResultCorrectionInput,
  VoteWindow,
} from '@abato/contracts';
import { queryOptions } from '@tanstack/react-query';
import { adminKeys } from '@/lib/admin/api';
import { formData } from '@/lib/admin/form-data';
import { api } from '@/lib/api';
import { keepNewer } from './console/counts';

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

/** ACTIVE leaves DRAFT, ENDED is final. */
export const setContestStatus = (contestId: string, status: Extract<ContestStatus, 'ACTIVE' | 'ENDED'>) =>
  api.put(`/contests/${contestId}`, { status });
export const duplicateContest = (id: string) => api.post<ContestView>(`/contests/${id}/duplicate`);
export const deleteContest = (id: string) => api.delete(`/contests/${id}`);
export const togglePause = ({ id }: ContestView) => api.patch<ContestView>(`/contests/${id}/toggle-pause`);
export const toggleResults = (id: string) => api.patch<ContestView>(`/contests/${id}/toggle-results`);
export const askForCorrection = (id: string, input: ResultCorrectionInput) =>
  api.post(`/contests/${id}/result-corrections`, input);

/** Viewers, waits and minutes change without a vote. */
const CONSOLE_REREAD_MS = 5_000;

export function consoleQuery(contestId: string) {
  const queryKey = [...adminKeys.contest(contestId), 'console'];
  return queryOptions({
    queryKey,
    queryFn: async ({ signal, client }) => {
      const path = `/contests/${encodeURIComponent(contestId)}/console`;
      const fresh = await api.get<ContestConsole>(path, { signal });
      return keepNewer(client.getQueryData<ContestConsole>(queryKey), fresh);
    },
    refetchInterval: CONSOLE_REREAD_MS,
  });
}

export const createCategory = (input: CategoryInput) => api.post('/categories', input);
export const saveCategory = (id: string, input: Omit<CategoryInput, 'contestId'>) =>
  api.put(`/categories/${id}`, input);
export const deleteCategory = (id: string) => api.delete(`/categories/${id}`);

type ContestantForm = Parameters<typeof formData>[0];
/** Multipart because of the photo. */
export const createContestant = (input: ContestantForm) => api.post('/contestants', formData(input));
export const saveContestant = (id: string, input: ContestantForm) =>
  api.put(`/contestants/${id}`, formData(input));
export const deleteContestant = (id: string) => api.delete(`/contestants/${id}`);
/** All contestants of a pasted list, without photos. */
export const addContestantList = (categoryId: string, list: string) =>
  api.post<ContestantView[]>('/contestants/list', { categoryId, list });

const toTheMinute = (iso: string) => iso.slice(0, 16);

/**
 * Windows as a form sends them: one whose times were not touched keeps its seconds, which the form does not show. Without them it would be
 * another window, and a public amendment of the rules.
 */
export function windowsToSave(typed: readonly VoteWindow[], stored: readonly VoteWindow[]): VoteWindow[] {
  return typed.map((window) => {
    const same = stored.find(
      ({ from, until }) =>
        toTheMinute(from) === toTheMinute(window.from) && toTheMinute(until) === toTheMinute(window.until),
    );
    return same ? { ...window, from: same.from, until: same.until } : window;
  });
}
