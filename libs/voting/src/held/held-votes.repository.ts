import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import {
  type HeldState,
  type HeldVoteView,
  type HoldReason,
  maskEmail,
  maskPhone,
  type Page,
} from '@abato/contracts';
import { HOT_POOL } from '@abato/database';

export interface HeldVoteFilter {
  state: HeldState;
  reason: HoldReason | undefined;
}

interface Row {
  id: string;
  voter_name: string | null;
  voter_email: string | null;
  voter_phone: string | null;
  vote_count: number;
  reason: HoldReason;
  decision: Exclude<HeldState, 'HELD'> | null;
  held_at: Date;
  decided_at: Date | null;
  contestant: string;
  category: string;
}

/** Votes that were held, as the organiser reads them. Whether the asker may see the contest is checked before. */
@Injectable()
export class HeldVotesRepository {
  constructor(@Inject(HOT_POOL) private readonly pool: pg.Pool) {}

  /** Newest first, voters masked. */
  async list(
    contestId: string,
    { state, reason }: HeldVoteFilter,
    page: Page,
  ): Promise<{ items: HeldVoteView[]; total: number }> {
    const decision = state === 'HELD' ? null : state;
    const fits = `h.contest_id = $1 AND h.decision IS NOT DISTINCT FROM $2 AND ($3::text IS NULL OR h.reason = $3)`;
    const filter = [contestId, decision, reason ?? null];
    const [{ rows }, total] = await Promise.all([
      this.pool.query<Row>(
        `SELECT v.id, v.voter_name, v.voter_email, v.voter_phone, v.vote_count, h.reason, h.decision, h.held_at, h.decided_at,
           p.name AS contestant, k.name AS category
         FROM held_votes h
         JOIN votes v ON v.id = h.vote_id
         JOIN visible_contestants s ON s.id = v.contestant_id
         JOIN contestants p ON p.id = v.contestant_id
         JOIN categories k ON k.id = v.category_id
         WHERE ${fits} ORDER BY h.vote_id DESC OFFSET $4 LIMIT $5`,
        [...filter, page.skip, page.pageSize],
      ),
      this.pool.query<{ total: number }>(
        `SELECT count(*) AS total FROM held_votes h JOIN votes v ON v.id = h.vote_id
         JOIN visible_contestants s ON s.id = v.contestant_id WHERE ${fits}`,
        filter,
      ),
    ]);
    return { items: rows.map(heldVoteView), total: total.rows[0]?.total ?? 0 };
  }
}

function heldVoteView(row: Row): HeldVoteView {
  return {
    id: row.id,
    voterName: row.voter_name,
    voterEmail: row.voter_email && maskEmail(row.voter_email),
    voterPhone: row.voter_phone === null ? '' : maskPhone(row.voter_phone),
    voteCount: row.vote_count,
    reason: row.reason,
    state: row.decision ?? 'HELD',
    heldAt: row.held_at.toISOString(),
    decidedAt: row.decided_at?.toISOString() ?? null,
    contestant: { name: row.contestant },
    category: { name: row.category },
  };
}
