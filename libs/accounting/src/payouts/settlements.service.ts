import { Inject, Injectable } from '@nestjs/common';
import { type Actor, recordBy } from '@abato/accounts';
import {
  cedisFromPesewas,
  type CloseDifferenceInput,
  type OpenSettlementDifference,
  type Page,
  type SettlementView,
} from '@abato/contracts';
import { HostsRepository } from '@abato/contests';
import { readPage, Transactions } from '@abato/database';
import { AppError, type Clock, CLOCK, CSV_BYTE_ORDER_MARK, csvLine } from '@abato/platform';
import { DIFFERENCE } from './settlement-differences.js';

/** More settlements than a host has in thirty years. */
const MOST_EXPORTED = 10_000;
const SETTLEMENTS = `SELECT s.provider_id AS "providerId", s.status, s.amount_pesewas AS "amountPesewas",
    s.deductions_pesewas AS "deductionsPesewas", s.settled_at AS "settledAt", count(*) OVER ()::int AS total,
    (SELECT count(*) FROM settlement_payments p WHERE p.settlement_id = s.id)::int AS payments
  FROM settlements s WHERE s.host_id = $1 ORDER BY s.settled_at DESC, s.id DESC OFFSET $2 LIMIT $3`;

const UNEXPLAINED_PESEWAS = 'coalesce(d.theirs_pesewas, 0) - coalesce(d.ours_pesewas, 0)';
const UNEXPLAINED = `SELECT d.id, d.host_id AS "hostId", h.name AS host, ${DIFFERENCE}, ${UNEXPLAINED_PESEWAS} AS "differencePesewas",
    count(*) OVER ()::int AS total
  FROM settlement_differences d LEFT JOIN hosts h ON h.id = d.host_id
  WHERE d.resolved_at IS NULL ORDER BY d.found_at DESC, d.class, d.subject OFFSET $1 LIMIT $2`;

const CHANGED = 'The difference has changed since it was shown. Read the list again.';

export const SETTLEMENT_COLUMNS =
  'Settlement,Day (UTC),Status,Amount (GHS),Kept for refunds (GHS),Payments'.split(',');

/** Reads what the provider has paid out to hosts. */
@Injectable()
export class SettlementsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly hosts: HostsRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Settlements of a host, the newest first. @throws AppError HOST_NOT_FOUND, also for another organiser's */
  async list(actor: Actor, hostId: string, page: Page): Promise<{ items: SettlementView[]; total: number }> {
    await this.hosts.inBooks(actor, hostId);
    return readPage<SettlementView>(this.transactions, SETTLEMENTS, [hostId], page);
  }

  /** The same as CSV. @returns its lines and the host's name. @throws AppError HOST_NOT_FOUND */
  async csv(actor: Actor, hostId: string): Promise<{ hostName: string; text: string }> {
    const { name: hostName } = await this.hosts.inBooks(actor, hostId);
    const all = { skip: 0, pageSize: MOST_EXPORTED };
    const { items } = await readPage<SettlementView>(this.transactions, SETTLEMENTS, [hostId], all);
    const lines = items.map(({ providerId, settledAt, status, amount, deductions, payments }) =>
      csvLine([providerId, settledAt.slice(0, 10), status, amount, deductions, payments]),
    );
    return { hostName, text: CSV_BYTE_ORDER_MARK + [csvLine(SETTLEMENT_COLUMNS), ...lines].join('') };
  }

  /** What of all settlements cannot be explained, the newest first: for super admins. */
  async unexplained(page: Page): Promise<{ items: OpenSettlementDifference[]; total: number }> {
    return readPage<OpenSettlementDifference>(this.transactions, UNEXPLAINED, [], page);
  }

  /**
   * Nothing more is to be explained about a difference, for example because the provider made it good with a later settlement. It is open
   * again when a reading finds another amount.
   * @throws AppError NOT_FOUND for one that is not open; CONFLICT when another amount is unexplained by now than the one that was looked at
   */
  async close(actor: Actor, id: string, { note, difference: seen }: CloseDifferenceInput): Promise<void> {
    await this.transactions.run(async ({ sql }) => {
      const now = this.clock.now();
      const { rows } = await sql.query<{
        class: string;
        subject: string;
        host: string | null;
        pesewas: number;
      }>(
        `SELECT class, subject, host_id AS host, ${UNEXPLAINED_PESEWAS} AS pesewas
         FROM settlement_differences d WHERE id = $1 AND resolved_at IS NULL FOR UPDATE`,
        [id],
      );
      const [difference] = rows;
      if (!difference) throw new AppError('NOT_FOUND', 'No such difference is open');
      const { host: hostId, ...about } = difference;
      if (cedisFromPesewas(about.pesewas) !== seen) throw new AppError('CONFLICT', CHANGED);
      await sql.query(
        'UPDATE settlement_differences SET resolved_at = $2, closed_pesewas = $3 WHERE id = $1',
        [id, now, about.pesewas],
      );
      await recordBy(sql, actor, now, 'settlement.difference-close', ['settlement', id], {
        ...about,
        note,
        ...(hostId && { hostId }),
      });
    });
  }
}
