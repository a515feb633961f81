import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { PublicFigures } from '@abato/contracts';
import { CachedReading, type Clock, CLOCK } from '@abato/platform';

/** Visitors of the home page ask the database at most this often, however many they are. */
const MAX_AGE_MS = 30_000;

/** The figures of this installation that every visitor may see: a hidden result is not part of a sum either. */
@Injectable()
export class PublicFiguresReader {
  private readonly figures: CachedReading<PublicFigures>;

  constructor(
    /** The pool of lists: casts do not wait for it. */
    private readonly source: DataSource,
    @Inject(CLOCK) clock: Clock,
  ) {
    this.figures = new CachedReading(MAX_AGE_MS, () => this.take(clock.now()));
  }

  async read(): Promise<PublicFigures> {
    return this.figures.get();
  }

  private async take(now: Date): Promise<PublicFigures> {
    const rows: PublicFigures[] = await this.source.query(
      `WITH shown AS MATERIALIZED (
         SELECT c.id, c.host_id, c.show_results, c.status = 'ACTIVE' AND c.start_date <= $1 AND c.end_date > $1 AS open
         FROM contests c JOIN hosts h ON h.id = c.host_id AND h.is_active
         WHERE c.status <> 'DRAFT' AND c.archived_at IS NULL AND NOT c.is_rehearsal
       )
       SELECT (SELECT count(*) FROM shown WHERE open) AS "openContests", (SELECT count(DISTINCT host_id) FROM shown) AS hosts,
         (SELECT coalesce(sum(t.votes), 0)::bigint FROM shown s JOIN visible_contestants p ON p.contest_id = s.id
          JOIN contestant_tallies t ON t.contestant_id = p.id WHERE s.show_results) AS votes`,
      [now],
    );
    if (!rows[0]) throw new Error('the public figures returned no row');
    return rows[0];
  }
}
