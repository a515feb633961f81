import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { type Actor, FOREIGN, recordAudit, refusalForForeign } from '@abato/accounts';
import { type CachedContest, ContestDirectory } from '@abato/contests';
import { type CastVoteResult, cedisFromPesewas, isUuid, type ManualVoteInput } from '@abato/contracts';
import { HOT_POOL } from '@abato/database';
import { Queues } from '@abato/jobs';
import { AppError, type Clock, CLOCK, newId, newReference, Secrets } from '@abato/platform';
import {
  explained,
  findVotesByKey,
  replay,
  rowRefusal,
  type VoteRow,
  voteRow,
  writeVotes,
} from '@abato/voting';
import { insertAttempt } from '../attempts/attempts.js';
import type { PaymentProof } from '../rules/payment-situation.js';
import { Settlement, type SettlingTransaction } from '../settlement/settlement.service.js';

/** Enters votes received in cash: a vote and its payment, counted by the same settlement as every other. */
@Injectable()
export class ManualVoteService {
  constructor(
    @Inject(HOT_POOL) private readonly pool: pg.Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly secrets: Secrets,
    private readonly directory: ContestDirectory,
    private readonly queues: Queues,
    private readonly settlement: Settlement,
  ) {}

  /**
   * @param key the same key enters the votes once
   * @throws AppError with the reason; nothing is written then
   */
  async enter(actor: Actor, input: ManualVoteInput, key: string | undefined): Promise<CastVoteResult> {
    if (key !== undefined && !isUuid(key)) throw new AppError('IDEMPOTENCY_KEY_INVALID');
    const contest = await this.ownContest(actor, input.contestId);
    const { reason, ...vote } = input;
    const price = contest.facts.votePricePesewas;
    const digested = { before: 'manual', after: reason };
    const row = voteRow({ vote, key, price, source: 'MANUAL' }, this.secrets, digested);
    const earlier = await this.earlierResult(row);
    if (earlier) return earlier;
    // Cash counts while voting is open, as every other payment: afterwards the result is closed.
    const refusal = rowRefusal(contest, row, this.clock.now());
    if (refusal) throw await explained(refusal, row, this.directory);
    const written = await this.settlement.transaction((transaction) =>
      this.write(transaction, actor, row, reason),
    );
    if (!written) {
      this.directory.drop(row.contestId);
      const first = await this.earlierResult(row);
      if (first) return first;
      throw new AppError('CONTEST_CHANGED');
    }
    // Settlement announces what was paid; a free vote was counted by its own row.
    if (row.price === 0) await this.wakeTally(row.contestId);
    return {
      id: row.id,
      status: 'COMPLETED',
      voteCount: row.votes,
      amount: cedisFromPesewas(row.price * row.votes),
    };
  }

  /** A super admin too enters votes only for own contests. */
  private async ownContest(actor: Actor, contestId: string): Promise<CachedContest> {
    const contest = await this.directory.find(contestId);
    if (contest?.ownerId === actor.id) return contest;
    throw await refusalForForeign(actor, 'CONTEST_NOT_FOUND', FOREIGN.manageContest, () =>
      Promise.resolve(contest !== null),
    );
  }

  private async earlierResult(row: VoteRow): Promise<CastVoteResult | null> {
    // Without a key the row's own id serves as one: no earlier request can have used it.
    if (row.key === row.id) return null;
    const earlier = (await findVotesByKey(this.pool, [row.key])).get(row.key);
    if (!earlier) return null;
    const result = replay(row, earlier);
    if (result instanceof AppError) throw result;
    return result;
  }

  /** @returns false when nothing was written: a repeated key, or the contest has just changed */
  private async write(
    transaction: SettlingTransaction,
    actor: Actor,
    row: VoteRow,
    reason: string,
  ): Promise<boolean> {
    const { sql, now } = transaction;
    if (!(await writeVotes(sql, [row], now)).has(row.id)) return false;
    const amountPesewas = row.price * row.votes;
    await recordAudit(sql, {
      at: now,
      actorUserId: actor.id,
      action: 'vote.manual',
      subjectType: 'vote',
      subjectId: row.id,
      detail: { contestId: row.contestId, votes: row.votes, amountPesewas, reason },
    });
    if (amountPesewas > 0) await payInCash(transaction, row, { actorUserId: actor.id, reason });
    return true;
  }

  private async wakeTally(contestId: string): Promise<void> {
    await this.queues.poke('tally', 'drain', { contestId }, contestId).catch(() => undefined);
  }
}

/** Write the cash payment of a vote that was inserted in this transaction, and settle it. */
async function payInCash(
  { sql, now, settle }: SettlingTransaction,
  row: VoteRow,
  by: { actorUserId: string; reason: string },
): Promise<void> {
  const reference = newReference();
  const amountPesewas = row.price * row.votes;
  await insertAttempt(sql, {
    paymentId: newId(),
    voteId: row.id,
    contestId: row.contestId,
    reference,
    amountPesewas,
    phone: row.phone,
    method: 'MANUAL',
    flow: 'MANUAL',
    network: null,
    channel: 'cash',
    source: 'manual',
    createdAt: now,
    ...by,
  });
  const proof: PaymentProof = {
    status: 'success',
    amount: amountPesewas,
    currency: 'GHS',
    domain: null,
    paidAt: now,
    channel: 'cash',
    providerStatus: 'cash',
  };
  const result = await settle({ reference, proof, source: 'manual' });
  if (!result?.counted) throw new Error(`a cash payment was not counted: ${result?.situation}`);
}
