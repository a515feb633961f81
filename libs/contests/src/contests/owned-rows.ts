import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { type Actor, refusalForForeign } from '@abato/accounts';
import type { ErrorCode } from '@abato/contracts';

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
