import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { Counter, type Registry } from 'prom-client';
import type { MobileNetwork } from '@abato/contracts';
import { HOT_POOL, sqlFile } from '@abato/database';
import { type Backlog, type Delivery, exportBacklog, Outbox, Sweeps } from '@abato/jobs';
import { ChargePaymentService } from '@abato/payments';
import { AppError, type Clock, CLOCK, METRICS } from '@abato/platform';

const CLAIM = sqlFile(import.meta.url, './claim-ussd-charges.sql');
/** The voter looks at the phone and waits. */
const SWEEP_MS = 1_000;
const BATCH = 20;
/** Longer than a call to the provider may take. */
const CLAIM_MS = 60_000;
const FIRST_RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 60_000;
/** About eight minutes: a prompt that comes later surprises more than it helps. */
const MOST_ATTEMPTS = 10;

/** Refusals that pass: our own limit of calls, a provider that does not answer, an attempt that is being prepared. */
const PASSING: ReadonlySet<string> = new Set(['OVERLOADED', 'PROVIDER_UNAVAILABLE', 'CONFLICT']);

const OUTCOMES = { SENT: 'sent', DUE: 'later', GIVEN_UP: 'given-up' } as const;

interface Charge {
  voteId: string;
  attempts: number;
  network: MobileNetwork;
  phone: string | null;
}

/** Sends the prompts that USSD sessions have announced, after the sessions' end. What was ordered is in PostgreSQL. */
@Injectable()
export class BeginCharges {
  private readonly outbox: Outbox<Charge>;
  private readonly outcomes: Counter;

  constructor(
    @Inject(HOT_POOL) private readonly pool: pg.Pool,
    @Inject(CLOCK) clock: Clock,
    @Inject(METRICS) metrics: Registry,
    private readonly payments: ChargePaymentService,
    sweeps: Sweeps,
  ) {
    this.outcomes = new Counter({
      name: 'abato_ussd_charges_total',
      help: 'Prompts of USSD votes by outcome: sent, later (tried again), given-up',
      labelNames: ['outcome'],
      registers: [metrics],
    });
    for (const outcome of ['sent', 'later', 'given-up']) this.outcomes.inc({ outcome }, 0);
    exportBacklog(
      { metrics, clock },
      'ussd_charges',
      'prompts that USSD sessions announced and that are not sent',
      () => this.backlog(),
    );
    this.outbox = new Outbox(clock, {
      batch: BATCH,
      claimMs: CLAIM_MS,
      firstRetryMs: FIRST_RETRY_MS,
      longestRetryMs: LONGEST_RETRY_MS,
      mostAttempts: MOST_ATTEMPTS,
      afterFailure: 'continue',
      claim: async (now, until, limit) => (await this.pool.query<Charge>(CLAIM, [now, until, limit])).rows,
      deliver: (row) => this.begin(row),
      record: (row, delivery, now, retryAt) => this.record(row, delivery, now, retryAt),
      describe: ({ kind, reason }) => `a prompt of a USSD vote was not sent (${kind}): ${reason}`,
    });
    sweeps.add('ussd charges', SWEEP_MS, (stopping) => this.outbox.sendDue(stopping));
  }

  private async backlog(): Promise<Backlog> {
    const { rows } = await this.pool.query<Backlog>(
      `SELECT count(*) AS rows, min(created_at) AS since
       FROM (SELECT created_at FROM ussd_charges WHERE status = 'DUE' LIMIT 100000) waiting`,
    );
    return rows[0] as Backlog;
  }

  private async begin({ voteId, network, phone }: Charge): Promise<Delivery> {
    if (phone === null) return { kind: 'refused', reason: 'the number was erased' };
    try {
      await this.payments.chargeVouched({ voteId, phoneNumber: phone, network });
      return { kind: 'sent' };
    } catch (error) {
      const reason = error instanceof AppError ? error.code : (error as Error).message;
      const passes = !(error instanceof AppError) || PASSING.has(error.code);
      return { kind: passes ? 'later' : 'refused', reason };
    }
  }

  private async record(
    { voteId }: Charge,
    delivery: Delivery,
    now: Date,
    retryAt: Date | null,
  ): Promise<void> {
    const status = delivery.kind === 'sent' ? 'SENT' : retryAt ? 'DUE' : 'GIVEN_UP';
    this.outcomes.inc({ outcome: OUTCOMES[status] });
    await this.pool.query(
      `UPDATE ussd_charges SET status = $2, next_attempt_at = $3, last_error = $4, sent_at = CASE WHEN $2 = 'SENT' THEN $5::timestamptz END
       WHERE vote_id = $1`,
      [voteId, status, retryAt, 'reason' in delivery ? delivery.reason : null, now],
    );
  }
}
