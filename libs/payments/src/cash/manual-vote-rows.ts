import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { CachedContest } from '@abato/contests';
import { type CastVoteResult, cedisFromPesewas, type ManualVoteInput } from '@abato/contracts';
import { HOT_POOL } from '@abato/database';
import { AppError, Secrets } from '@abato/platform';
import { findVotesByKey, replay, type VoteRow, voteRow } from '@abato/voting';
import { findCashEntry } from './cash-entries.js';

/** Entries by hand as rows of votes, and what became of the same entry before. */
@Injectable()
export class ManualVoteRows {
  constructor(
    @Inject(HOT_POOL) private readonly pool: pg.Pool,
    private readonly secrets: Secrets,
  ) {}

  make(
    vote: Omit<ManualVoteInput, 'reason'>,
    { contest, key, reason }: { contest: CachedContest; key: string | undefined; reason: string },
  ): VoteRow {
    return voteRow({ vote, key, contest, source: 'MANUAL' }, this.secrets, {
      before: 'manual',
      after: reason,
    });
  }

  /** @throws AppError IDEMPOTENCY_KEY_REUSED when the key has entered something else */
  async earlierResult(row: VoteRow): Promise<CastVoteResult | null> {
    // Without a key the row's own id serves as one: no earlier request can have used it.
    if (row.key === row.id) return null;
    const earlier = (await findVotesByKey(this.pool, [row.key])).get(row.key);
    if (!earlier) return this.earlierEntry(row);
    const result = replay(row, earlier);
    if (result instanceof AppError) throw result;
    return result;
  }

  private async earlierEntry(row: VoteRow): Promise<CastVoteResult | null> {
    const earlier = await findCashEntry(this.pool, row.key);
    if (!earlier) return null;
    if (!earlier.digest.equals(row.digest)) throw new AppError('IDEMPOTENCY_KEY_REUSED');
    const result = waitingResult(earlier.id, earlier.votes, earlier.amountPesewas);
    return earlier.rejected ? { ...result, status: 'FAILED', awaitsConfirmation: undefined } : result;
  }
}

/** The answer about an entry that waits for a second person. */
export function waitingResult(id: string, voteCount: number, amountPesewas: number): CastVoteResult {
  const amount = cedisFromPesewas(amountPesewas);
  return { id, status: 'PENDING', voteCount, amount, awaitsConfirmation: true };
}
