import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { SettlementStatus } from '@abato/contracts';
import { HOT_POOL } from '@abato/database';

/** What became of a vote, as its voter is told. Names no person but the contestant. */
export interface CastVoteState {
  contestantId: string;
  votes: number;
  /** Pesewas; 0 for a free vote. */
  amount: number;
  status: SettlementStatus;
  /** Why a free vote does not count any more; null for one that does or may. */
  undone: 'REJECTED' | 'TAKEN_BACK' | 'CHANGED' | null;
}

/** Votes by their ids, which only their voters know. */
@Injectable()
export class CastVotesRepository {
  constructor(@Inject(HOT_POOL) private readonly pool: pg.Pool) {}

  /** @returns null for an id that is not of this contest */
  async find(contestId: string, id: string): Promise<CastVoteState | null> {
    const { rows } = await this.pool.query<CastVoteState>(
      `SELECT contestant_id AS "contestantId", vote_count AS votes, amount_pesewas AS amount, status,
         CASE WHEN status <> 'FAILED' OR amount_pesewas > 0 THEN NULL
           WHEN EXISTS (SELECT FROM held_votes h WHERE h.vote_id = votes.id AND h.decision = 'REJECTED') THEN 'REJECTED'
           WHEN source = 'MANUAL' THEN 'TAKEN_BACK'
           -- Nothing else takes a free vote back: its elector has voted again.
           ELSE 'CHANGED' END AS undone
       FROM votes WHERE id = $1 AND contest_id = $2`,
      [id, contestId],
    );
    return rows[0] ?? null;
  }
}
