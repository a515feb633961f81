import type pg from 'pg';
import { type Backlog, Outbox } from '@abato/jobs';
import { type Clock, newId } from '@abato/platform';
import type { OutgoingSms, SmsOutcome, TakenSms } from './sms-transport.js';

const BATCH = 20;
/** Longer than a hand-over may take: later it is clear that its process died. */
const JUDGED_AFTER_MS = 120_000;
const FIRST_RETRY_MS = 60_000;
const LONGEST_RETRY_MS = 6 * 3_600_000;
/** About a day of retries: an older message surprises more than it helps. */
const MOST_ATTEMPTS = 10;

/** What the row says once nothing more is tried. */
const ENDINGS: Record<SmsOutcome['kind'], string> = {
  sent: 'SENT',
  later: 'GIVEN_UP',
  refused: 'GIVEN_UP',
  unsure: 'UNSURE',
  off: 'GIVEN_UP',
};

/** A table of messages by SMS: its rows have `status`, `attempts`, `next_attempt_at`, `last_error`, `created_at` and `sent_at`. */
interface SmsTable<Row> {
  name: 'sms_outbox' | 'payer_messages' | 'phone_verifications';
  key: 'vote_id' | 'id';
  /** What a message is, for errors. */
  what: string;
  kind: 'CODE' | 'RECEIPT' | 'REFUND';
  /** SQL: $1 now, $2 a row taken now is judged after this, $3 most rows. */
  claim: string;
  /** How long a hand-over may take; by default it is judged after two minutes. */
  claimMs?: number;
  /** Where the usual waits are too long. */
  firstRetryMs?: number;
  longestRetryMs?: number;
  keyOf(row: Row): string;
  contestOf(row: Row): string;
  /** null for a person whose number was erased. */
  smsOf(row: Row): OutgoingSms | null;
}

/** Sends what waits in one table: at most once each. What was certainly not taken is tried again; what may have been is not. */
export class SmsOutbox<Row extends { attempts: number }> {
  private readonly outbox: Outbox<Row>;

  constructor(
    private readonly pool: pg.Pool,
    private readonly clock: Clock,
    private readonly table: SmsTable<Row>,
    handOver: (sms: OutgoingSms | null) => Promise<SmsOutcome>,
  ) {
    this.outbox = new Outbox(clock, {
      batch: BATCH,
      claimMs: table.claimMs ?? JUDGED_AFTER_MS,
      firstRetryMs: table.firstRetryMs ?? FIRST_RETRY_MS,
      longestRetryMs: table.longestRetryMs ?? LONGEST_RETRY_MS,
      mostAttempts: MOST_ATTEMPTS,
      afterFailure: 'continue',
      claim: (now, until, limit) => this.claim(now, until, limit),
      deliver: (row) => handOver(table.smsOf(row)),
      record: (row, outcome, now, retryAt) => this.record(row, outcome, now, retryAt),
      describe: ({ kind, reason }) => `${table.what} not sent (${kind}): ${reason}`,
    });
  }

  /**
   * Send everything that is due.
   * @param stopping ends it after the messages under way; the rest stays due for another worker
   * @throws Error when one was not taken, after all were tried; the table knows when to try it again
   */
  async sendDue(stopping: AbortSignal): Promise<void> {
    await this.outbox.sendDue(stopping);
  }

  /** Judge what a dead process left behind: it may have been taken. @returns how many */
  async judgeLeft(): Promise<number> {
    const { rowCount } = await this.pool.query(
      `UPDATE ${this.table.name} SET status = 'UNSURE', next_attempt_at = NULL, last_error = 'the process died while handing it over'
       WHERE status = 'SENDING' AND next_attempt_at <= $1`,
      [this.clock.now()],
    );
    return rowCount ?? 0;
  }

  async backlog(): Promise<Backlog> {
    const { rows } = await this.pool.query<Backlog>(
      `SELECT count(*) AS rows, min(created_at) AS since
       FROM (SELECT created_at FROM ${this.table.name} WHERE next_attempt_at IS NOT NULL LIMIT 100000) waiting`,
    );
    return rows[0] as Backlog;
  }

  /** What will be charged for, before the row says that it was sent: a process that dies in between has spent it all the same. */
  private async note(contestId: string, { provider, messageId, parts }: TakenSms, now: Date): Promise<void> {
    await this.pool.query({
      name: 'note sms',
      text: `INSERT INTO sms_messages (id, contest_id, kind, provider, message_id, parts, sent_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING`,
      values: [newId(), contestId, this.table.kind, provider, messageId, parts, now],
    });
  }

  private async claim(now: Date, judged: Date, limit: number): Promise<Row[]> {
    const { name, claim } = this.table;
    const values = [now, judged, limit];
    return (await this.pool.query({ name: `claim ${name}`, text: claim, values })).rows as Row[];
  }

  private async record(row: Row, outcome: SmsOutcome, now: Date, retryAt: Date | null): Promise<void> {
    const { name, key, keyOf } = this.table;
    const taken = outcome.kind === 'sent' ? outcome.message : undefined;
    if (taken) await this.note(this.table.contestOf(row), taken, now);
    await this.pool.query({
      name: `record ${name}`,
      text: `UPDATE ${name} SET status = $2, next_attempt_at = $3, last_error = $4, sent_at = $5 WHERE ${key} = $1`,
      values: [
        keyOf(row),
        retryAt ? 'DUE' : ENDINGS[outcome.kind],
        retryAt,
        outcome.kind === 'sent' ? null : outcome.reason,
        outcome.kind === 'sent' ? now : null,
      ],
    });
  }
}
