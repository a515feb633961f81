import { Inject, Injectable } from '@nestjs/common';
import { type Actor, ownerScope } from '@abato/accounts';
import {
  type Page,
  type BookDifferenceView,
  MOST_CONTEST_DIFFERENCES,
  type MoneyClass,
  type ReconciliationView,
} from '@abato/contracts';
import { asView, readPage, sqlFile, Transactions } from '@abato/database';
import { AppError, type Clock, CLOCK } from '@abato/platform';
import { PAYMENT_STATES, type PaymentState } from '../rules/payment-state.js';

/** SQL: the columns of BookDifferenceView. */
const DIFFERENCE = `class, reference, contest_id AS "contestId", provider_amount_pesewas AS "providerAmountPesewas",
  booked_amount_pesewas AS "bookedAmountPesewas", found_at AS "foundAt"`;
const OPEN_DIFFERENCES = `SELECT ${DIFFERENCE}, count(*) OVER ()::int AS total FROM book_differences WHERE resolved_at IS NULL
  ORDER BY found_at DESC, reference, class OFFSET $1 LIMIT $2`;
const RECONCILE = sqlFile(import.meta.url, './reconciliation.sql').replace('/* difference */', DIFFERENCE);
/** A check this long overdue means that the provider does not answer, or that no worker runs. */
const OVERDUE_MS = 2 * 60_000;
const LAG_MS = 30_000;

/** Where the money of a payment in this state is. */
function classOf(state: PaymentState): MoneyClass | 'undecided' {
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

interface Otherwise {
  payments: number;
  amountPesewas: number;
  oldest: string;
}

/** Shows whether a contest's books agree with the provider's money. */
@Injectable()
export class ReconciliationService {
  constructor(
    private readonly db: Transactions,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws AppError CONTEST_NOT_FOUND, also for another organiser's */
  async ofContest(actor: Actor, contestId: string): Promise<ReconciliationView> {
    const owned = await this.db.query(
      'SELECT FROM contests WHERE id = $1 AND ($2::uuid IS NULL OR user_id = $2)',
      [contestId, ownerScope(actor)],
    );
    if (owned.rowCount === 0) throw new AppError('CONTEST_NOT_FOUND');
    const now = this.clock.now().getTime();
    const { rows } = await this.db.query<{
      taken: number;
      undecided: number;
      counted: number;
      incomplete: boolean;
      otherwise: Otherwise | null;
      provider: object[];
      compared_through: string | null;
      classes: { class: MoneyClass; amountPesewas: number }[];
    }>(RECONCILE, [
      contestId,
      CLASSES,
      new Date(now - OVERDUE_MS),
      new Date(now - LAG_MS),
      MOST_CONTEST_DIFFERENCES,
    ]);
    const row = rows[0];
    if (!row) throw new Error('reconciliation returned nothing');
    const takenIn = (name: MoneyClass): number =>
      row.classes.find((one) => one.class === name)?.amountPesewas ?? 0;
    const [refunded, reversed, held, returning] = [
      takenIn('refunded'),
      takenIn('reversed'),
      takenIn('held'),
      takenIn('returning'),
    ];
    // The ledger says what was counted, not the payments: the two are kept apart so that they can contradict each other.
    const difference = row.taken - refunded - reversed - row.counted - held - returning;
    return asView<ReconciliationView>({
      contestId,
      takenPesewas: row.taken,
      refundedPesewas: refunded,
      reversedPesewas: reversed,
      countedPesewas: row.counted,
      heldPesewas: held,
      returningPesewas: returning,
      differencePesewas: difference,
      classes: row.classes,
      differences: differencesOf(difference, row.otherwise),
      provider: row.provider,
      comparedThrough: row.compared_through,
      undecided: row.undecided,
      incomplete: row.incomplete,
    });
  }

  /** Unexplained differences that the daily comparison has found in any contest, newest first. */
  async differences(page: Page): Promise<{ items: BookDifferenceView[]; total: number }> {
    return readPage<BookDifferenceView>(this.db, OPEN_DIFFERENCES, [], page);
  }
}

/** What a super admin took otherwise than it was asked explains a difference, and what is left is unexplained. Pesewas. */
function differencesOf(difference: number, otherwise: Otherwise | null): object[] {
  const rest = difference - (otherwise?.amountPesewas ?? 0);
  const unexplained = { class: 'unexplained', payments: 0, amountPesewas: rest, oldest: null };
  return [
    ...(otherwise ? [{ class: 'accepted-otherwise', ...otherwise }] : []),
    ...(rest === 0 ? [] : [unexplained]),
  ];
}
