import { DataSource } from 'typeorm';
import { Injectable } from '@nestjs/common';
import { type Actor, ownerScope } from '@abato/accounts';
import {
  cedisFromPesewas,
  maskEmail,
  maskPhone,
  type Page,
  type PaymentFilters,
  type PaymentMethod,
  type PaymentStats,
  type PaymentView,
  type RevenueView,
  type SettlementStatus,
  type PaymentStateName,
} from '@abato/contracts';
import { moneyOfPayments, Payment, PAYMENT_STATES, statesOf } from '@abato/payments';
import { Contest } from '@abato/contests';
import { asView, cappedCount, idsOfDay } from '@abato/database';
import { AppError } from '@abato/platform';
import { WAITING_TOO_LONG_MS } from '@abato/voting';

interface RevenueRow {
  totalRevenuePesewas: number;
  totalPayments: number;
  incomplete: boolean;
}

/** Payments of contests: the books. They stay readable when a contest is deleted. */
@Injectable()
export class PaymentRecordsRepository {
  constructor(private readonly source: DataSource) {}

  /** @throws AppError CONTEST_NOT_FOUND, also for one that the actor may not see; deleted ones are found */
  async assertInBooks(actor: Actor, contestId: string): Promise<void> {
    const ownerId = ownerScope(actor);
    const query = this.source
      .createQueryBuilder(Contest, 'contest')
      .where('contest.id = :contestId', { contestId });
    if (ownerId) query.andWhere('contest.userId = :ownerId', { ownerId });
    if (!(await query.getExists())) throw new AppError('CONTEST_NOT_FOUND');
  }

  /**
   * Newest first, payers masked.
   * @param found ids of the votes that a search found; without it all payments
   */
  async list(
    actor: Actor,
    contestId: string,
    { status, state, method, day }: PaymentFilters,
    page: Page,
    found?: readonly string[],
  ): Promise<{ items: PaymentView[]; total: number }> {
    await this.assertInBooks(actor, contestId);
    const query = this.source
      .createQueryBuilder(Payment, 'payment')
      .leftJoinAndSelect('payment.vote', 'vote')
      .leftJoinAndSelect('vote.contestant', 'contestant')
      .where('payment.contestId = :contestId', { contestId });
    if (status) query.andWhere('payment.state IN (:...states)', { states: statesOf(status) });
    if (state) query.andWhere('payment.state = :state', { state });
    if (method) query.andWhere('payment.method = :method', { method });
    if (day) query.andWhere('payment.id >= :from AND payment.id < :to', idsOfDay(day));
    if (found) query.andWhere('payment.voteId = ANY(:found::uuid[])', { found });
    const talliesKnow = !state && !method && !day && !found;
    const [payments, total] = await Promise.all([
      query.clone().orderBy('payment.id', 'DESC').offset(page.skip).limit(page.pageSize).getMany(),
      cappedCount(query, async () => (talliesKnow ? this.countFromTallies(contestId, status) : 0)),
    ]);
    const money = await moneyOfPayments(this.source, payments);
    return { items: payments.map((payment) => paymentView(payment, money.get(payment.id))), total };
  }

  /** Completed ones from the tallies, the others from an index that holds only them. */
  async stats(actor: Actor, contestId: string): Promise<PaymentStats> {
    await this.assertInBooks(actor, contestId);
    return this.figures(contestId);
  }

  /** The same for those who were asked before whether they may see the contest. */
  async figures(contestId: string): Promise<PaymentStats> {
    const [methods, open] = await Promise.all([
      this.source.query<{ method: PaymentMethod; count: number; amount: number }[]>(
        `SELECT method, sum(transactions)::bigint AS count, sum(amount_pesewas)::bigint AS amount
         FROM contest_hours WHERE contest_id = $1 AND method <> 'FREE'
         GROUP BY method HAVING sum(transactions) <> 0 ORDER BY method`,
        [contestId],
      ),
      this.uncounted(contestId),
    ]);
    const totalPayments = methods.reduce((sum, row) => sum + row.count, 0);
    return {
      totalRevenue: cedisFromPesewas(methods.reduce((sum, row) => sum + row.amount, 0)),
      totalPayments,
      paymentsByMethod: methods.map((row) => ({
        method: row.method,
        _count: row.count,
        _sum: { amount: cedisFromPesewas(row.amount) },
      })),
      countsByStatus: { COMPLETED: totalPayments, ...open },
    };
  }

  /** Of all contests that the actor may see. */
  async revenue(actor: Actor, now: Date): Promise<RevenueView> {
    const contests = await this.source.query<RevenueRow[]>(
      `SELECT c.id AS "contestId", c.title, coalesce(h.amount, 0) AS "totalRevenuePesewas", coalesce(h.payments, 0) AS "totalPayments",
         c.archived_at IS NOT NULL AS archived,
         EXISTS (SELECT FROM tally_outbox o WHERE o.contest_id = c.id AND o.created_at < $2) AS incomplete
       FROM contests c
       LEFT JOIN LATERAL (
         SELECT sum(transactions)::bigint AS payments, sum(amount_pesewas)::bigint AS amount
         FROM contest_hours WHERE contest_id = c.id AND method <> 'FREE'
       ) h ON true
       WHERE ($1::uuid IS NULL OR c.user_id = $1) AND NOT c.is_rehearsal
         AND (c.archived_at IS NULL OR h.amount <> 0)
       ORDER BY c.created_at DESC, c.id`,
      [ownerScope(actor), new Date(now.getTime() - WAITING_TOO_LONG_MS)],
    );
    return asView<RevenueView>({
      totalRevenuePesewas: contests.reduce((sum, row) => sum + row.totalRevenuePesewas, 0),
      totalPayments: contests.reduce((sum, row) => sum + row.totalPayments, 0),
      contests,
      incomplete: contests.some((row) => row.incomplete),
    });
  }

  private async countFromTallies(contestId: string, status: SettlementStatus | undefined): Promise<number> {
    const { countsByStatus } = await this.figures(contestId);
    return status
      ? countsByStatus[status]
      : countsByStatus.COMPLETED + countsByStatus.PENDING + countsByStatus.FAILED;
  }

  private async uncounted(contestId: string): Promise<{ PENDING: number; FAILED: number }> {
    const rows: { state: PaymentStateName; count: number }[] = await this.source.query(
      `SELECT state, count(*) AS count FROM payments
       WHERE contest_id = $1 AND state NOT IN ('COMPLETED', 'DISPUTED') GROUP BY state`,
      [contestId],
    );
    const counts = { PENDING: 0, FAILED: 0 };
    for (const { state, count } of rows) {
      const status = PAYMENT_STATES[state].outward;
      if (status !== 'COMPLETED') counts[status] += count;
    }
    return counts;
  }
}

function paymentView(payment: Payment, money?: Partial<PaymentView>): PaymentView {
  // A vote is never deleted, but the relation is read without a foreign key.
  const vote = payment.vote as Payment['vote'] | null;
  return {
    id: payment.id,
    reference: payment.reference,
    amount: cedisFromPesewas(payment.amountPesewas),
    method: payment.method,
    channel: payment.channel,
    status: PAYMENT_STATES[payment.state].outward,
    state: payment.state,
    phoneNumber: payment.phoneNumber === null ? null : maskPhone(payment.phoneNumber),
    createdAt: payment.createdAt.toISOString(),
    vote: {
      voterName: vote?.voterName ?? null,
      voterEmail: vote?.voterEmail ? maskEmail(vote.voterEmail) : null,
      voteCount: vote?.voteCount ?? 0,
      contestant: vote?.contestant ? { name: vote.contestant.name } : null,
    },
    refundable: null,
    refundRequest: null,
    ...money,
  };
}
