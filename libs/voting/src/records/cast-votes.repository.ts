import { Inject, Injectable } from '@nestjs/common';
import type { HoldReason, SettlementStatus, UndoneVote, VoteDecision } from '@abato/contracts';
import { sqlFile, Transactions } from '@abato/database';
import { type Clock, CLOCK, type Environment, ENVIRONMENT } from '@abato/platform';

const APPEAL = sqlFile(import.meta.url, '../held/sql/appeal-held-vote.sql');

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
  /** What people decided about it, the oldest first. */
  decisions: VoteDecision[];
}

interface Row extends Omit<CastVoteState, 'held'> {
  reason: HoldReason | null;
  appealedAt: Date | null;
  appealable: boolean | null;
}

/** Votes by their ids, which only their voters know. */
@Injectable()
export class CastVotesRepository {
  constructor(
    private readonly db: Transactions,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ENVIRONMENT) private readonly env: Environment,
  ) {}

  /** @returns null for an id that is not of this contest */
  async find(contestId: string, id: string): Promise<CastVoteState | null> {
    const { rows } = await this.db.query<Row>(
      `SELECT v.contestant_id AS "contestantId", v.vote_count AS votes, v.amount_pesewas AS amount, v.status,
         CASE WHEN v.status <> 'FAILED' OR v.amount_pesewas > 0 THEN NULL
           WHEN h.decision = 'REJECTED' THEN 'REJECTED'
           WHEN d.kinds ->> -1 = 'QUARANTINED' THEN 'QUARANTINED'
           WHEN v.source = 'MANUAL' THEN 'TAKEN_BACK'
           -- Nothing else takes a free vote back: its elector has voted again.
           ELSE 'CHANGED' END AS undone,
         h.reason, h.appealed_at AS "appealedAt",
         h.appealed_at IS NULL AND EXISTS (SELECT FROM contests c WHERE c.id = v.contest_id AND c.archived_at IS NULL
           AND c.results_final_at IS NULL AND coalesce(c.ended_at, c.end_date) + make_interval(hours => $4) > $3) AS appealable,
         d.decisions
       FROM votes v
       LEFT JOIN held_votes h ON h.vote_id = v.id AND h.decision IS DISTINCT FROM 'RELEASED'
       CROSS JOIN LATERAL (
         SELECT coalesce(json_agg(json_build_object('kind', kind, 'reason', reason,
             'minute', to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI"Z"')) ORDER BY at), '[]') AS decisions,
           json_agg(kind ORDER BY at) AS kinds
         FROM vote_decisions WHERE vote_id = v.id) d
       WHERE v.id = $1 AND v.contest_id = $2`,
      [id, contestId, this.clock.now(), this.env.RESULT_DEADLINE_HOURS],
    );
    if (!rows[0]) return null;
    const { reason, appealedAt, appealable, ...vote } = rows[0];
    return { ...vote, held: reason && { reason, appealedAt, appealable: appealable === true } };
  }

  /** A voter asks that a held or rejected vote be looked at again. What may not be asked for, or was before, stays as it is. */
  async appeal(id: string): Promise<void> {
    await this.db.query(APPEAL, [id, this.clock.now(), this.env.RESULT_DEADLINE_HOURS]);
  }
}
