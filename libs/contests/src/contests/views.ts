import type { DataSource } from 'typeorm';
import {
  type CategoryView,
  type ContestantView,
  contestTextsOf,
  type ContestView,
  shownSettings,
} from '@abato/contracts';
import { type Category, type Contest, Contestant } from './contest.entity.js';
import { categoryPricesShown, publicHost } from './public-view.js';

/** How large something is: live categories and contestants, and the counted votes of exactly these. */
interface Size {
  categories: number;
  contestants: number;
  votes: number;
  /** Without what was counted after the contest's end. */
  votesAtEnd: number;
}

type Identified = readonly { id: string }[];
const EMPTY: Size = { categories: 0, contestants: 0, votes: 0, votesAtEnd: 0 };

/** Sizes of several contests in one statement; reads tallies, so the number of votes does not matter. */
export async function contestSizes(source: DataSource, contests: Identified): Promise<(id: string) => Size> {
  if (!contests.length) return () => EMPTY;
  const rows: (Size & { id: string })[] = await source.query(
    `SELECT c.id,
       (SELECT count(*) FROM categories k WHERE k.contest_id = c.id AND k.archived_at IS NULL) AS categories,
       p.contestants, p.votes, p.votes_at_end AS "votesAtEnd"
     FROM unnest($1::uuid[]) AS c (id)
     CROSS JOIN LATERAL (
       SELECT count(*) AS contestants, coalesce(sum(t.votes), 0)::bigint AS votes,
         coalesce(sum(t.votes - t.votes_after_end), 0)::bigint AS votes_at_end
       FROM visible_contestants p LEFT JOIN contestant_tallies t ON t.contestant_id = p.id
       WHERE p.contest_id = c.id
     ) p`,
    [contests.map(({ id }) => id)],
  );
  const byId = new Map(rows.map(({ id, ...size }) => [id, size]));
  return (id) => byId.get(id) ?? EMPTY;
}

/** A contest as its owner and super admins see it; counts always. `contest.host.user` must be loaded. */
export function contestView(contest: Contest, size: Size, categories?: CategoryView[]): ContestView {
  const { id, userId, hostId, banner, status, host } = contest;
  const { firstName, lastName, email } = host.user;
  return {
    id,
    userId,
    hostId,
    ...contestTextsOf(contest),
    ...shownSettings(contest, 'organiser'),
    banner,
    status,
    isPaused: status === 'PAUSED',
    createdAt: contest.createdAt.toISOString(),
    updatedAt: contest.updatedAt.toISOString(),
    host: { ...publicHost(host), user: { firstName, lastName, email } },
    ...(categories && { categories }),
    _count: { categories: size.categories, contestants: size.contestants, votes: size.votes },
  };
}

/** A category as its owner sees it. */
export function categoryView(category: Category, contestants: ContestantView[]): CategoryView {
  const { id, contestId, name, description, order } = category;
  const votes = contestants.reduce((sum, { voteCount }) => sum + voteCount, 0);
  const _count = { contestants: contestants.length, votes };
  return { id, contestId, name, description, order, ...categoryPricesShown(category), contestants, _count };
}

export function contestantView(contestant: Contestant, votes: number): ContestantView {
  const { id, categoryId, code, name, bio, photo, order } = contestant;
  return { id, categoryId, code, name, bio, photo, order, voteCount: votes, _count: { votes } };
}

/** Contestants with their counted votes, in the same order. */
export async function contestantViews(
  source: DataSource,
  contestants: readonly Contestant[],
): Promise<ContestantView[]> {
  if (!contestants.length) return [];
  const rows: { contestant_id: string; votes: number }[] = await source.query(
    'SELECT contestant_id, votes FROM contestant_tallies WHERE contestant_id = ANY($1)',
    [contestants.map(({ id }) => id)],
  );
  const votes = new Map(rows.map((row) => [row.contestant_id, row.votes]));
  return contestants.map((contestant) => contestantView(contestant, votes.get(contestant.id) ?? 0));
}

/** By `order`, then name. */
export const CATEGORY_ORDER = {
  'category.order': 'ASC',
  'category.name': 'ASC',
  'category.id': 'ASC',
} as const;
/** As of categories. */
export const CONTESTANT_ORDER = {
  'contestant.order': 'ASC',
  'contestant.name': 'ASC',
  'contestant.id': 'ASC',
} as const;

/** All live contestants of some categories by `order`, then name. @returns of one category; empty when it has none */
export async function readContestants(
  source: DataSource,
  categories: Identified,
): Promise<(categoryId: string) => ContestantView[]> {
  if (!categories.length) return () => [];
  const contestants = await source
    .createQueryBuilder(Contestant, 'contestant')
    .where('contestant.categoryId IN (:...categoryIds) AND contestant.archivedAt IS NULL', {
      categoryIds: categories.map(({ id }) => id),
    })
    .orderBy(CONTESTANT_ORDER)
    .getMany();
  const views = await contestantViews(source, contestants);
  return (of) => views.filter(({ categoryId }) => categoryId === of);
}
