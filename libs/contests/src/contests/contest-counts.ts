import type { DataSource } from 'typeorm';

/** How large something is: live categories and contestants, and the counted votes of exactly these. */
export interface Size {
  categories: number;
  contestants: number;
  votes: number;
  /** Without what was counted after the contest's end. */
  votesAtEnd: number;
}

const EMPTY: Size = { categories: 0, contestants: 0, votes: 0, votesAtEnd: 0 };

export type Sizes = (id: string) => Size;

/** Sizes of several contests in one statement; reads folds, so the number of votes does not matter. */
export async function contestSizes(source: DataSource, ids: string[]): Promise<Sizes> {
  if (!ids.length) return () => EMPTY;
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
    [ids],
  );
  return lookup(rows);
}

/** Counted votes of several contestants. */
export async function contestantVotes(source: DataSource, ids: string[]): Promise<(id: string) => number> {
  if (!ids.length) return () => 0;
  const rows: { contestant_id: string; votes: number }[] = await source.query(
    'SELECT contestant_id, votes FROM contestant_tallies WHERE contestant_id = ANY($1)',
    [ids],
  );
  const votes = new Map(rows.map((row) => [row.contestant_id, row.votes]));
  return (id) => votes.get(id) ?? 0;
}

function lookup(rows: (Size & { id: string })[]): Sizes {
  const byId = new Map(rows.map(({ id, ...size }) => [id, size]));
  return (id) => byId.get(id) ?? EMPTY;
}
