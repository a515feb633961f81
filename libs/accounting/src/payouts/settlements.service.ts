import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Repository } from 'typeorm';
import { type Actor, recordBy } from '@abato/accounts';
import {
  cedisFromPesewas,
  type CloseDifferenceInput,
  type OpenSettlementDifference,
  type Page,
  type SettlementState,
  type SettlementView,
} from '@abato/contracts';
import { HostsRepository } from '@abato/contests';
import { readPage, Transactions } from '@abato/database';
import { AppError, type Clock, CLOCK, CSV_BYTE_ORDER_MARK, csvLine } from '@abato/platform';
import { differenceView } from './settlement-differences.js';
import { RecordedDifference } from './recorded-difference.entity.js';

/** More settlements than a host has in thirty years. */
const MOST_EXPORTED = 10_000;
const SETTLEMENTS = `SELECT s.provider_id, s.status, s.amount_pesewas, s.deductions_pesewas, s.settled_at, count(*) OVER ()::int AS total,
    (SELECT count(*) FROM settlement_payments p WHERE p.settlement_id = s.id)::int AS payments
  FROM settlements s WHERE s.host_id = $1 ORDER BY s.settled_at DESC, s.id DESC OFFSET $2 LIMIT $3`;

const CHANGED = 'The difference has changed since it was shown. Read the list again.';

export const SETTLEMENT_COLUMNS =
  'Settlement,Day (UTC),Status,Amount (GHS),Kept for refunds (GHS),Payments'.split(',');

interface SettlementRow {
  provider_id: string;
  status: SettlementState;
  amount_pesewas: number;
  deductions_pesewas: number;
  settled_at: Date;
  payments: number;
  total: number;
}

/** Reads what the provider has paid out to hosts. */
@Injectable()
export class SettlementsService {
  constructor(
    private readonly transactions: Transactions,
    @InjectRepository(RecordedDifference) private readonly differences: Repository<RecordedDifference>,
    private readonly hosts: HostsRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Settlements of a host, the newest first. @throws AppError HOST_NOT_FOUND, also for another organiser's */
  async list(actor: Actor, hostId: string, page: Page): Promise<{ items: SettlementView[]; total: number }> {
    await this.hosts.inBooks(actor, hostId);
    const { rows, total } = await readPage(page, (skip, take) => this.rows(hostId, skip, take));
    return { items: rows.map(settlementOf), total };
  }

  /** The same as CSV. @returns its lines and the host's name. @throws AppError HOST_NOT_FOUND */
  async csv(actor: Actor, hostId: string): Promise<{ hostName: string; text: string }> {
    const { name: hostName } = await this.hosts.inBooks(actor, hostId);
    const rows = await this.rows(hostId, 0, MOST_EXPORTED);
    const lines = rows
      .map(settlementOf)
      .map(({ providerId, settledAt, status, amount, deductions, payments }) =>
        csvLine([providerId, settledAt.slice(0, 10), status, amount, deductions, payments]),
      );
    return { hostName, text: CSV_BYTE_ORDER_MARK + [csvLine(SETTLEMENT_COLUMNS), ...lines].join('') };
  }

  /** What of all settlements cannot be explained, the newest first: for super admins. */
  async unexplained(page: Page): Promise<{ items: OpenSettlementDifference[]; total: number }> {
    const [differences, total] = await this.differences
      .createQueryBuilder('difference')
      .leftJoinAndSelect('difference.host', 'host')
      .where('difference.resolvedAt IS NULL')
      .orderBy('difference.foundAt', 'DESC')
      .addOrderBy('difference.class')
      .addOrderBy('difference.subject')
      .offset(page.skip)
      .limit(page.pageSize)
      .getManyAndCount();
    const items = differences.map((difference) => ({
      id: difference.id,
      hostId: difference.hostId,
      host: difference.host?.name ?? null,
      ...differenceView(difference),
      difference: cedisFromPesewas(unexplainedOf(difference)),
    }));
    return { items, total };
  }

  /**
   * Nothing more is to be explained about a difference, for example because the provider made it good with a later settlement. It is open
   * again when a reading finds another amount.
   * @throws AppError NOT_FOUND for one that is not open; CONFLICT when another amount is unexplained by now than the one that was looked at
   */
  async close(actor: Actor, id: string, { note, difference: seen }: CloseDifferenceInput): Promise<void> {
    await this.transactions.run(async ({ manager }) => {
      const now = this.clock.now();
      const difference = await manager.findOne(RecordedDifference, {
        where: { id, resolvedAt: IsNull() },
        lock: { mode: 'pessimistic_write' },
      });
      if (!difference) throw new AppError('NOT_FOUND', 'No such difference is open');
      const { class: name, subject, hostId } = difference;
      const pesewas = unexplainedOf(difference);
      if (cedisFromPesewas(pesewas) !== seen) throw new AppError('CONFLICT', CHANGED);
      await manager.update(RecordedDifference, { id }, { resolvedAt: now, closedPesewas: pesewas });
      await recordBy(manager, actor, now, 'settlement.difference-close', ['settlement', id], {
        class: name,
        subject,
        pesewas,
        note,
        ...(hostId && { hostId }),
      });
    });
  }

  private rows(hostId: string, skip: number, limit: number): Promise<SettlementRow[]> {
    return this.differences.manager.query<SettlementRow[]>(SETTLEMENTS, [hostId, skip, limit]);
  }
}

function unexplainedOf({ theirsPesewas, oursPesewas }: RecordedDifference): number {
  return (theirsPesewas ?? 0) - (oursPesewas ?? 0);
}

function settlementOf(row: SettlementRow): SettlementView {
  return {
    providerId: row.provider_id,
    status: row.status,
    amount: cedisFromPesewas(row.amount_pesewas),
    deductions: cedisFromPesewas(row.deductions_pesewas),
    payments: row.payments,
    settledAt: row.settled_at.toISOString(),
  };
}
