import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Actor, ownerScope } from '@abato/accounts';
import { assertNoSecretBallots } from '@abato/contests';
import {
  type BookEvent,
  type BookEventKind,
  cedisFromPesewas,
  type EventSource,
  type PaymentChannel,
  type PaymentMethod,
  type SettlementStatus,
  type VoteHistory,
  type VoteSource,
} from '@abato/contracts';
import { sqlFile } from '@abato/database';
import { AppError, type Clock, CLOCK, receiptCodeOf } from '@abato/platform';
import { failureReason, paymentMessage, type PaymentState } from '@abato/payments';
import { ReceiptResendService } from './receipt-resend.service.js';

const HISTORY = sqlFile(import.meta.url, './vote-history.sql');

/** One row of vote-history.sql: times inside documents as PostgreSQL writes them into JSON. */
interface HistoryRow {
  vote_id: string;
  contest_id: string;
  status: SettlementStatus;
  source: VoteSource;
  vote_count: number;
  amount_pesewas: number;
  price_pesewas: number;
  created_at: Date;
  contestant: string;
  category: string;
  code: string | null;
  attempts: {
    reference: string;
    state: PaymentState;
    method: PaymentMethod;
    channel: PaymentChannel | null;
    flow: 'CHECKOUT' | 'CHARGE' | 'MANUAL';
    amount: number;
    message: string | null;
    at: string;
  }[];
  changes: { at: string; reference: string; state: PaymentState; source: EventSource }[];
  webhooks: { at: string; reference: string }[];
  ledger: {
    at: string;
    kind: 'COUNT' | 'REVERSAL' | 'PARTIAL' | 'QUARANTINE';
    votes: number;
    amount: number;
  }[];
  returns: { at: string; reference: string; amount: number }[];
  held: { at: string; decision: 'RELEASED' | 'REJECTED' | null; decidedAt: string | null } | null;
  sms_at: Date | null;
  resent: string[];
}

const BEGINNINGS = { CHARGE: 'PROMPT', CHECKOUT: 'CHECKOUT', MANUAL: 'CASH' } as const;

/** What happened to one vote and its payments, for the contest's owner and super admins. Names no voter. */
@Injectable()
export class VoteHistoryService {
  constructor(
    private readonly source: DataSource,
    private readonly receipts: ReceiptResendService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws AppError VOTE_NOT_FOUND, also for a vote in another organiser's contest; BALLOTS_ARE_SECRET */
  async ofVote(actor: Actor, voteId: string): Promise<VoteHistory> {
    const [row] = await this.source.query<HistoryRow[]>(HISTORY, [voteId, ownerScope(actor)]);
    if (!row) throw new AppError('VOTE_NOT_FOUND');
    await assertNoSecretBallots(this.source, row.contest_id);
    const { mail, sms, left } = await this.receipts.ways(voteId, this.clock.now());
    return { ...historyOf(row), receipt: { mail, sms, left } };
  }

  /** @throws AppError PAYMENT_NOT_FOUND, also for a payment in another organiser's contest */
  async ofPayment(actor: Actor, paymentId: string): Promise<VoteHistory> {
    const rows: { vote_id: string }[] = await this.source.query(
      'SELECT vote_id FROM payments WHERE id = $1',
      [paymentId],
    );
    if (!rows[0]) throw new AppError('PAYMENT_NOT_FOUND');
    return this.ofVote(actor, rows[0].vote_id).catch((error: unknown) => {
      throw error instanceof AppError ? new AppError('PAYMENT_NOT_FOUND') : error;
    });
  }
}

function historyOf(row: HistoryRow): Omit<VoteHistory, 'receipt'> {
  const free = row.price_pesewas === 0;
  return {
    voteId: row.vote_id,
    contestId: row.contest_id,
    status: row.status,
    source: row.source,
    contestant: { name: row.contestant },
    category: { name: row.category },
    voteCount: row.vote_count,
    amount: cedisFromPesewas(row.amount_pesewas),
    createdAt: row.created_at.toISOString(),
    receiptCode: row.code ?? (free ? receiptCodeOf(row.vote_id) : null),
    attempts: row.attempts.map(({ reference, state, method, channel, amount, message }) => ({
      reference,
      state,
      method,
      channel,
      amount: cedisFromPesewas(amount),
      failure: state === 'FAILED' || state === 'FAILED_INIT' ? failureReason(message) : null,
      told: paymentMessage(state, message),
    })),
    events: eventsOf(row),
  };
}

/** Oldest first; what happened in the same moment stays in the order of its causes. */
function eventsOf(row: HistoryRow): BookEvent[] {
  const { held } = row;
  const events = [
    event('CAST', row.created_at, { votes: row.vote_count }),
    held && event('HELD', held.at),
    held?.decision && held.decidedAt && event(held.decision, held.decidedAt),
    ...row.attempts.map(({ at, reference, flow, amount }) =>
      event(BEGINNINGS[flow], at, { reference, amount: cedisFromPesewas(amount) }),
    ),
    ...row.webhooks.map(({ at, reference }) => event('WEBHOOK', at, { reference })),
    ...row.changes.map(({ at, ...change }) => event('STATE', at, change)),
    ...row.ledger.map(({ at, votes, amount }) =>
      // Votes that are restored after a quarantine count again.
      event(votes > 0 ? 'COUNTED' : 'TAKEN_BACK', at, {
        votes: Math.abs(votes),
        amount: cedisFromPesewas(Math.abs(amount)),
      }),
    ),
    ...row.returns.map(({ at, reference, amount }) =>
      event('RETURNED', at, { reference, amount: cedisFromPesewas(amount) }),
    ),
    row.sms_at && event('SMS', row.sms_at),
    ...row.resent.map((at) => event('RESENT', at)),
  ].filter((one) => one !== null && one !== undefined && one !== '');
  return events.sort((a, b) => a.at.localeCompare(b.at));
}

function event(
  kind: BookEventKind,
  at: Date | string,
  facts: Partial<Omit<BookEvent, 'at' | 'kind'>> = {},
): BookEvent {
  return {
    at: new Date(at).toISOString(),
    kind,
    reference: null,
    state: null,
    source: null,
    votes: null,
    amount: null,
    ...facts,
  };
}
