import { recordAudit } from '@abato/accounts';
import type { DecideHeldVotes, HoldReason, IntakeFigures } from '@abato/contracts';
import { sqlFile, type SqlRunner } from '@abato/database';
import type { Secrets } from '@abato/platform';

const LOCK = sqlFile(import.meta.url, './sql/lock-held-votes.sql');
const APPEAL = sqlFile(import.meta.url, './sql/appeal-held-vote.sql');
const RELEASE = sqlFile(import.meta.url, './sql/release-held-votes.sql');
const REJECT = sqlFile(import.meta.url, './sql/reject-held-votes.sql');
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
  heldFor: HoldReason | null;
  /** Only those whose voters ask that they be looked at again. */
  onlyAppealed: boolean;
  /** Also those of archived contestants, which can only be rejected. */
  alsoArchived: boolean;
}

export interface HeldDecision {
  decision: DecideHeldVotes['decision'];
  /** Public. */
  reason: string;
  /** null: the deadline. */
  actorUserId: string | null;
}

/**
 * Decide held votes that still wait, at most so many, and write it into the audit log. For one transaction.
 * @param secrets digests of the voters of released votes are made with it
 * @returns the votes that were decided now
 */
export async function decideHeldVotes(
  sql: SqlRunner,
  choice: HeldVoteChoice,
  { decision, reason, actorUserId }: HeldDecision,
  { now, atMost, secrets }: { now: Date; atMost: number; secrets: Pick<Secrets, 'voterDigest'> },
): Promise<LockedHeldVote[]> {
  const locked = await lockHeldVotes(sql, choice, atMost);
  if (!locked.length) return [];
  const digestOf = (kind: 'phone' | 'email', value: string | null): Buffer | null =>
    value === null ? null : secrets.voterDigest(choice.contestId, kind, value);
  const ids = locked.map(({ id }) => id);
  const { rows } = await (decision === 'RELEASED'
    ? sql.query<{ id: string }>(RELEASE, [
        now,
        actorUserId,
        ids,
        locked.map(({ phone }) => digestOf('phone', phone)),
        locked.map(({ email }) => digestOf('email', email)),
        reason,
      ])
    : sql.query<{ id: string }>(REJECT, [now, actorUserId, ids, reason]));
  if (rows.length !== locked.length) throw new Error('a held vote was not decided although it was locked');
  const appeals = locked.filter(({ isAppealed }) => isAppealed).map(({ id }) => id);
  await recordAudit(sql, {
    at: now,
    actorUserId,
    action: decision === 'RELEASED' ? 'vote.release' : 'vote.reject',
    subjectType: 'contest',
    subjectId: choice.contestId,
    detail: {
      voteIds: rows.map(({ id }) => id),
      votes: locked.reduce((sum, vote) => sum + vote.votes, 0),
      reason,
      ...(appeals.length && { appeals }),
    },
  });
  return locked;
}

/** Undecided held votes, locked until the transaction ends (see sql/lock-held-votes.sql). */
async function lockHeldVotes(
  sql: SqlRunner,
  { contestId, voteIds, heldFor, onlyAppealed, alsoArchived }: HeldVoteChoice,
  atMost: number,
): Promise<LockedHeldVote[]> {
  const { rows } = await sql.query<{
    vote_id: string;
    votes: number;
    voter_phone: string | null;
    voter_email: string | null;
    appealed: boolean;
  }>(LOCK, [contestId, voteIds, heldFor, atMost, onlyAppealed, alsoArchived]);
  return rows.map((row) => ({
    id: row.vote_id,
    votes: row.votes,
    phone: row.voter_phone,
    email: row.voter_email,
    isAppealed: row.appealed,
  }));
}

/**
 * Note that a voter asks that a held or rejected vote be looked at again; a second time changes nothing (see sql/appeal-held-vote.sql).
 * @param deadlineHours after the end in which held votes are decided
 */
export async function appealHeldVote(
  sql: SqlRunner,
  voteId: string,
  now: Date,
  deadlineHours: number,
): Promise<void> {
  await sql.query(APPEAL, [voteId, now, deadlineHours]);
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
