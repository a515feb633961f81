import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { ContestAudit } from '@abato/contracts';
import { assertPastDraft, PublishedLog } from './published-log.service.js';

interface Row {
  held: number;
  held_votes: number;
  rejected: number;
  rejected_votes: number;
}

/** What is not in the log because it does not count, for the public audit page. */
@Injectable()
export class ContestAuditFigures {
  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly published: PublishedLog,
  ) {}

  /** @throws AppError CONTEST_NOT_FOUND, also for a draft */
  async read(contestId: string): Promise<ContestAudit> {
    await assertPastDraft(this.source, contestId);
    if (!(await this.published.isPublic(contestId)))
      return { contestId, published: false, held: null, rejected: null };
    const rows = await this.source.query<Row[]>(
      `SELECT count(*) FILTER (WHERE decision IS NULL) AS held,
         coalesce(sum(votes) FILTER (WHERE decision IS NULL), 0)::bigint AS held_votes,
         count(*) FILTER (WHERE decision = 'REJECTED') AS rejected,
         coalesce(sum(votes) FILTER (WHERE decision = 'REJECTED'), 0)::bigint AS rejected_votes
       FROM held_votes WHERE contest_id = $1`,
      [contestId],
    );
    const { held, held_votes, rejected, rejected_votes } = rows[0] as Row;
    return {
      contestId,
      published: true,
      held: { casts: held, votes: held_votes },
      rejected: { casts: rejected, votes: rejected_votes },
    };
  }
}
