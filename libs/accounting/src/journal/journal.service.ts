import { DataSource, type EntityManager } from 'typeorm';
import { Inject, Injectable } from '@nestjs/common';
import {
  cedisFromPesewas,
  type HostBalance,
  JOURNAL_ACCOUNTS,
  type JournalAccount,
  type JournalEntry,
  MOST_HOST_DIFFERENCES,
  type Page,
} from '@abato/contracts';
import { readPage, sqlFile } from '@abato/database';
import type { Actor } from '@abato/accounts';
import { HostsRepository } from '@abato/contests';
import { type Clock, CLOCK } from '@abato/platform';
import { type DifferenceRow, differenceView } from '../payouts/settlement-differences.js';
import { nextPayoutOf } from '../payouts/next-payout.js';

const BALANCE = sqlFile(import.meta.url, './host-balance.sql');

/** What the books say of a host, in pesewas. */
export interface HostFigures {
  payable: number;
  fees: number;
  aside: number;
  review: number;
  with_platform: number;
  received: number;
  left_over: number;
  cash: number;
  returned: number;
  differences: { reference: string; asked: number; told: number | null }[];
  unexplained: DifferenceRow[];
}

export async function readHostFigures(
  sql: Pick<EntityManager, 'query'>,
  hostId: string,
): Promise<HostFigures> {
  const [row] = await sql.query<HostFigures[]>(BALANCE, [hostId, MOST_HOST_DIFFERENCES]);
  return row as HostFigures;
}

const LIST = sqlFile(import.meta.url, './list-journal.sql');
const DAY_MS = 86_400_000;
/** Without a first day. */
const USUAL_DAYS = 30;

interface EntryRow {
  subject: string;
  step: number;
  at: Date;
  event: string;
  reference: string;
  host: string | null;
  total: number;
  accounts: Record<JournalAccount, number>;
}

/** Reads the books in double entry (ADR 122). */
@Injectable()
export class JournalService {
  constructor(
    private readonly source: DataSource,
    private readonly hosts: HostsRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws AppError HOST_NOT_FOUND, also for another organiser's */
  async balance(actor: Actor, hostId: string): Promise<HostBalance> {
    await this.hosts.inBooks(actor, hostId);
    const figures = await readHostFigures(this.source, hostId);
    const { payable, fees, aside, left_over: left, cash, returned, received, differences } = figures;
    const { review, with_platform: withPlatform, unexplained } = figures;
    const onTheWay = payable - received - withPlatform;
    const next = await nextPayoutOf(this.source, hostId, onTheWay, this.clock.now());
    return {
      expected: cedisFromPesewas(payable),
      onTheWay: cedisFromPesewas(onTheWay),
      nextPayout: next && {
        day: next.day,
        amount: cedisFromPesewas(next.pesewas),
        announced: next.announced,
      },
      received: cedisFromPesewas(received),
      withPlatform: cedisFromPesewas(withPlatform),
      refunded: cedisFromPesewas(returned),
      fees: cedisFromPesewas(fees),
      // Held money belongs to no part yet.
      gross: cedisFromPesewas(left + returned - review),
      aside: cedisFromPesewas(aside),
      underReview: cedisFromPesewas(review),
      cash: cedisFromPesewas(cash),
      differences: differences.map(({ reference, asked, told }) => ({
        reference,
        asked: cedisFromPesewas(asked),
        told: told === null ? null : cedisFromPesewas(told),
      })),
      unexplained: unexplained.map(differenceView),
    };
  }

  /** @param days first and last day, YYYY-MM-DD; by default the last 30 days */
  async list(
    days: { from?: string; to?: string },
    page: Page,
  ): Promise<{ items: JournalEntry[]; total: number }> {
    const end = days.to ? new Date(Date.parse(days.to) + DAY_MS) : new Date(this.clock.now().getTime() + 1);
    const start = days.from ? new Date(days.from) : new Date(end.getTime() - USUAL_DAYS * DAY_MS);
    const { rows, total } = await readPage(page, (skip, take) =>
      this.source.query<EntryRow[]>(LIST, [start, end, skip, take]),
    );
    return { items: rows.map(entryOf), total };
  }
}

function entryOf({ subject, step, at, event, reference, host, accounts }: EntryRow): JournalEntry {
  return {
    id: `${subject}-${step}`,
    at: at.toISOString(),
    reference,
    event,
    host,
    lines: JOURNAL_ACCOUNTS.filter((account) => accounts[account] !== 0).map((account) => ({
      account,
      amount: cedisFromPesewas(accounts[account]),
    })),
  };
}
