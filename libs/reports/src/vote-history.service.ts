import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type Actor, ownerScope, recordBy } from '@abato/accounts';
import {
  RECEIPT_RESENDS,
  type ResentReceipt,
  type VoteHistory,
  type PaymentStateName,
} from '@abato/contracts';
import { asView, sqlFile, Transactions } from '@abato/database';
import { Queues } from '@abato/jobs';
import { failureReason, OutgoingMail, paymentMessage, receiptMail } from '@abato/messages';
import {
  AppError,
  type Clock,
  CLOCK,
  type Environment,
  ENVIRONMENT,
  receiptCodeOf,
  SWITCHED_OFF,
} from '@abato/platform';
import { assertNoSecretBallots } from '@abato/contests';

const FACTS = sqlFile(import.meta.url, './receipt-facts.sql');
const MINUTE_MS = 60_000;

interface ReceiptRow {
  voter_email: string | null;
  voter_phone: string | null;
  counted_at: Date | null;
  vote_count: number;
  code: string | null;
  reference: string | null;
  title: string;
  contestant: string;
  counted_votes: number;
  returned_pesewas: number;
  amount_pesewas: number;
  texted: boolean;
  times: number;
  last_at: Date | null;
}

const HISTORY = sqlFile(import.meta.url, './vote-history.sql');

/** One row of vote-history.sql: VoteHistory with amounts in pesewas. */
interface HistoryRow {
  voteId: string;
  contestId: string;
  receiptCode: string | null;
  free: boolean;
  attempts: { state: PaymentStateName; message: string | null }[];
}

/** What happened to one vote and its payments, for the contest's owner and super admins. Names no voter. */
@Injectable()
export class VoteHistoryService {
  constructor(
    private readonly transactions: Transactions,
    private readonly mails: OutgoingMail,
    private readonly queues: Queues,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ENVIRONMENT) private readonly env: Environment,
  ) {}

  /** @throws AppError VOTE_NOT_FOUND, also for a vote in another organiser's contest; BALLOTS_ARE_SECRET */
  async ofVote(actor: Actor, voteId: string): Promise<VoteHistory> {
    const [row] = await this.transactions.manager.query<HistoryRow[]>(HISTORY, [voteId, ownerScope(actor)]);
    if (!row) throw new AppError('VOTE_NOT_FOUND');
    await assertNoSecretBallots(this.transactions.manager, row.contestId);
    const { mail, sms, left } = await this.ways(voteId, this.clock.now());
    return { ...historyOf(row), receipt: { mail, sms, left } };
  }

  /** @throws AppError PAYMENT_NOT_FOUND, also for a payment in another organiser's contest */
  async ofPayment(actor: Actor, paymentId: string): Promise<VoteHistory> {
    const rows: { vote_id: string }[] = await this.transactions.manager.query(
      'SELECT vote_id FROM payments WHERE id = $1',
      [paymentId],
    );
    if (!rows[0]) throw new AppError('PAYMENT_NOT_FOUND');
    return this.ofVote(actor, rows[0].vote_id).catch((error: unknown) => {
      throw error instanceof AppError ? new AppError('PAYMENT_NOT_FOUND') : error;
    });
  }

  /** Which ways the receipt of a vote can go now, and how often it still can. */
  private async ways(voteId: string, now: Date): Promise<ResentReceipt> {
    const [row] = await this.transactions.manager.query<ReceiptRow[]>(FACTS, [voteId, null]);
    if (!row || this.refusalOf(row, now)) return { mail: false, sms: false, left: 0 };
    return this.waysOf(row);
  }

  /**
   * Send the receipt of a paid vote again, a few times, to where the first one went. The texts and the outboxes are the usual ones.
   * @throws AppError VOTE_NOT_FOUND, also for a vote in another organiser's contest; CONFLICT when there is no receipt to send or it was
   *   sent often enough; RATE_LIMITED soon after the last time
   */
  async resend(actor: Actor, voteId: string): Promise<ResentReceipt> {
    const { sent, mailId } = await this.transactions.run(async ({ manager }) => {
      // Two calls at once take turns: the second sees what the first wrote down.
      await manager.query('SELECT FROM votes WHERE id = $1 FOR UPDATE', [voteId]);
      const [row] = await manager.query<ReceiptRow[]>(FACTS, [voteId, ownerScope(actor)]);
      if (!row) throw new AppError('VOTE_NOT_FOUND');
      const now = this.clock.now();
      const refusal = this.refusalOf(row, now);
      if (refusal) throw refusal;
      const { mail, sms, left } = this.waysOf(row);
      const id = mail ? await this.mail(manager, row) : null;
      if (sms)
        await manager.query(
          `UPDATE sms_outbox SET status = 'DUE', attempts = 0, next_attempt_at = $2, last_error = NULL
           WHERE vote_id = $1 AND status IN ('SENT', 'UNSURE', 'GIVEN_UP')`,
          [voteId, now],
        );
      await recordBy(manager, actor, now, 'vote.receipt', ['vote', voteId], { mail, sms });
      return { sent: { mail, sms, left: left - 1 }, mailId: id };
    });
    if (mailId) await this.mails.announce(mailId);
    // A lost wake-up costs seconds: the outbox is read by itself.
    if (sent.sms) await this.queues.enqueue('sms', 'read-outbox', {}, 'outbox').catch(() => undefined);
    return sent;
  }

  private async mail(manager: EntityManager, row: ReceiptRow): Promise<string> {
    const mail = receiptMail({
      code: row.code ?? '',
      reference: row.reference ?? '',
      contestTitle: row.title,
      contestantName: row.contestant,
      votes: row.counted_votes,
      amountPesewas: row.amount_pesewas,
      countedAt: row.counted_at ?? this.clock.now(),
      publicUrl: this.env.PUBLIC_URL,
    });
    return this.mails.write(manager, { recipient: row.voter_email ?? '', ...mail });
  }

  private waysOf({ voter_email, voter_phone, texted, times }: ReceiptRow): ResentReceipt {
    return {
      mail: voter_email !== null && this.env.SMTP_URL !== SWITCHED_OFF,
      sms: voter_phone !== null && texted && this.env.SMS_API_KEY !== SWITCHED_OFF,
      left: RECEIPT_RESENDS.most - times,
    };
  }

  private refusalOf(row: ReceiptRow, now: Date): AppError | null {
    const conflict = (message: string) => new AppError('CONFLICT', message);
    if (!row.code || row.counted_votes === 0)
      return conflict('There is no receipt: this vote does not count, or it was free.');
    // The receipt names the votes and the amount as they were counted.
    if (row.returned_pesewas > 0)
      return conflict('Money of this vote went back: its receipt would no longer be right.');
    const { mail, sms, left } = this.waysOf(row);
    if (!mail && !sms) return conflict('The voter left no e-mail address or phone number for receipts.');
    if (left <= 0) return conflict(`The receipt was already sent again ${RECEIPT_RESENDS.most} times.`);
    const waitMs = row.last_at ? +row.last_at + RECEIPT_RESENDS.pauseMinutes * MINUTE_MS - +now : 0;
    if (waitMs <= 0) return null;
    return new AppError('RATE_LIMITED', {
      message: 'The receipt has just been sent again. Please wait a few minutes.',
      retryAfter: Math.ceil(waitMs / 1000),
    });
  }
}

function historyOf({ free, ...row }: HistoryRow): Omit<VoteHistory, 'receipt'> {
  return asView({
    ...row,
    receiptCode: row.receiptCode ?? (free ? receiptCodeOf(row.voteId) : null),
    attempts: row.attempts.map(({ message, ...attempt }) => ({
      ...attempt,
      failure: ['FAILED', 'FAILED_INIT'].includes(attempt.state) ? failureReason(message) : null,
      told: paymentMessage(attempt.state, message),
    })),
  });
}
