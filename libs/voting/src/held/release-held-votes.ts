import type { HoldReason, IntakeFigures } from '@abato/contracts';
import { sqlFile, type SqlRunner } from '@abato/database';

const LOCK = sqlFile(import.meta.url, './sql/lock-held-votes.sql');
const APPEAL = sqlFile(import.meta.url, './sql/appeal-held-vote.sql');
const RELEASE = sqlFile(import.meta.url, './sql/release-held-votes.sql');
const INTAKE = sqlFile(import.meta.url, './sql/vote-intake.sql');

export interface LockedHeldVote {
  id: string;
  votes: number;
  /** null once the person was erased. */
  phone: string | null;
  email: string | null;
  /** Its voter asked that it be looked at again. */
  isAppealed: boolean;
}

/** Which held votes a decision is about; null: any. */
export interface HeldVoteChoice {
  contestId: string;
  voteIds: readonly string[] | null;
  reason: HoldReason | null;
  /** Only those whose voters ask that they be looked at again. */
  onlyAppealed: boolean;
}

/** Undecided held votes, locked until the transaction ends (see sql/lock-held-votes.sql). */
export async function lockHeldVotes(
  sql: SqlRunner,
  { contestId, voteIds, reason, onlyAppealed }: HeldVoteChoice,
  atMost: number,
): Promise<LockedHeldVote[]> {
  const { rows } = await sql.query<{
    vote_id: string;
    votes: number;
    voter_phone: string | null;
    voter_email: string | null;
    appealed: boolean;
  }>(LOCK, [contestId, voteIds, reason, atMost, onlyAppealed]);
  return rows.map((row) => ({
    id: row.vote_id,
    votes: row.votes,
    phone: row.voter_phone,
    email: row.voter_email,
    isAppealed: row.appealed,
  }));
}

/** Count locked held votes (see sql/release-held-votes.sql). @returns the ids that now count */
export async function releaseHeldVotes(
  sql: SqlRunner,
  votes: readonly { id: string; phoneDigest: Buffer | null; emailDigest: Buffer | null }[],
  now: Date,
  actorUserId: string,
): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(RELEASE, [
    now,
    actorUserId,
    votes.map(({ id }) => id),
    votes.map(({ phoneDigest }) => phoneDigest),
    votes.map(({ emailDigest }) => emailDigest),
  ]);
  return rows.map(({ id }) => id);
}

/** Reject locked held votes: they stay stored and never count. @returns the ids that are now rejected */
export async function rejectHeldVotes(
  sql: SqlRunner,
  ids: readonly string[],
  now: Date,
  actorUserId: string,
): Promise<string[]> {
  const { rows } = await sql.query<{ vote_id: string }>(
    `WITH decided AS (
       UPDATE held_votes SET decision = 'REJECTED', decided_at = $2, decided_by = $3
       WHERE vote_id = ANY($1) AND decision IS NULL RETURNING vote_id),
     failed AS (UPDATE votes v SET status = 'FAILED' FROM decided d WHERE v.id = d.vote_id AND v.status = 'PENDING')
     SELECT vote_id FROM decided`,
    [ids, now, actorUserId],
  );
  return rows.map((row) => row.vote_id);
}

/** Note that a voter asks that a held or rejected vote be looked at again; a second time changes nothing (see sql/appeal-held-vote.sql). */
export async function appealHeldVote(sql: SqlRunner, voteId: string, now: Date): Promise<void> {
  await sql.query(APPEAL, [voteId, now]);
}

/** Free votes of a contest by what became of them. */
export async function readIntakeFigures(sql: SqlRunner, contestId: string): Promise<IntakeFigures> {
  const { rows } = await sql.query<{
    counted: number;
    counted_votes: number;
    held: number;
    held_votes: number;
    rejected: number;
    rejected_votes: number;
  }>(INTAKE, [contestId]);
  const row = rows[0];
  const counted = { votes: row?.counted_votes ?? 0, transactions: row?.counted ?? 0 };
  const held = { votes: row?.held_votes ?? 0, transactions: row?.held ?? 0 };
  const rejected = { votes: row?.rejected_votes ?? 0, transactions: row?.rejected ?? 0 };
  const parts = [counted, held, rejected];
  const received = {
    votes: parts.reduce((sum, part) => sum + part.votes, 0),
    transactions: parts.reduce((sum, part) => sum + part.transactions, 0),
  };
  return { received, counted, held, rejected };
}
