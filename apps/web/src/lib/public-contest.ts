import {
  byVotes,
  type ContestState,
  type ContestTally,
  percentage,
  type PublicCategoryView,
  type PublicContestView,
  ranks,
} from '@abato/contracts';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from './api';
import { applyChange, forgetContest, isKept, isOutdated } from './contest-change';
import { subscribe } from './live';
import { learnServerTime, serverNow } from './server-time';
import { usePolling } from './use-polling';

/** Begins the key of every contest's public detail. */
export const publicContestKey = ['public-contest'] as const;

/** While payments are being confirmed after the end, the number of those that wait is read this often. */
const WAITING_READ_MS = 15_000;

/** Of contests that changed, the moment after which the next answer must have been made. */
const changes = new Map<string, number>();

/** Reads the contest the next time past every cache that may still have it as it was. @param at milliseconds */
function readAfter(contestId: string, at: number): void {
  changes.set(contestId, at);
}

/** GET /contests/{id}/public. In lib because the page, the stage, the embed and the socket all read and write it. */
export function publicContestQuery(contestId: string) {
  return queryOptions({
    queryKey: [...publicContestKey, contestId],
    refetchInterval: ({ state }: { state: { data?: PublicContestView | undefined } }) =>
      state.data?.provisional ? WAITING_READ_MS : false,
    queryFn: async ({ signal, client }) => {
      const path = `/contests/${encodeURIComponent(contestId)}/public`;
      const after = changes.get(contestId);
      const fresh = await api.get<PublicContestView>(after ? `${path}?after=${after}` : path, { signal });
      if (changes.get(contestId) === after) changes.delete(contestId);
      const known = client.getQueryData<PublicContestView>([...publicContestKey, contestId]);
      return keepNewerCounts(known, fresh);
    },
  });
}

/** The process that answered may have heard of the change a moment later than the one that told of it. */
const REREAD_MS = 1500;

/**
 * Keeps the cached public contest current: the socket's tallies and changes are written into the query cache when their
 * version is newer; what was missed is asked for again; without a websocket the detail is read every 5 seconds.
 * @param contestId undefined while it is not known yet
 */
export function useContestLive(contestId: string | undefined): void {
  const client = useQueryClient();

  useEffect(() => {
    if (!contestId) return;
    const query = publicContestQuery(contestId);
    const reread = () => void client.invalidateQueries({ queryKey: query.queryKey });
    const rereadAfter = (at: number) => {
      readAfter(contestId, at);
      reread();
    };
    const change = (now: ContestState) =>
      client.setQueryData<PublicContestView>(query.queryKey, (known) => known && applyChange(known, now));
    const count = (tally: ContestTally): void => {
      if (tally.contestId !== contestId) return;
      const known = client.getQueryData<PublicContestView>(query.queryKey);
      if (!known) {
        // The contest is still being read, and its answer may be older than these counts.
        client.ensureQueryData(query).then(
          () => count(tally),
          () => undefined,
        );
        return;
      }
      const outcome = applyTally(known, tally);
      if (outcome === 'watch-again') {
        // Either a message was lost or the list of contestants changed: both are repaired by reading and watching anew.
        reread();
        subscription.again();
      } else if (outcome !== 'ignore') {
        client.setQueryData(query.queryKey, outcome.contest);
      }
    };
    const subscription = subscribe(
      'contest:watch',
      { contestId },
      {
        'contest:tally': count,
        'contest:changed': (changed) => {
          if (changed.contestId !== contestId) return;
          if (!isKept(changed)) return forgetContest(client, query.queryKey);
          change(changed);
          const { at } = changed;
          rereadAfter(at);
          setTimeout(() => rereadAfter(at + REREAD_MS), REREAD_MS);
          if (changed.showResults) subscription.again();
        },
      },
      {
        onGranted: ({ contest, at }) => {
          if (at) learnServerTime(at);
          const known = client.getQueryData<PublicContestView>(query.queryKey);
          if (!known || !contest || !isOutdated(known, contest)) return;
          change(contest);
          // In whole seconds: pages that open together ask for the same.
          rereadAfter(Math.ceil(serverNow() / 1000) * 1000);
        },
        onRefused: reread,
      },
    );
    return subscription.stop;
  }, [client, contestId]);

  usePolling(() => {
    if (contestId) void client.refetchQueries({ queryKey: publicContestQuery(contestId).queryKey });
  }, Boolean(contestId));
}

// How live messages change a contest that is on the screen. Pure functions: no request, no store.

/** A cached answer may be older than what the socket already brought: counts never go backwards. */
export function keepNewerCounts(
  known: PublicContestView | undefined,
  fresh: PublicContestView,
): PublicContestView {
  if (!known || known.version === null || fresh.version === null || known.version <= fresh.version)
    return fresh;
  const counts = new Map<string, number>();
  for (const category of known.categories) {
    for (const contestant of category.contestants) counts.set(contestant.id, contestant.voteCount ?? 0);
  }
  return withCounts(fresh, counts, known.totalVotes ?? 0, known.version);
}

/**
 * The contest with new counts: order, ranks and shares follow from them by the same functions the server uses.
 * Parts that did not change keep their identity, so that only what changed is drawn again.
 * @param changed absolute counts by contestant id; absent ones stay
 */
export function withCounts(
  contest: PublicContestView,
  changed: ReadonlyMap<string, number>,
  totalVotes: number,
  version: number,
): PublicContestView {
  const categories = contest.categories.map((category) => countCategory(category, changed, totalVotes));
  return {
    ...contest,
    version,
    totalVotes,
    categories,
    _count: { ...contest._count, votes: totalVotes },
  };
}

function countCategory(
  category: PublicCategoryView,
  changed: ReadonlyMap<string, number>,
  contestTotal: number,
): PublicCategoryView {
  const counted = category.contestants.map((contestant) => ({
    contestant,
    id: contestant.id,
    name: contestant.name,
    order: contestant.order,
    votes: changed.get(contestant.id) ?? contestant.voteCount ?? 0,
  }));
  const total = counted.reduce((sum, { votes }) => sum + votes, 0);
  const rankOf = ranks(counted);
  const contestants = byVotes(counted).map(({ contestant, votes, id }) => {
    const next = {
      ...contestant,
      voteCount: votes,
      _count: { votes },
      rank: rankOf.get(id) ?? null,
      percentage: percentage(votes, contestTotal),
      categoryPercentage: percentage(votes, total),
    };
    const same =
      contestant.voteCount === next.voteCount &&
      contestant.rank === next.rank &&
      contestant.percentage === next.percentage &&
      contestant.categoryPercentage === next.categoryPercentage;
    return same ? contestant : next;
  });
  return { ...category, contestants, _count: { ...category._count, votes: total } };
}

export type TallyOutcome = { contest: PublicContestView } | 'ignore' | 'watch-again';

/**
 * What a tally message does to what we know. Pure, so that every order of messages can be tested.
 * - older or equal: nothing;
 * - built on a version we do not have: we missed something, watch again;
 * - names a contestant we do not know: the contest itself changed, watch again after reading it anew.
 */
export function applyTally(contest: PublicContestView, tally: ContestTally): TallyOutcome {
  if (!contest.showResults) return 'ignore';
  const own = contest.version;
  if (own !== null && tally.version <= own) return 'ignore';
  if (tally.since > (own ?? 0)) return 'watch-again';
  const known = new Set(contest.categories.flatMap((category) => category.contestants.map(({ id }) => id)));
  if (tally.contestants.some(({ id }) => !known.has(id))) return 'watch-again';
  const counts = new Map(tally.contestants.map(({ id, votes }) => [id, votes]));
  return { contest: withCounts(contest, counts, tally.totalVotes, tally.version) };
}
