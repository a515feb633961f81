import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { type Actor, FOREIGN, refusalForForeign } from '@abato/accounts';
import type { ErrorCode } from '@abato/contracts';
import type { CachedContest } from './cached-contest.js';
import type { ContestDirectory } from './contest-directory.js';

/** What narrows a list. */
export interface ListFilter {
  /** null: all owners. */
  ownerId: string | null;
  search?: string | undefined;
}

/**
 * Lock an actor's own row until the transaction ends.
 * @param live finds the row, whoever owns it
 * @param owner property of the owner's id
 * @param foreign what a super admin is told about another owner's
 * @throws AppError `missing`, NOT_OWNER
 */
export async function lockOwned<T extends ObjectLiteral>(
  live: SelectQueryBuilder<T>,
  actor: Actor,
  owner: string,
  missing: ErrorCode,
  foreign: string,
): Promise<T> {
  const own = await live
    .clone()
    .andWhere(`${owner} = :owner`, { owner: actor.id })
    .setLock('pessimistic_write', undefined, [live.alias])
    .getOne();
  if (own) return own;
  throw await refusalForForeign(actor, missing, foreign, () => live.getExists());
}

/** An actor's own contest: a super admin too decides only about those. @throws AppError CONTEST_NOT_FOUND, NOT_OWNER */
export async function ownContest(
  directory: ContestDirectory,
  actor: Actor,
  id: string,
): Promise<CachedContest> {
  const contest = await directory.find(id);
  if (contest?.ownerId === actor.id) return contest;
  throw await refusalForForeign(
    actor,
    'CONTEST_NOT_FOUND',
    FOREIGN.manageContest,
    async () => contest !== null,
  );
}
