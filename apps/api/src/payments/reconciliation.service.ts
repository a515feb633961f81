import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { cedisFromPesewas, type ReconciliationView } from '@abato/contracts';
import { AppError, PAYMENT_STATES, type PaymentState } from '@abato/domain';
import { sqlFile } from '@abato/persistence';
import { CLOCK, type Clock } from '@abato/platform';
import { ownerScope, type Actor } from '../access/actor.js';
import { HOT_POOL } from '../core/tokens.js';

const RECONCILE = sqlFile(import.meta.url, './reconciliation.sql');
/** A check this long overdue means that the provider does not answer, or that no worker runs. */
const OVERDUE_MS = 2 * 60_000;
const LAG_MS = 30_000;

type MoneyClass = 'undecided' | 'counted' | 'held' | 'returning' | 'refunded' | 'reversed';

/** Where the money of a payment in this state is. */
function classOf(state: PaymentState): MoneyClass {
  if (state === 'REFUNDED') return 'refunded';
  switch (PAYMENT_STATES[state].kind) {
    case 'open':
    case 'soft-failed':
      return 'undecided';
    case 'refund':
      return 'returning';
    case 'counted':
    case 'held':
    case 'reversed':
      return PAYMENT_STATES[state].kind;
  }
}

const CLASSES = JSON.stringify(
  Object.fromEntries((Object.keys(PAYMENT_STATES) as PaymentState[]).map((state) => [state, classOf(state)])),
);

interface ClassRow {
  class: MoneyClass;
  payments: number;
  taken: number;
  asked: number;
  oldest: string;
}

/** Shows whether a contest's books agree with the provider's money. */
@Injectable()
export class ReconciliationService {
  constructor(
    @Inject(HOT_POOL) private readonly pool: pg.Pool,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws AppError CONTEST_NOT_FOUND, also for somebody else's */
  async ofContest(actor: Actor, contestId: string): Promise<ReconciliationView> {
    const owned = await this.pool.query(
      'SELECT FROM contests WHERE id = $1 AND ($2::uuid IS NULL OR user_id = $2)',
      [contestId, ownerScope(actor)],
    );
    if (owned.rowCount === 0) throw new AppError('CONTEST_NOT_FOUND');
    const now = this.clock.now().getTime();
    const { rows } = await this.pool.query<{
      taken: number;
      undecided: number;
      counted: number;
      incomplete: boolean;
      classes: ClassRow[];
    }>(RECONCILE, [contestId, CLASSES, new Date(now - OVERDUE_MS), new Date(now - LAG_MS)]);
    const row = rows[0];
    if (!row) throw new Error('reconciliation returned nothing');
    const takenIn = (name: MoneyClass): number => row.classes.find((one) => one.class === name)?.taken ?? 0;
    const [refunded, reversed, held, returning] = [
      takenIn('refunded'),
      takenIn('reversed'),
      takenIn('held'),
      takenIn('returning'),
    ];
    // The ledger says what was counted, not the payments: the two are kept apart so that they can contradict each other.
    const difference = row.taken - refunded - reversed - row.counted - held - returning;
    return {
      contestId,
      taken: cedisFromPesewas(row.taken),
      refunded: cedisFromPesewas(refunded),
      reversed: cedisFromPesewas(reversed),
      counted: cedisFromPesewas(row.counted),
      held: cedisFromPesewas(held),
      returning: cedisFromPesewas(returning),
      difference: cedisFromPesewas(difference),
      classes: row.classes.map((one) => ({
        class: one.class,
        payments: one.payments,
        amount: cedisFromPesewas(one.taken),
        oldest: new Date(one.oldest).toISOString(),
      })),
      undecided: row.undecided,
      incomplete: row.incomplete,
    };
  }
}
