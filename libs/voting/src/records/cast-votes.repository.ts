import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { HoldReason, SettlementStatus, UndoneVote } from '@abato/contracts';
import { HOT_POOL } from '@abato/database';

/** What became of a vote, as its voter is told. Names no person but the contestant. */
export interface CastVoteState {
  contestantId: string;
  votes: number;
  /** Pesewas; 0 for a free vote. */
  amount: number;
  status: SettlementStatus;
  /** Why a free vote does not count any more; null for one that does or may. */
  undone: UndoneVote | null;
  /** Of a vote that was held and does not count. */
  held: { reason: HoldReason; appealedAt: Date | null; appealable: boolean } | null;
}

interface Row extends Omit<CastVoteState, 'held'> {
  reason: HoldReason | null;
  appealedAt: Date | null;
  appealable: boolean | null;
}

/** Votes by their ids, which only their voters know. */
@Injectable()
export class CastVotesRepository {
  constructor(@Inject(HOT_POOL) private readonly pool: pg.Pool) {}

  /** @returns null for an id that is not of this contest */
  async find(contestId: string, id: string): Promise<CastVoteState | null> {
    const { rows } = await this.pool.query<Row>(
      `SELECT v.contestant_id AS "contestantId", v.vote_count AS votes, v.amount_pesewas AS amount, v.status,
         CASE WHEN v.status <> 'FAILED' OR v.amount_pesewas > 0 THEN NULL
           WHEN h.decision = 'REJECTED' THEN 'REJECTED'
           WHEN v.source = 'MANUAL' THEN 'TAKEN_BACK'
           -- Nothing else takes a free vote back: its elector has voted again.
           ELSE 'CHANGED' END AS undone,
         h.reason, h.appealed_at AS "appealedAt",
         h.appealed_at IS NULL AND EXISTS (SELECT FROM contests c WHERE c.id = v.contest_id AND c.archived_at IS NULL) AS appealable
       FROM votes v LEFT JOIN held_votes h ON h.vote_id = v.id AND h.decision IS DISTINCT FROM 'RELEASED'
       WHERE v.id = $1 AND v.contest_id = $2`,
      [id, contestId],
    );
    if (!rows[0]) return null;
    const { reason, appealedAt, appealable, ...vote } = rows[0];
    return { ...vote, held: reason && { reason, appealedAt, appealable: appealable === true } };
  }
}
