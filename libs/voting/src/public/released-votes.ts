import { LRUCache } from 'lru-cache';
import type { DataSource } from 'typeorm';
import type { CachedContest } from '@abato/contests';

const MOST_KEPT = 500;

/** Votes that organisers let in after they were held, by nominee: read once for each version of a contest and of its tally. */
export class ReleasedVotes {
  private readonly kept = new LRUCache<string, ReadonlyMap<string, number>, { id: string; atEnd: boolean }>({
    max: MOST_KEPT,
    fetchMethod: (_key, _old, { context: { id, atEnd } }) => this.ask(id, atEnd),
  });

  constructor(private readonly source: DataSource) {}

  /** @param atEnd only those that are in the counts of the end */
  read(
    { facts, revision }: CachedContest,
    version: number,
    atEnd: boolean,
  ): Promise<ReadonlyMap<string, number>> {
    const key = `${facts.id} ${revision} ${version} ${atEnd}`;
    return this.kept.forceFetch(key, { context: { id: facts.id, atEnd } });
  }

  private async ask(contestId: string, atEnd: boolean): Promise<ReadonlyMap<string, number>> {
    const rows: { id: string; votes: number }[] = await this.source.query(
      `SELECT d.contestant_id AS id, sum(d.votes)::bigint AS votes
       FROM held_decisions d JOIN contests c ON c.id = d.contest_id
       WHERE d.contest_id = $1 AND d.decision = 'RELEASED' AND d.decided_by IS NOT NULL AND (NOT $2 OR d.decided_at <= coalesce(c.ended_at, c.end_date))
       GROUP BY d.contestant_id`,
      [contestId, atEnd],
    );
    return new Map(rows.map(({ id, votes }) => [id, votes]));
  }
}
