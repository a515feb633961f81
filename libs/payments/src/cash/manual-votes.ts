import { Injectable } from '@nestjs/common';
import {
  type CastVoteResult,
  cedisFromPesewas,
  formatCedis,
  type ManualVoteInput,
  MAX_CASH_PESEWAS,
  SECOND_PERSON_ABOVE_PESEWAS,
} from '@abato/contracts';
import type { CachedContest } from '@abato/contests';
import { sqlFile, type SqlRunner, Transactions } from '@abato/database';
import { AppError, type Environment, newId, newReference, Secrets } from '@abato/platform';
import { findVotesByKey, replay, type VoteRow, voteRow, writeVotes } from '@abato/voting';
import { cashWaitsMail, writeMails } from '@abato/messages';
import type { PaymentProof } from '@abato/paystack';
import { insertAttempt } from '../attempts/attempts.js';
import type { ConfirmingTransaction } from '../confirm/confirmation.service.js';
import { dayOf, lockDaySums } from '../decisions/day-sums.js';

/** Of one entry of cash: the provider's maximum holds for payments through the provider only. */
export const CASH_LIMIT = {
  most: MAX_CASH_PESEWAS,
  message: `Cash of one entry can be at most ${formatCedis(MAX_CASH_PESEWAS / 100)}.`,
} as const;

interface EarlierEntry {
  id: string;
  votes: number;
  pesewas: number;
  /** Null while it waits. */
  rejected: boolean | null;
  digest: Buffer;
}

/** Entries by hand as rows of votes, and what became of the same entry before. */
@Injectable()
export class ManualVoteRows {
  constructor(
    private readonly db: Transactions,
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
    const earlier = (await findVotesByKey(this.db, [row.key])).get(row.key);
    if (!earlier) return this.earlierEntry(row);
    const result = replay(row, earlier);
    if (result instanceof AppError) throw result;
    return result;
  }

  /** What an earlier request with this key entered; a confirmed entry is a vote, and found there. */
  private async earlierEntry(row: VoteRow): Promise<CastVoteResult | null> {
    const { rows } = await this.db.query<EarlierEntry>(
      `SELECT id, votes * multiplier AS votes, coalesce(amount_pesewas, votes * price_pesewas) AS pesewas, decision = 'REJECTED' AS rejected,
         request_digest AS digest
       FROM cash_entries WHERE idempotency_key = $1`,
      [row.key],
    );
    const [earlier] = rows;
    if (!earlier) return null;
    if (!earlier.digest.equals(row.digest)) throw new AppError('IDEMPOTENCY_KEY_REUSED');
    const result = waitingResult(earlier.id, earlier.votes, earlier.pesewas);
    return earlier.rejected ? { ...result, status: 'FAILED', awaitsConfirmation: undefined } : result;
  }
}

/** The answer about an entry that waits for a second person. */
export function waitingResult(id: string, voteCount: number, amountPesewas: number): CastVoteResult {
  const amount = cedisFromPesewas(amountPesewas);
  return { id, status: 'PENDING', voteCount, amount, awaitsConfirmation: true };
}

const ENTERED_ALONE = sqlFile(import.meta.url, './entered-alone.sql');
/** So many free votes may be entered alone in every contest, however few votes it has. */
const FREE_VOTES_ALONE = 50;

/**
 * Whether an entry by hand waits for a second person (ADR 74): when the cash that was entered alone in this contest today is above
 * GHS 10,000 with it, or the free votes that were entered alone are above their share of the contest's votes. Entries in the
 * same contest follow one after the other until the transaction ends.
 * @returns null when the entry's key was used meanwhile
 */
export async function waitsForSecondPerson(
  sql: SqlRunner,
  row: VoteRow,
  now: Date,
  env: Pick<Environment, 'MANUAL_VOTES_SECOND_PERSON_ABOVE'>,
): Promise<boolean | null> {
  await lockDaySums(sql, row.contestId);
  const { rows } = await sql.query<{ pesewas: number; votes: number; counted: number; known: boolean }>(
    ENTERED_ALONE,
    [row.contestId, dayOf(now), row.key],
  );
  const { pesewas = 0, votes = 0, counted = 0, known = false } = rows[0] ?? {};
  if (known) return null;
  if (row.price > 0) return pesewas + row.amount > SECOND_PERSON_ABOVE_PESEWAS;
  const share = Math.floor((counted * env.MANUAL_VOTES_SECOND_PERSON_ABOVE) / 100);
  return votes + row.votes > Math.max(FREE_VOTES_ALONE, share);
}

const CONFIRMERS = sqlFile(import.meta.url, './confirmers-to-mail.sql');
/** A person who enters cash again and again must not fill the mailboxes of others. */
const NEXT_MAIL_AFTER_MS = 3_600_000;
/** No installation has as many super admins; a bound keeps the transaction short. */
const MOST_MAILS = 100;

interface Confirmer {
  firstName: string;
  email: string;
  emailVerifiedAt: Date | null;
  title: string;
  end: Date;
}

/**
 * Put mails to all who may confirm an entry into the outbox, in the transaction that writes the entry (ADR 74). The owner of
 * the contest is not among them: only the owner can enter cash.
 */
export async function mailConfirmers(
  { sql, now, publicUrl }: ConfirmingTransaction,
  { entry, enteredBy }: { entry: VoteRow; enteredBy: string },
): Promise<void> {
  const mailedSince = new Date(now.getTime() - NEXT_MAIL_AFTER_MS);
  const { rows } = await sql.query<Confirmer>(CONFIRMERS, [enteredBy, entry.id, mailedSince, MOST_MAILS]);
  const amount = entry.amount > 0 ? formatCedis(cedisFromPesewas(entry.amount)) : null;
  const mails = rows.map(({ title, end, ...to }) =>
    cashWaitsMail(to, { amount, votes: entry.votes, contestTitle: title, end, publicUrl }),
  );
  await writeMails(sql, mails, now);
}

/**
 * Write a vote that was entered by hand, and its cash payment, and count both in this transaction. A free vote makes no payment.
 * @param by who received the cash, and what for
 * @returns false when nothing was written: a repeated key, or the contest has just changed
 */
export async function countByHand(
  transaction: ConfirmingTransaction,
  row: VoteRow,
  by: { actorUserId: string; reason: string },
): Promise<boolean> {
  const written = await writeVotes(transaction.sql, [row], transaction.now);
  if (!written.has(row.id)) return false;
  if (row.price > 0) await payInCash(transaction, row, by);
  return true;
}

async function payInCash(
  { sql, now, confirm }: ConfirmingTransaction,
  row: VoteRow,
  by: { actorUserId: string; reason: string },
): Promise<void> {
  const reference = newReference();
  await insertAttempt(sql, {
    paymentId: newId(),
    voteId: row.id,
    contestId: row.contestId,
    reference,
    amountPesewas: row.amount,
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
    amount: row.amount,
    currency: 'GHS',
    domain: null,
    paidAt: now,
    channel: 'cash',
    providerStatus: 'cash',
  };
  const result = await confirm({ reference, proof, source: 'manual' });
  if (!result?.counted) throw new Error(`a cash payment was not counted: ${result?.situation}`);
}
