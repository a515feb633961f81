import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Actor, ownerScope } from '@abato/accounts';
import { type CachedContest, ContestDirectory } from '@abato/contests';
import {
  byVotes,
  compareByOrder,
  CONSOLE_MINUTES,
  type ContestConsole,
  PAYMENT_HEALTH,
  percentage,
  ranks,
} from '@abato/contracts';
import { sqlFile, Transactions } from '@abato/database';
import { ViewerCounts } from '@abato/live';
import { AppError, smallestIdAt } from '@abato/platform';
import { readIntakeFigures, TallyBoard, VoteRecordsRepository } from '@abato/voting';
import { statesOf } from '@abato/payments';

const HEALTH = sqlFile(import.meta.url, './payment-health.sql');
const MINUTE_MS = 60_000;

/** Everything an organiser follows of one contest while it runs. */
@Injectable()
export class ContestConsoleService {
  constructor(
    private readonly db: Transactions,
    /** The pool of lists: casts do not wait for what is read here. */
    private readonly source: DataSource,
    private readonly directory: ContestDirectory,
    private readonly board: TallyBoard,
    private readonly figures: VoteRecordsRepository,
    private readonly viewers: ViewerCounts,
  ) {}

  /** @throws AppError CONTEST_NOT_FOUND, also for one that the actor may not see */
  async read(actor: Actor, contestId: string, now: Date): Promise<ContestConsole> {
    const contest = await this.directory.find(contestId);
    if (!contest || (ownerScope(actor) ?? contest.ownerId) !== contest.ownerId)
      throw new AppError('CONTEST_NOT_FOUND');
    const [tally, { pace, minutes }, intake, payments, viewers] = await Promise.all([
      this.board.whole(contestId, contest.categoryOf),
      this.figures.paceWithMinutes(contestId, CONSOLE_MINUTES, now),
      readIntakeFigures(this.db, contestId),
      this.paymentHealth(contestId, now),
      this.viewers.read(contestId),
    ]);
    return {
      contestId,
      at: now.toISOString(),
      version: tally.version,
      totalVotes: tally.totalVotes,
      categories: standingsOf(contest, new Map(tally.contestants.map(({ id, votes }) => [id, votes]))),
      minutes,
      pace,
      payments,
      held: intake.held,
      viewers,
    };
  }

  private async paymentHealth(contestId: string, now: Date): Promise<ContestConsole['payments']> {
    const recentFrom = now.getTime() - PAYMENT_HEALTH.minutes * MINUTE_MS;
    const [row] = await this.source.query<ContestConsole['payments'][]>(HEALTH, [
      contestId,
      statesOf('PENDING'),
      statesOf('FAILED'),
      new Date(now.getTime() - PAYMENT_HEALTH.longWaitMinutes * MINUTE_MS),
      new Date(recentFrom),
      smallestIdAt(recentFrom),
      PAYMENT_HEALTH.newest,
    ]);
    if (!row) throw new Error('the statement about payments returned no row');
    return row;
  }
}

function standingsOf(
  { facts }: CachedContest,
  votesOf: ReadonlyMap<string, number>,
): ContestConsole['categories'] {
  return [...facts.categories].sort(compareByOrder).map(({ id, name, order, contestants }) => {
    const counted = contestants.map((person) => ({ ...person, votes: votesOf.get(person.id) ?? 0 }));
    const votes = counted.reduce((sum, person) => sum + person.votes, 0);
    const rankOf = ranks(counted);
    return {
      id,
      name,
      order,
      votes,
      contestants: byVotes(counted).map((person) => ({
        id: person.id,
        name: person.name,
        photo: person.photo,
        order: person.order,
        votes: person.votes,
        rank: rankOf.get(person.id) ?? 0,
        percentage: percentage(person.votes, votes),
      })),
    };
  });
}
