import { Counter, type Registry } from 'prom-client';
import { GroupCommit, type SqlRunner } from '@abato/database';
import { type Backlog, Outbox, turnAfterMs } from '@abato/jobs';
import { type Clock, newId } from '@abato/platform';
import type { OutgoingSms, SmsOutcome, SmsTransport } from './sms-transport.js';

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
  /** null for a person whose number was erased. */
  smsOf(row: Row): OutgoingSms | null;
}

/** What every table tells of a message. */
interface DueSms {
  id?: string;
  vote_id?: string;
  contest_id: string;
  attempts: number;
}

/** How handing a row over ended, and until when it waits. */
interface Ending<Row> {
  row: Row;
  outcome: SmsOutcome;
  at: Date;
  retryAt: Date | null;
}

/** Counts what became of messages. @param what they are, for the help text */
export const countOutcomes = (metrics: Registry, name: string, what: string): Counter =>
  new Counter({
    name,
    help: `${what} handed to the SMS provider by outcome: sent, later, refused, unsure, off`,
    labelNames: ['outcome'],
    registers: [metrics],
  });

/** Sends what waits in one table: at most once each. What was certainly not taken is tried again; what may have been is not. */
export class SmsOutbox<Row extends DueSms> {
  private readonly outbox: Outbox<Row>;
  /** Together: a commit for each message took the disk from the payments that the messages tell of. */
  private readonly endings = new GroupCommit<Ending<Row>, void>((endings) => this.write(endings), {
    maxBatch: BATCH,
    maxWaiting: Infinity,
  });

  constructor(
    private readonly sql: SqlRunner,
    private readonly clock: Clock,
    private readonly table: SmsTable<Row>,
    private readonly transport: SmsTransport,
    private readonly outcomes: Counter,
  ) {
    this.outbox = new Outbox(clock, {
      batch: BATCH,
      claimMs: table.claimMs ?? JUDGED_AFTER_MS,
      firstRetryMs: table.firstRetryMs ?? FIRST_RETRY_MS,
      longestRetryMs: table.longestRetryMs ?? LONGEST_RETRY_MS,
      mostAttempts: MOST_ATTEMPTS,
      afterFailure: 'continue',
      room: transport.room,
      claim: (now, until, limit) => this.claim(now, until, limit),
      deliver: (row) => this.handOver(table.smsOf(row)),
      record: async (row, outcome, at, retryAt) => {
        await this.endings.add({ row, outcome, at, retryAt });
      },
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
    const { rowCount } = await this.sql.query(
      `UPDATE ${this.table.name} SET status = 'UNSURE', next_attempt_at = NULL, last_error = 'the process died while handing it over'
       WHERE status = 'SENDING' AND next_attempt_at <= $1`,
      [this.clock.now()],
    );
    return rowCount ?? 0;
  }

  async backlog(): Promise<Backlog> {
    const { rows } = await this.sql.query<Backlog>(
      `SELECT count(*) AS rows, min(created_at) AS since
       FROM (SELECT created_at FROM ${this.table.name} WHERE next_attempt_at IS NOT NULL LIMIT 100000) waiting`,
    );
    return rows[0] as Backlog;
  }

  private async handOver(sms: OutgoingSms | null): Promise<SmsOutcome> {
    const outcome: SmsOutcome = sms
      ? await this.transport.send(sms)
      : { kind: 'refused', reason: 'the number was erased' };
    this.outcomes.inc({ outcome: outcome.kind });
    return outcome;
  }

  /** What will be charged for, before the rows say that they were sent: a process that dies in between has spent it all the same. */
  private async note(endings: readonly Ending<Row>[]): Promise<void> {
    const taken = endings.flatMap(({ row, outcome, at }) =>
      outcome.kind === 'sent' && outcome.message
        ? [{ ...outcome.message, contestId: row.contest_id, at }]
        : [],
    );
    if (!taken.length) return;
    await this.sql.query({
      name: 'note sms',
      text: `INSERT INTO sms_messages (id, contest_id, kind, provider, message_id, parts, sent_at)
             SELECT m.id, m.contest_id, $1, m.provider, m.message_id, m.parts, m.sent_at
             FROM unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::int[], $7::timestamptz[])
               AS m (id, contest_id, provider, message_id, parts, sent_at)
             ON CONFLICT DO NOTHING`,
      values: [
        this.table.kind,
        taken.map(() => newId()),
        taken.map(({ contestId }) => contestId),
        taken.map(({ provider }) => provider),
        taken.map(({ messageId }) => messageId),
        taken.map(({ parts }) => parts),
        taken.map(({ at }) => at),
      ],
    });
  }

  private async claim(now: Date, judged: Date, limit: number): Promise<Row[]> {
    const { name, claim } = this.table;
    const values = [now, judged, limit];
    return (await this.sql.query({ name: `claim ${name}`, text: claim, values })).rows as Row[];
  }

  private async write(endings: readonly Ending<Row>[]): Promise<void[]> {
    await this.note(endings);
    const { name, key } = this.table;
    await this.sql.query({
      name: `record ${name}`,
      text: `UPDATE ${name} t SET status = e.status, next_attempt_at = e.next_attempt_at, last_error = e.error, sent_at = e.sent_at,
               attempts = t.attempts - e.unused
             FROM unnest($1::uuid[], $2::text[], $3::timestamptz[], $4::text[], $5::timestamptz[], $6::int[])
               AS e (key, status, next_attempt_at, error, sent_at, unused)
             WHERE t.${key} = e.key`,
      values: [
        endings.map(({ row }) => row[key]),
        endings.map(({ outcome, retryAt }) => (retryAt ? 'DUE' : ENDINGS[outcome.kind])),
        endings.map(({ retryAt }) => retryAt),
        endings.map(({ outcome }) => (outcome.kind === 'sent' ? null : outcome.reason)),
        endings.map(({ outcome, at }) => (outcome.kind === 'sent' ? at : null)),
        endings.map(({ outcome }) => (turnAfterMs(outcome) === null ? 0 : 1)),
      ],
    });
    return endings.map(() => undefined);
  }
}
