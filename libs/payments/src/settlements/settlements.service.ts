import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Actor, ownerScope, recordAudit } from '@abato/accounts';
import {
  cedisFromPesewas,
  type CloseDifferenceInput,
  type OpenSettlementDifference,
  type Page,
  type SettlementState,
  type SettlementView,
} from '@abato/contracts';
import { HostsRepository } from '@abato/contests';
import { AppError, type Clock, CLOCK, CSV_BYTE_ORDER_MARK, csvLine } from '@abato/platform';
import { type DifferenceRow, differenceView } from './difference-view.js';

/** More settlements than a host has in thirty years. */
const MOST_EXPORTED = 10_000;
/** The most that a screen shows; more means that something is wrong as a whole. */
const MOST_DIFFERENCES = 500;
const SETTLEMENTS = `SELECT s.provider_id, s.status, s.amount_pesewas, s.deductions_pesewas, s.settled_at, count(*) OVER ()::int AS total,
    (SELECT count(*) FROM settlement_payments p WHERE p.settlement_id = s.id)::int AS payments
  FROM settlements s WHERE s.host_id = $1 ORDER BY s.settled_at DESC, s.id DESC OFFSET $2 LIMIT $3`;

/** Of a row `d`, in pesewas. */
const UNEXPLAINED = 'coalesce(d.theirs_pesewas, 0) - coalesce(d.ours_pesewas, 0)';
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
    private readonly source: DataSource,
    private readonly hosts: HostsRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Settlements of a host, the newest first. @throws AppError HOST_NOT_FOUND, also for another organiser's */
  async list(actor: Actor, hostId: string, page: Page): Promise<{ items: SettlementView[]; total: number }> {
    await this.hosts.inBooks(hostId, ownerScope(actor));
    const rows = await this.rows(hostId, page.skip, page.pageSize);
    return { items: rows.map(settlementOf), total: rows[0]?.total ?? 0 };
  }

  /** The same as CSV. @returns its lines and the host's name. @throws AppError HOST_NOT_FOUND */
  async csv(actor: Actor, hostId: string): Promise<{ hostName: string; text: string }> {
    const { name: hostName } = await this.hosts.inBooks(hostId, ownerScope(actor));
    const rows = await this.rows(hostId, 0, MOST_EXPORTED);
    const lines = rows
      .map(settlementOf)
      .map(({ providerId, settledAt, status, amount, deductions, payments }) =>
        csvLine([providerId, settledAt.slice(0, 10), status, amount, deductions, payments]),
      );
    return { hostName, text: CSV_BYTE_ORDER_MARK + [csvLine(SETTLEMENT_COLUMNS), ...lines].join('') };
  }

  /** What of all settlements cannot be explained, the oldest first: for super admins. */
  async unexplained(): Promise<OpenSettlementDifference[]> {
    const rows = await this.source.query<
      (DifferenceRow & { id: string; host_id: string | null; host: string | null; pesewas: number })[]
    >(
      `SELECT d.id, d.class, d.subject, d.provider_id, d.theirs_pesewas AS theirs, d.ours_pesewas AS ours, d.found_at, d.host_id, h.name AS host,
         ${UNEXPLAINED} AS pesewas
       FROM settlement_differences d LEFT JOIN hosts h ON h.id = d.host_id
       WHERE d.resolved_at IS NULL ORDER BY d.found_at, d.class, d.subject LIMIT $1`,
      [MOST_DIFFERENCES],
    );
    return rows.map((row) => ({
      ...{ id: row.id, hostId: row.host_id, host: row.host },
      ...differenceView(row),
      difference: cedisFromPesewas(row.pesewas),
    }));
  }

  /**
   * Nothing more is to be explained about a difference, for example because the provider made it good with a later settlement. It is open
   * again when a reading finds another amount.
   * @throws AppError NOT_FOUND for one that is not open; CONFLICT when another amount is unexplained by now than the one that was looked at
   */
  async close(actor: Actor, id: string, { note, difference: seen }: CloseDifferenceInput): Promise<void> {
    await this.source.transaction(async (manager) => {
      const now = this.clock.now();
      const [difference] = await manager.query<{ class: string; subject: string; pesewas: number }[]>(
        `SELECT class, subject, ${UNEXPLAINED} AS pesewas FROM settlement_differences d WHERE id = $1 AND resolved_at IS NULL FOR UPDATE`,
        [id],
      );
      if (!difference) throw new AppError('NOT_FOUND', { message: 'No such difference is open' });
      if (cedisFromPesewas(difference.pesewas) !== seen) throw new AppError('CONFLICT', { message: CHANGED });
      await manager.query(
        'UPDATE settlement_differences SET resolved_at = $2, closed_pesewas = $3 WHERE id = $1',
        [id, now, difference.pesewas],
      );
      await recordAudit(manager, {
        at: now,
        actorUserId: actor.id,
        action: 'settlement.difference-close',
        subjectType: 'settlement',
        subjectId: id,
        detail: { ...difference, note },
      });
    });
  }

  private rows(hostId: string, skip: number, limit: number): Promise<SettlementRow[]> {
    return this.source.query<SettlementRow[]>(SETTLEMENTS, [hostId, skip, limit]);
  }
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
