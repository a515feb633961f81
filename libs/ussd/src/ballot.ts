import { Inject, Injectable } from '@nestjs/common';
import { ContestDirectory, NomineeCodes } from '@abato/contests';
import { type MobileNetwork, multiplierAt, payDeadline } from '@abato/contracts';
import { Transactions } from '@abato/database';
import { CachedReading, type Clock, CLOCK, type Environment, ENVIRONMENT } from '@abato/platform';
import { takesBallots } from '@abato/voting';
import type { BrowsedContest, FoundNominee } from './machine.js';
import type { Listed } from './menu.js';

const LIST_MS = 5_000;
const MOST_CONTESTS = 40;
/** Within this time a payer can still answer a question of the provider. */
const VOUCHER_MS = 15 * 60_000;

/** A vote that a session has cast. */
export interface SessionVote {
  id: string;
  votes: number;
  amount: number;
  status: string;
  name: string;
  /** When the contest ends, epoch milliseconds. */
  endsAt?: number;
}

/** A payment that asks for a voucher code. */
export interface WaitingVoucher {
  reference: string;
  amount: number;
  name: string;
  network: MobileNetwork;
}

/** What the machine asks about: nominees, open contests, and what a session has cast already. */
@Injectable()
export class Ballot {
  private readonly open: CachedReading<Listed[]>;

  constructor(
    private readonly db: Transactions,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly codes: NomineeCodes,
    private readonly directory: ContestDirectory,
    @Inject(ENVIRONMENT) private readonly env: Environment,
  ) {
    this.open = new CachedReading(LIST_MS, () => this.readOpenContests());
  }

  async nominee(code: string): Promise<FoundNominee | null> {
    const nominee = await this.codes.find(code);
    if (!nominee) return null;
    const { contestId, categoryId, contestantId, name, contest, prices, refusal } = nominee;
    const { title, windows, freeVotesPerHour, endDate } = contest.facts;
    return {
      contestId,
      categoryId,
      contestantId,
      name,
      title,
      refusal,
      price: prices.pricePesewas,
      bundles: [...prices.bundles],
      times: multiplierAt(prices.pricePesewas > 0 ? windows : [], this.clock.now().getTime()),
      limit: this.env.WALLET_LIMIT_CEDIS * 100,
      perHour: takesBallots(contest) ? 1 : freeVotesPerHour,
      isElection: takesBallots(contest),
      endsAt: endDate.getTime(),
    };
  }

  /** Contests that take votes now, those that began last first; a few seconds old at most. */
  openContests(): Promise<Listed[]> {
    return this.open.get();
  }

  async contest(id: string): Promise<BrowsedContest | null> {
    const contest = await this.directory.find(id);
    if (!contest) return null;
    const inOrder = <T extends { order: number; name: string }>(items: readonly T[]): T[] =>
      [...items].sort((a, b) => a.order - b.order || a.name.localeCompare(b.name));
    return {
      id,
      categories: inOrder(contest.facts.categories).map((category) => ({
        id: category.id,
        name: category.name,
        nominees: inOrder(category.contestants).map(({ code, name }) => ({ code, name })),
      })),
    };
  }

  /** Until when the prompt of a vote counts, in the last minutes of its contest; null before. @param endsAt epoch milliseconds */
  approveBy(endsAt: number | undefined): string | null {
    return endsAt === undefined ? null : payDeadline(endsAt, this.clock.now().getTime(), true);
  }

  /** What was cast under a session's key; null for nothing. */
  async castBy(key: string): Promise<SessionVote | null> {
    const { rows } = await this.db.query<SessionVote>(
      `SELECT v.id, v.vote_count AS votes, v.amount_pesewas AS amount, v.status, coalesce(p.name, '') AS name,
         (extract(epoch FROM c.end_date) * 1000)::double precision AS "endsAt"
       FROM votes v JOIN contests c ON c.id = v.contest_id LEFT JOIN contestants p ON p.id = v.contestant_id
       WHERE v.idempotency_key = $1 AND v.source = 'USSD'`,
      [key],
    );
    return rows[0] ?? null;
  }

  /** A payment of this phone that waits for a voucher code, as Telecel asks for. @param phone E.164 */
  async waitingVoucher(phone: string): Promise<WaitingVoucher | null> {
    const { rows } = await this.db.query<WaitingVoucher>(
      `SELECT a.reference, a.amount_pesewas AS amount, coalesce(p.name, '') AS name, a.network
       FROM payments a JOIN votes v ON v.id = a.vote_id LEFT JOIN contestants p ON p.id = v.contestant_id
       WHERE a.phone_number = $1 AND a.flow = 'CHARGE' AND a.created_at > $2 AND a.state = 'PROVIDER_PENDING'
         AND a.charge_status = 'send_otp' AND v.source = 'USSD'
       ORDER BY a.created_at DESC LIMIT 1`,
      [phone, new Date(this.clock.now().getTime() - VOUCHER_MS)],
    );
    return rows[0] ?? null;
  }

  private async readOpenContests(): Promise<Listed[]> {
    const { rows } = await this.db.query<Listed>(
      `SELECT c.id, c.title AS name FROM contests c JOIN hosts h ON h.id = c.host_id AND h.is_active
       WHERE c.status = 'ACTIVE' AND c.archived_at IS NULL AND NOT c.is_rehearsal AND c.start_date <= $1 AND c.end_date > $1
       ORDER BY c.start_date DESC, c.id LIMIT $2`,
      [this.clock.now(), MOST_CONTESTS],
    );
    return rows;
  }
}
