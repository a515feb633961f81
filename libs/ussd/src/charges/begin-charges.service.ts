import { Inject, Injectable } from '@nestjs/common';
import { Counter, type Registry } from 'prom-client';
import type { MobileNetwork } from '@abato/contracts';
import { sqlFile, Transactions } from '@abato/database';
import { type Backlog, type Delivery, exportBacklog, Outbox, Sweeps, turnAfterMs } from '@abato/jobs';
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
/** Failed calls of about eight minutes. */
const MOST_ATTEMPTS = 10;
/** A prompt that comes later surprises more than it helps. Also the longest line that payers are told of. */
const MOST_AGE_MS = 15 * 60_000;
/** One who waits for a turn asks again at least this often: lines get shorter when others give up. */
const LONGEST_WAIT_SECONDS = 60;

/** Refusals that pass: our own limit of calls, a provider that does not answer, an attempt that is being prepared. */
const PASSING: ReadonlySet<string> = new Set(['OVERLOADED', 'PROVIDER_UNAVAILABLE', 'CONFLICT']);

const OUTCOMES = { SENT: 'sent', DUE: 'later', GIVEN_UP: 'given-up' } as const;

interface Charge {
  voteId: string;
  attempts: number;
  orderedAt: Date;
  network: MobileNetwork;
  phone: string | null;
}

/** Sends the prompts that USSD sessions have announced, after the sessions' end. What was ordered is in PostgreSQL. */
@Injectable()
export class BeginCharges {
  private readonly outbox: Outbox<Charge>;
  private readonly outcomes: Counter;

  constructor(
    private readonly db: Transactions,
    @Inject(CLOCK) private readonly clock: Clock,
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
      claim: async (now, until, limit) => (await this.db.query<Charge>(CLAIM, [now, until, limit])).rows,
      deliver: (row) => this.begin(row),
      record: (row, delivery, now, retryAt) => this.record(row, delivery, now, retryAt),
      describe: ({ kind, reason }) => `a prompt of a USSD vote was not sent (${kind}): ${reason}`,
    });
    sweeps.add('ussd charges', SWEEP_MS, (stopping) => this.outbox.sendDue(stopping));
  }

  private async backlog(): Promise<Backlog> {
    const { rows } = await this.db.query<Backlog>(
      `SELECT count(*) AS rows, min(created_at) AS since
       FROM (SELECT created_at FROM ussd_charges WHERE status = 'DUE' LIMIT 100000) waiting`,
    );
    return rows[0] as Backlog;
  }

  private async begin({ voteId, orderedAt, network, phone }: Charge): Promise<Delivery> {
    if (phone === null) return { kind: 'refused', reason: 'the number was erased' };
    try {
      await this.payments.chargeVouched({ voteId, phoneNumber: phone, network });
      return { kind: 'sent' };
    } catch (error) {
      const reason = error instanceof AppError ? error.code : (error as Error).message;
      const passes = !(error instanceof AppError) || PASSING.has(error.code);
      const isOld = this.clock.now().getTime() - orderedAt.getTime() >= MOST_AGE_MS;
      if (!passes || isOld) return { kind: 'refused', reason };
      return { kind: 'later', reason, retryAfter: secondsToTurn(error) };
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
    await this.db.query(
      `UPDATE ussd_charges SET status = $2, next_attempt_at = $3, last_error = $4, attempts = attempts - $6,
         sent_at = CASE WHEN $2 = 'SENT' THEN $5::timestamptz END
       WHERE vote_id = $1`,
      [
        voteId,
        status,
        retryAt,
        'reason' in delivery ? delivery.reason : null,
        now,
        turnAfterMs(delivery) === null ? 0 : 1,
      ],
    );
  }
}

/** Seconds until a payer who waits in line asks again: its ticket is kept only until shortly after its turn. Undefined for other refusals. */
function secondsToTurn(error: unknown): number | undefined {
  if (!(error instanceof AppError) || error.code !== 'OVERLOADED') return undefined;
  return error.retryAfter && Math.min(error.retryAfter, LONGEST_WAIT_SECONDS);
}

/** The network shows one thing at a time: the session has to be off the screen before the prompt comes. */
const AFTER_SESSION_MS = 3_000;

/** Mobile-money prompts that sessions have announced. */
@Injectable()
export class UssdCharges {
  constructor(
    private readonly db: Transactions,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Order the prompt for a vote, once however often it is ordered. */
  async order(voteId: string, network: MobileNetwork): Promise<void> {
    const now = this.clock.now();
    await this.db.query(
      `INSERT INTO ussd_charges (vote_id, network, next_attempt_at, created_at) VALUES ($1, $2, $3, $4)
       ON CONFLICT (vote_id) DO NOTHING`,
      [voteId, network, new Date(now.getTime() + AFTER_SESSION_MS), now],
    );
  }
}
