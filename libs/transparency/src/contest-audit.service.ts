import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { LRUCache } from 'lru-cache';
import type { DataSource } from 'typeorm';
import { cedisFromPesewas, type ContestAudit } from '@abato/contracts';
import { sqlFile } from '@abato/database';
import { type Clock, CLOCK } from '@abato/platform';
import { assertPastDraft, PublishedLog } from './published-log.service.js';

const PAYMENT_SUMS = sqlFile(import.meta.url, './sql/payment-sums.sql');
/** Until results are final, as it was at the end: what was decided later is in no public count (ADR 61). */
const HELD_SUMS = `SELECT h.*, d.* FROM
  (SELECT count(*) AS held, coalesce(sum(votes), 0)::bigint AS held_votes FROM held_votes WHERE contest_id = $1) h,
  (SELECT coalesce(sum(d.casts) FILTER (WHERE d.decision = 'RELEASED'), 0)::int AS released,
     coalesce(sum(d.votes) FILTER (WHERE d.decision = 'RELEASED'), 0)::bigint AS released_votes,
     coalesce(sum(d.casts) FILTER (WHERE d.decision = 'REJECTED'), 0)::int AS rejected,
     coalesce(sum(d.votes) FILTER (WHERE d.decision = 'REJECTED'), 0)::bigint AS rejected_votes
   FROM held_decisions d JOIN contests c ON c.id = d.contest_id
   WHERE d.contest_id = $1 AND (c.results_final_at IS NOT NULL OR d.decided_at <= coalesce(c.ended_at, c.end_date))) d`;
/** Sums of a large contest cost a walk over its payments, and anyone may ask. */
const MAX_AGE_MS = 5_000;
const MOST_KEPT = 500;

type Figures = Pick<ContestAudit, 'held' | 'released' | 'rejected' | 'payments'>;

interface HeldRow {
  held: number;
  held_votes: number;
  released: number;
  released_votes: number;
  rejected: number;
  rejected_votes: number;
}

interface PaymentsRow {
  payments: number;
  counted: number;
  counted_pesewas: number;
  partly_returned_pesewas: number;
  returned: number;
  returned_pesewas: number;
  returning: number;
  returning_pesewas: number;
  held: number;
  held_pesewas: number;
  differences: number;
  compared_until: string | null;
}

/** What is not in the log because it does not count, and what the books say of payments, for the public audit page. */
@Injectable()
export class ContestAuditFigures {
  private readonly kept: LRUCache<string, Promise<Figures>>;

  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly published: PublishedLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    const perf = { now: () => this.clock.now().getTime() };
    this.kept = new LRUCache({ max: MOST_KEPT, ttl: MAX_AGE_MS, ttlResolution: 0, perf });
  }

  /** @throws AppError CONTEST_NOT_FOUND, also for a draft */
  async read(contestId: string): Promise<ContestAudit> {
    await assertPastDraft(this.source, contestId);
    const visibility = await this.published.visibility(contestId);
    const log = { contestId, published: visibility !== 'none', hidden: visibility === 'hidden' };
    if (visibility !== 'shown') return { ...log, held: null, released: null, rejected: null, payments: null };
    let figures = this.kept.get(contestId);
    if (!figures) {
      figures = this.count(contestId);
      this.kept.set(contestId, figures);
      figures.catch(() => this.kept.delete(contestId));
    }
    return { ...log, ...(await figures) };
  }

  private async count(contestId: string): Promise<Figures> {
    const [[counts], [sums]] = await Promise.all([
      this.source.query<[HeldRow]>(HELD_SUMS, [contestId]),
      this.source.query<[PaymentsRow]>(PAYMENT_SUMS, [contestId, this.clock.now()]),
    ]);
    return {
      held: { casts: counts.held, votes: counts.held_votes },
      released: { casts: counts.released, votes: counts.released_votes },
      rejected: { casts: counts.rejected, votes: counts.rejected_votes },
      payments: sums.payments ? booksOf(sums) : null,
    };
  }
}

function booksOf(row: PaymentsRow): ContestAudit['payments'] {
  const sum = (payments: number, pesewas: number) => ({ payments, amount: cedisFromPesewas(pesewas) });
  return {
    counted: sum(row.counted, row.counted_pesewas),
    partlyReturned: cedisFromPesewas(row.partly_returned_pesewas),
    returned: sum(row.returned, row.returned_pesewas),
    returning: sum(row.returning, row.returning_pesewas),
    held: sum(row.held, row.held_pesewas),
    differences: row.differences,
    comparedUntil: row.compared_until,
  };
}
