import { AsyncLocalStorage } from 'node:async_hooks';
import { type EntitySubscriberInterface, EventSubscriber, type TransactionCommitEvent } from 'typeorm';
import { AppError } from '@abato/platform';

/** A request with an Idempotency-Key, while this process does it. `run` is new with each attempt. */
export interface RequestRun {
  accountId: string;
  key: string;
  run: string;
}

const current = new AsyncLocalStorage<RequestRun>();

/** Every transaction that `work` commits marks this request as committed. */
export function doingRequest<T>(run: RequestRun, work: () => Promise<T>): Promise<T> {
  return current.run(run, work);
}

const MARK = 'UPDATE requests SET committed = true WHERE key = $1 AND account_id = $2 AND run = $3';

/**
 * Call before each COMMIT: the mark is written by the transaction that it tells of, so that after a crash it is known whether anything was
 * written (ADR 196).
 * @param update runs one statement in the transaction, and says how many rows it changed
 * @throws AppError REQUEST_RUNNING when another process has taken the request over: the transaction must be rolled back
 */
export async function markCommit(
  update: (text: string, values: unknown[]) => Promise<number>,
): Promise<void> {
  const request = current.getStore();
  if (!request) return;
  if (!(await update(MARK, [request.key, request.accountId, request.run]))) {
    throw new AppError('REQUEST_RUNNING', { retryAfter: 1 });
  }
}

/** The same for TypeORM's transactions. */
@EventSubscriber()
export class MarkCommits implements EntitySubscriberInterface {
  async beforeTransactionCommit({ queryRunner }: TransactionCommitEvent): Promise<void> {
    await markCommit(async (text, values) => (await queryRunner.query(text, values, true)).affected ?? 0);
  }
}
