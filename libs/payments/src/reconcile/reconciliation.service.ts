import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Repository } from 'typeorm';
import { type Actor, ownerScope } from '@abato/accounts';
import {
  type Page,
  type BookDifferenceView,
  cedisFromPesewas,
  MOST_CONTEST_DIFFERENCES,
  type MoneyClass,
  type ReconciliationView,
} from '@abato/contracts';
import { sqlFile, Transactions } from '@abato/database';
import { AppError, type Clock, CLOCK } from '@abato/platform';
import { PAYMENT_STATES, type PaymentState } from '../rules/payment-state.js';
import { RecordedBookDifference } from './recorded-book-difference.entity.js';

const RECONCILE = sqlFile(import.meta.url, './reconciliation.sql');
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

interface ClassRow {
  class: MoneyClass;
  payments: number;
  taken: number;
  asked: number;
  oldest: string;
}

/** Times of JSON are texts. */
type DifferenceRow = Omit<RecordedBookDifference, 'foundAt' | 'resolvedAt'> & { foundAt: Date | string };

/** Shows whether a contest's books agree with the provider's money. */
@Injectable()
export class ReconciliationService {
  constructor(
    @InjectRepository(RecordedBookDifference)
    private readonly recorded: Repository<RecordedBookDifference>,
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
      otherwise: { payments: number; amount: number; oldest: string } | null;
      provider: DifferenceRow[];
      compared_through: string | null;
      classes: ClassRow[];
    }>(RECONCILE, [
      contestId,
      CLASSES,
      new Date(now - OVERDUE_MS),
      new Date(now - LAG_MS),
      MOST_CONTEST_DIFFERENCES,
    ]);
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
      differences: differencesOf(difference, row.otherwise),
      provider: row.provider.map(differenceView),
      comparedThrough: row.compared_through,
      undecided: row.undecided,
      incomplete: row.incomplete,
    };
  }

  /** Unexplained differences that the daily comparison has found in any contest, newest first. */
  async differences(page: Page): Promise<{ items: BookDifferenceView[]; total: number }> {
    const [differences, total] = await this.recorded.findAndCount({
      where: { resolvedAt: IsNull() },
      order: { foundAt: 'DESC', reference: 'ASC', class: 'ASC' },
      skip: page.skip,
      take: page.pageSize,
    });
    return { items: differences.map(differenceView), total };
  }
}

/** @param difference in pesewas */
function differencesOf(
  difference: number,
  otherwise: { payments: number; amount: number; oldest: string } | null,
): ReconciliationView['differences'] {
  const explained = otherwise?.amount ?? 0;
  const known = otherwise && {
    class: 'accepted-otherwise' as const,
    payments: otherwise.payments,
    amount: cedisFromPesewas(explained),
    oldest: new Date(otherwise.oldest).toISOString(),
  };
  const rest = difference - explained;
  const unexplained = {
    class: 'unexplained' as const,
    payments: 0,
    amount: cedisFromPesewas(rest),
    oldest: null,
  };
  return [...(known ? [known] : []), ...(rest === 0 ? [] : [unexplained])];
}

function differenceView(row: DifferenceRow): BookDifferenceView {
  const money = (pesewas: number | null): number | null =>
    pesewas === null ? null : cedisFromPesewas(pesewas);
  return {
    class: row.class,
    reference: row.reference,
    contestId: row.contestId,
    providerAmount: money(row.providerPesewas),
    bookedAmount: money(row.bookedPesewas),
    foundAt: new Date(row.foundAt).toISOString(),
  };
}
