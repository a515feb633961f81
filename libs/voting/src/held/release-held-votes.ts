import { recordAudit } from '@abato/accounts';
import type { DecideHeldVotes, HoldReason, IntakeFigures } from '@abato/contracts';
import { sqlFile, type SqlRunner } from '@abato/database';
import type { Secrets } from '@abato/platform';

const LOCK = sqlFile(import.meta.url, './sql/lock-held-votes.sql');
const RELEASE = sqlFile(import.meta.url, './sql/release-held-votes.sql');
const REJECT = sqlFile(import.meta.url, './sql/reject-held-votes.sql');
const INTAKE = sqlFile(import.meta.url, './sql/vote-intake.sql');

interface LockedHeldVote {
  id: string;
  votes: number;
  /** null once the person was erased. */
  phone: string | null;
  email: string | null;
  /** Its voter asked that it be looked at again. */
  isAppealed: boolean;
}

/** Which held votes a decision is about; what is absent: any. */
interface HeldVoteChoice {
  contestId: string;
  voteIds?: readonly string[] | undefined;
  heldFor?: HoldReason | undefined;
  /** Only those whose voters ask that they be looked at again. */
  appealed?: boolean | undefined;
  /** Votes of archived contestants are among them; they can only be rejected. */
  alsoArchived?: boolean;
}

interface HeldDecision {
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
  { contestId, voteIds, heldFor, appealed = false, alsoArchived = false }: HeldVoteChoice,
  { decision, reason, actorUserId }: HeldDecision,
  { now, atMost, secrets }: { now: Date; atMost: number; secrets: Pick<Secrets, 'voterDigest'> },
): Promise<LockedHeldVote[]> {
  const choice = [contestId, voteIds ?? null, heldFor ?? null, atMost, appealed, alsoArchived];
  const { rows: locked } = await sql.query<LockedHeldVote>(LOCK, choice);
  if (!locked.length) return [];
  const ids = locked.map(({ id }) => id);
  const digests = (kind: 'phone' | 'email'): (Buffer | null)[] =>
    locked.map((vote) => (vote[kind] === null ? null : secrets.voterDigest(contestId, kind, vote[kind])));
  const { rows } = await (decision === 'RELEASED'
    ? sql.query<{ id: string }>(RELEASE, [now, actorUserId, ids, digests('phone'), digests('email'), reason])
    : sql.query<{ id: string }>(REJECT, [now, actorUserId, ids, reason]));
  if (rows.length !== locked.length) throw new Error('a held vote was not decided although it was locked');
  const appeals = locked.filter(({ isAppealed }) => isAppealed).map(({ id }) => id);
  await recordAudit(sql, {
    at: now,
    actorUserId,
    action: decision === 'RELEASED' ? 'vote.release' : 'vote.reject',
    subjectType: 'contest',
    subjectId: contestId,
    detail: {
      voteIds: rows.map(({ id }) => id),
      votes: locked.reduce((sum, vote) => sum + vote.votes, 0),
      reason,
      ...(appeals.length && { appeals }),
    },
  });
  return locked;
}

/** Free votes of a contest by what became of them. */
export async function readIntakeFigures(sql: SqlRunner, contestId: string): Promise<IntakeFigures> {
  type Kind = Exclude<keyof IntakeFigures, 'received'>;
  const { rows } = await sql.query<Record<Kind | `${Kind}_votes`, number>>(INTAKE, [contestId]);
  const of = (kind: Kind) => ({ votes: rows[0]?.[`${kind}_votes`] ?? 0, transactions: rows[0]?.[kind] ?? 0 });
  const [counted, held, rejected] = [of('counted'), of('held'), of('rejected')];
  const received = {
    votes: counted.votes + held.votes + rejected.votes,
    transactions: counted.transactions + held.transactions + rejected.transactions,
  };
  return { received, counted, held, rejected };
}
