import { Inject, Injectable } from '@nestjs/common';
import type { Registry } from 'prom-client';
import { sqlFile, Transactions } from '@abato/database';
import { type Backlog, exportBacklog, JobProcessor, Processor, Sweeps } from '@abato/jobs';
import {
  type Clock,
  CLOCK,
  type Environment,
  ENVIRONMENT,
  type Logger,
  LOGGER,
  METRICS,
} from '@abato/platform';
import { type RefundFacts, refundSms } from '../money-mails.js';
import { receiptSms } from '../receipt.js';
import { SMS_TRANSPORT } from '../tokens.js';
import { CodeSmsService } from './code-sms.service.js';
import { countOutcomes, SmsOutbox } from './sms-outbox.js';
import type { OutgoingSms, SmsTransport } from './sms-transport.js';

const CLAIM_RECEIPTS = sqlFile(import.meta.url, './claim-sms.sql');
const CLAIM_PAYER_MESSAGES = sqlFile(import.meta.url, './claim-payer-messages.sql');

interface DueReceipt {
  vote_id: string;
  contest_id: string;
  attempts: number;
  phone: string | null;
  votes: number;
  amount_pesewas: number;
  code: string | null;
  contestant: string;
}

interface DueRefundMessage extends RefundFacts {
  id: string;
  contest_id: string;
  attempts: number;
  phone: string | null;
}

/** Sends receipts and messages about refunds by SMS: at most once per vote, and per payment and event. */
@Injectable()
export class SmsService {
  private readonly receipts: SmsOutbox<DueReceipt>;
  private readonly refunds: SmsOutbox<DueRefundMessage>;

  constructor(
    db: Transactions,
    @Inject(CLOCK) clock: Clock,
    @Inject(ENVIRONMENT) private readonly env: Environment,
    @Inject(LOGGER) private readonly log: Logger,
    @Inject(SMS_TRANSPORT) transport: SmsTransport,
    @Inject(METRICS) metrics: Registry,
  ) {
    const outcomes = countOutcomes(metrics, 'abato_sms_total', 'Receipts and messages about refunds');
    this.receipts = new SmsOutbox<DueReceipt>(
      db,
      clock,
      {
        name: 'sms_outbox',
        key: 'vote_id',
        what: 'receipt',
        kind: 'RECEIPT',
        claim: CLAIM_RECEIPTS,
        smsOf: (row) => this.receiptOf(row),
      },
      transport,
      outcomes,
    );
    this.refunds = new SmsOutbox<DueRefundMessage>(
      db,
      clock,
      {
        name: 'payer_messages',
        key: 'id',
        what: 'message about a refund',
        claim: CLAIM_PAYER_MESSAGES,
        kind: 'REFUND',
        smsOf: (row) => (row.phone === null ? null : { phone: row.phone, text: refundSms(row) }),
      },
      transport,
      outcomes,
    );
    exportBacklog(
      { metrics, clock },
      'sms_outbox',
      'receipts and messages about refunds by SMS that are written and not sent',
      () => this.backlog(),
    );
  }

  /**
   * Send everything that is due, and judge what a dead process left behind.
   * @param stopping ends it after the messages under way; the rest stays due for another worker
   * @throws Error when one was not taken, after all were tried; the outbox knows when to try it again
   */
  async sendDue(stopping: AbortSignal): Promise<void> {
    const outboxes = [this.receipts, this.refunds];
    for (const outbox of outboxes) {
      const left = await outbox.judgeLeft();
      if (left) this.log.warn({ receipts: left }, 'receipts whose hand-over never became known');
    }
    const results = await Promise.allSettled(outboxes.map((outbox) => outbox.sendDue(stopping)));
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
  }

  private receiptOf({ phone, code, contestant, votes, amount_pesewas }: DueReceipt): OutgoingSms | null {
    if (!phone || !code) return null;
    const { PUBLIC_URL: publicUrl } = this.env;
    const facts = { code, contestantName: contestant, votes, amountPesewas: amount_pesewas, publicUrl };
    return { phone, text: receiptSms(facts) };
  }

  private async backlog(): Promise<Backlog> {
    const [receipts, refunds] = await Promise.all([this.receipts.backlog(), this.refunds.backlog()]);
    const since = [receipts.since, refunds.since].filter((at) => at !== null).sort((a, b) => +a - +b)[0];
    return { rows: Number(receipts.rows) + Number(refunds.rows), since: since ?? null };
  }
}

const SWEEP_MS = 15_000;
/** A voter waits for a code; without Redis the sweep alone finds it. */
const CODES_SWEEP_MS = 2_000;
const FORGET_MS = 60_000;
/** One job of each kind: a provider that is slow with receipts does not keep codes waiting. */
const CONCURRENCY = 2;

@Processor('sms', { concurrency: CONCURRENCY })
export class SmsProcessor extends JobProcessor<'sms'> {
  override readonly handlers = {
    'read-outbox': () => this.receipts.sendDue(this.sweeps.stopping),
    'send-codes': () => this.codes.sendDue(this.sweeps.stopping),
  };
  override readonly failure = 'a message by SMS was not sent';

  constructor(
    private readonly receipts: SmsService,
    private readonly codes: CodeSmsService,
    private readonly sweeps: Sweeps,
  ) {
    super();
    sweeps.add('sms', SWEEP_MS, (stopping) => receipts.sendDue(stopping));
    sweeps.add('sms codes', CODES_SWEEP_MS, (stopping) => codes.sendDue(stopping));
    sweeps.add('sms codes forgotten', FORGET_MS, () => codes.forgetOld());
  }
}
