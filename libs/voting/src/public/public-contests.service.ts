import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { DataSource } from 'typeorm';
import { type Actor, ownerScope } from '@abato/accounts';
import {
  type CachedContest,
  Contest,
  ContestDirectory,
  type ContestFacts,
  contestSizes,
  resultPhase,
  publicSummary,
  publicView,
  voteRefusal,
} from '@abato/contests';
import {
  type Page,
  type PageBody,
  pageOf,
  type PublicContestStatus,
  type PublicContestSummary,
  type PublicContestView,
  type VoteRefusal,
} from '@abato/contracts';
import { searchIn } from '@abato/database';
import { LiveSubscriber } from '@abato/live';
import { AppError, type Clock, CLOCK } from '@abato/platform';
import { TallyBoard } from '../tally/tally-board.js';
import { PublicBody } from './public-body.js';
import { PublicLists } from './public-lists.js';

/** Absent or blank: all. */
export interface PublicContestFilter {
  status?: PublicContestStatus | undefined;
  search?: string | undefined;
}

interface CachedDetail {
  body: PublicBody;
  revision: number;
  version: number | null;
  refusal: VoteRefusal | null;
  provisional: boolean;
}

const MAX_CACHED_DETAILS = 500;
const MOST_RELEASED = 500;
const NONE: ReadonlyMap<string, number> = new Map();

@Injectable()
export class PublicContestsService {
  private readonly details = new Map<string, CachedDetail>();
  private readonly lists: PublicLists;
  private readonly released: ReleasedVotes;
  /** Apart from the unfiltered pages: any text may be searched for, and must not displace the pages that all visitors open. */
  private readonly filteredLists: PublicLists;

  constructor(
    private readonly source: DataSource,
    private readonly directory: ContestDirectory,
    private readonly board: TallyBoard,
    @Inject(CLOCK) private readonly clock: Clock,
    live: LiveSubscriber,
  ) {
    this.released = new ReleasedVotes(source);
    this.lists = new PublicLists(() => directory.generation);
    this.filteredLists = new PublicLists(() => directory.generation);
    live.on('tally', () => {
      this.lists.tallyChanged();
      this.filteredLists.tallyChanged();
    });
  }

  /** @throws AppError CONTEST_NOT_FOUND for a draft too: it is not public yet */
  async view(id: string): Promise<PublicContestView> {
    const { contest, counts } = await this.read(id);
    return publicView({ ...contest.facts, counts, ...this.momentary(contest) });
  }

  /**
   * What `view` would answer if the contest were public; a draft is shown as active.
   * @throws AppError CONTEST_NOT_FOUND for another owner's contest too; a super admin may preview every contest
   */
  async preview(actor: Actor, id: string): Promise<PublicContestView> {
    const contest = await this.directory.find(id);
    if (!contest || (ownerScope(actor) ?? contest.ownerId) !== contest.ownerId)
      throw new AppError('CONTEST_NOT_FOUND');
    const { status } = contest.facts;
    const shown: CachedContest =
      status === 'DRAFT' ? { ...contest, facts: { ...contest.facts, status: 'ACTIVE' } } : contest;
    return publicView({
      ...shown.facts,
      ...this.momentary(shown),
      counts: await this.counts(contest),
    });
  }

  /** The same as a ready response body; rebuilt only when the contest or (with results shown) its counts changed. */
  async detail(id: string): Promise<PublicBody> {
    const { contest, counts } = await this.read(id);
    const version = contest.facts.showResults ? counts.version : null;
    const cached = this.details.get(id);
    const momentary = this.momentary(contest);
    if (
      cached?.revision === contest.revision &&
      cached.version === version &&
      cached.refusal === momentary.refusal &&
      cached.provisional === momentary.provisional
    )
      return cached.body;
    const data = publicView({ ...contest.facts, counts, ...momentary });
    const body = new PublicBody({ success: true, data });
    if (this.details.size >= MAX_CACHED_DETAILS) this.details.clear();
    this.details.set(id, { body, revision: contest.revision, version, ...momentary });
    return body;
  }

  /** The detail if nothing has to be asked for it; null otherwise, also for what does not exist. */
  readyDetail(id: string): PublicBody | null {
    const cached = this.details.get(id);
    const contest = cached && this.directory.peek(id);
    if (!contest || contest.facts.status === 'DRAFT' || contest.revision !== cached.revision) return null;
    const { refusal, provisional } = this.momentary(contest);
    if (cached.refusal !== refusal || cached.provisional !== provisional) return null;
    if (!contest.facts.showResults) return cached.version === null ? cached.body : null;
    return this.board.peek(id, contest.facts)?.version === cached.version ? cached.body : null;
  }

  /** A page of the list if nothing has to be asked for it. */
  readyList(page: number, pageSize: number): PublicBody | null {
    return this.lists.ready(`${page} ${pageSize}`);
  }

  /** ACTIVE, PAUSED and ENDED contests of active hosts, newest start first. */
  async list(page: Page, { status, search }: PublicContestFilter = {}): Promise<PublicBody> {
    const lists = status || search ? this.filteredLists : this.lists;
    const filter = status || search ? ` ${status ?? ''} ${search ?? ''}` : '';
    return lists.read(
      `${page.page} ${page.pageSize}${filter}`,
      async () => new PublicBody(await this.buildList(page, { status, search })),
    );
  }

  private async buildList(
    page: Page,
    { status, search }: PublicContestFilter,
  ): Promise<PageBody<PublicContestSummary>> {
    const query = this.source
      .getRepository(Contest)
      .createQueryBuilder('contest')
      .innerJoinAndSelect('contest.host', 'host', 'host.isActive')
      .where(`contest.status <> 'DRAFT' AND contest.archivedAt IS NULL AND NOT contest.isRehearsal`);
    if (status) query.andWhere('contest.status = :status', { status });
    searchIn(query, search, 'contest.title', 'host.name');
    const [contests, total] = await query
      // Open contests first, then by start: what a visitor can vote in now comes first.
      .addSelect(`CASE contest.status WHEN 'ACTIVE' THEN 0 WHEN 'PAUSED' THEN 1 ELSE 2 END`, 'openness')
      .orderBy('openness')
      .addOrderBy('contest.startDate', 'DESC')
      .addOrderBy('contest.id')
      .offset(page.skip)
      .limit(page.pageSize)
      .getManyAndCount();
    const sizes = await contestSizes(this.source, contests);
    const items = contests.map((contest) => {
      const size = sizes(contest.id);
      const { refusal, provisional } = this.momentary({
        facts: contest,
        hostIsActive: contest.host.isActive,
      });
      const total = provisional ? size.votesAtEnd : size.votes;
      return publicSummary({ ...contest, ...size, refusal, counts: { total } });
    });
    return pageOf(items, page, total);
  }

  /** What changes with time alone; part of every cached answer's key. */
  private momentary({
    facts,
    hostIsActive,
  }: {
    facts: Pick<Contest, 'status' | 'startDate' | 'endDate' | 'resultsFinalAt'>;
    hostIsActive: boolean;
  }): Pick<ContestFacts, 'refusal' | 'provisional'> {
    const now = this.clock.now();
    return {
      refusal: voteRefusal(facts, hostIsActive, now),
      provisional: resultPhase(facts, now) === 'PROVISIONAL',
    };
  }

  private async read(id: string) {
    const contest = await this.directory.find(id);
    if (!contest || contest.facts.status === 'DRAFT') throw new AppError('CONTEST_NOT_FOUND');
    return { contest, counts: await this.counts(contest) };
  }

  private async counts(contest: CachedContest): Promise<ContestFacts['counts']> {
    const { facts, categoryOf } = contest;
    const { version, byContestant } = await this.board.read(facts.id, facts);
    let total = 0;
    for (const contestantId of categoryOf.keys()) total += byContestant.get(contestantId) ?? 0;
    const isFree = facts.votePricePesewas === 0;
    const released = isFree
      ? await this.released.read(contest, version, this.momentary(contest).provisional)
      : NONE;
    return { version, total, byContestant, released };
  }
}

/** Votes that organisers let in after they were held, by nominee: read once for each version of a contest and of its tally. */
class ReleasedVotes {
  private readonly kept = new LRUCache<string, ReadonlyMap<string, number>, { id: string; atEnd: boolean }>({
    max: MOST_RELEASED,
    fetchMethod: (_key, _old, { context: { id, atEnd } }) => this.ask(id, atEnd),
  });

  constructor(private readonly source: DataSource) {}

  /** @param atEnd only those that are in the counts of the end */
  read(
    { facts, revision }: CachedContest,
    version: number,
    atEnd: boolean,
  ): Promise<ReadonlyMap<string, number>> {
    const key = `${facts.id} ${revision} ${version} ${atEnd}`;
    return this.kept.forceFetch(key, { context: { id: facts.id, atEnd } });
  }

  private async ask(contestId: string, atEnd: boolean): Promise<ReadonlyMap<string, number>> {
    const rows: { id: string; votes: number }[] = await this.source.query(
      `SELECT d.contestant_id AS id, sum(d.votes)::bigint AS votes
       FROM held_decisions d JOIN contests c ON c.id = d.contest_id
       WHERE d.contest_id = $1 AND d.decision = 'RELEASED' AND d.decided_by IS NOT NULL AND (NOT $2 OR d.decided_at <= coalesce(c.ended_at, c.end_date))
       GROUP BY d.contestant_id`,
      [contestId, atEnd],
    );
    return new Map(rows.map(({ id, votes }) => [id, votes]));
  }
}
