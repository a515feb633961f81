import type { ContestView } from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { contestChoiceQuery, contestQuery } from './api';
import { useAdmin } from './use-admin';

export type AddressPart = 'contest' | 'status' | 'state' | 'heldFor' | 'method' | 'source' | 'day' | 'page';

/**
 * The contest that votes and payments are shown for. It is part of the address, so that a reload or a bookmark keeps it;
 * without one the first is taken (specification §2).
 */
export function useChosenContest() {
  const { role } = useAdmin();
  const [params, setParams] = useSearchParams();
  const contests = useQuery(contestChoiceQuery(role));
  const wanted = params.get('contest');
  const first = contests.data?.data ?? [];
  const isKnown = (id: string | null) => first.some((contest) => contest.id === id);
  // Of more contests than a page holds, the one that the address names is read by itself.
  const further = useQuery({
    ...contestQuery(wanted ?? ''),
    enabled: Boolean(wanted && contests.data && !isKnown(wanted)),
  });
  const list = further.data && !isKnown(further.data.id) ? [...first, further.data] : first;
  const chosen: ContestView | undefined = list.find(({ id }) => id === wanted) ?? list[0];

  /** Changes one part of the address and drops the page number, which belonged to another list. */
  const choose = (name: AddressPart, value: string) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (name !== 'page') next.delete('page');
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { replace: name !== 'contest' },
    );

  return {
    contests: further.isLoading
      ? ({ ...contests, data: undefined, isError: false } as typeof contests)
      : contests,
    list,
    chosen,
    status: params.get('status') ?? '',
    page: Math.max(1, Number.parseInt(params.get('page') ?? '1', 10) || 1),
    /** Any part of the address. */
    part: (name: string) => params.get(name),
    choose,
  };
}
