import { Injectable } from '@nestjs/common';
import { type Actor, isApproved, ownerScope } from '@abato/accounts';
import { ContestDirectory } from '@abato/contests';
import type { ContestMonitor, ContestTally } from '@abato/contracts';
import { Transactions } from '@abato/database';
import { TallyBoard } from '@abato/voting';
import { PaymentRecordsRepository } from './payment-records.repository.js';

/** What owners and super admins watch of a contest: counts always, and money. */
@Injectable()
export class MonitorService {
  static readonly isOrganiser = isOrganiser;

  constructor(
    private readonly db: Transactions,
    private readonly directory: ContestDirectory,
    private readonly board: TallyBoard,
    private readonly payments: PaymentRecordsRepository,
  ) {}

  /** True for the contest's approved owner and for super admins; a draft can be watched, a deleted contest cannot. */
  async mayWatch(actor: Actor | null, contestId: string): Promise<boolean> {
    if (!isOrganiser(actor)) return false;
    const contest = await this.directory.find(contestId);
    if (!contest) return false;
    const owner = ownerScope(actor);
    return owner === null || contest.ownerId === owner;
  }

  /** @returns the contest's owner; null for a deleted contest */
  async ownerOf(contestId: string): Promise<string | null> {
    return (await this.directory.find(contestId))?.ownerId ?? null;
  }

  /**
   * The counts of a contest, also while its results are hidden.
   * @param since a version: only contestants that changed after it; absent: all
   * @returns null for a deleted contest
   */
  async tally(contestId: string, since?: number): Promise<ContestTally | null> {
    const contest = await this.directory.find(contestId);
    if (!contest) return null;
    return since === undefined
      ? this.board.whole(contestId, contest.categoryOf)
      : this.board.since(contestId, since, contest.categoryOf);
  }

  /** @returns null for a deleted contest */
  async read(contestId: string): Promise<ContestMonitor | null> {
    const contest = await this.directory.find(contestId);
    if (!contest) return null;
    const [tally, tallies, stats] = await Promise.all([
      this.board.since(contestId, 0, contest.categoryOf),
      this.db.query<{ unique_phones: number }>(
        'SELECT unique_phones FROM contest_tallies WHERE contest_id = $1',
        [contestId],
      ),
      this.payments.figures(contestId),
    ]);
    const { COMPLETED: completed, PENDING: pending, FAILED: failed } = stats.countsByStatus;
    return {
      contestId,
      version: tally.version,
      totalVotes: tally.totalVotes,
      uniqueVoters: tallies.rows[0]?.unique_phones ?? 0,
      revenue: stats.totalRevenue,
      payments: { completed, pending, failed },
    };
  }
}

/** An approved COMPANY_ADMIN or a SUPER_ADMIN. */
function isOrganiser(actor: Actor | null): actor is Actor {
  if (actor?.role === 'SUPER_ADMIN') return true;
  return actor?.role === 'COMPANY_ADMIN' && isApproved(actor);
}
