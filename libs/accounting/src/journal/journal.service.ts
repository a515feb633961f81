import type { EntityManager } from 'typeorm';
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
import { asView, readPage, sqlFile, Transactions } from '@abato/database';
import type { Actor } from '@abato/accounts';
import { HostsRepository } from '@abato/contests';
import { type Clock, CLOCK } from '@abato/platform';
import { DIFFERENCE } from '../payouts/settlement-differences.js';
import { nextPayoutOf } from '../payouts/next-payout.js';

const BALANCE = sqlFile(import.meta.url, './host-balance.sql').replace('/* difference */', DIFFERENCE);

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
  /** As an answer shows them, with amounts in pesewas. */
  differences: { reference: string }[];
  unexplained: object[];
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
  accounts: Record<JournalAccount, number>;
}

/** Reads the books in double entry (ADR 122). */
@Injectable()
export class JournalService {
  constructor(
    private readonly db: Transactions,
    private readonly hosts: HostsRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws AppError HOST_NOT_FOUND, also for another organiser's */
  async balance(actor: Actor, hostId: string): Promise<HostBalance> {
    await this.hosts.inBooks(actor, hostId);
    const figures = await readHostFigures(this.db.manager, hostId);
    const { payable, received, with_platform: withPlatform, review } = figures;
    const onTheWay = payable - received - withPlatform;
    const next = await nextPayoutOf(this.db.manager, hostId, onTheWay, this.clock.now());
    return asView<HostBalance>({
      expectedPesewas: payable,
      onTheWayPesewas: onTheWay,
      nextPayout: next && { day: next.day, amountPesewas: next.pesewas, announced: next.announced },
      receivedPesewas: received,
      withPlatformPesewas: withPlatform,
      refundedPesewas: figures.returned,
      feesPesewas: figures.fees,
      // Held money belongs to no part yet.
      grossPesewas: figures.left_over + figures.returned - review,
      asidePesewas: figures.aside,
      underReviewPesewas: review,
      cashPesewas: figures.cash,
      differences: figures.differences,
      unexplained: figures.unexplained,
    });
  }

  /** @param days first and last day, YYYY-MM-DD; by default the last 30 days */
  async list(
    days: { from?: string; to?: string },
    page: Page,
  ): Promise<{ items: JournalEntry[]; total: number }> {
    const end = days.to ? new Date(Date.parse(days.to) + DAY_MS) : new Date(this.clock.now().getTime() + 1);
    const start = days.from ? new Date(days.from) : new Date(end.getTime() - USUAL_DAYS * DAY_MS);
    return readPage(this.db, LIST, [start, end], page, entryOf);
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
