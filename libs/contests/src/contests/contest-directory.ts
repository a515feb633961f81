import { Inject, Injectable } from '@nestjs/common';
import { DataSource, IsNull } from 'typeorm';
import type { ChallengeMode } from '@abato/contracts';
import { LiveSubscriber } from '@abato/live';
import { type Clock, CLOCK } from '@abato/platform';
import { Category } from '../categories/category.entity.js';
import { Contest } from './contest.entity.js';
import type { ContestFacts } from './public-view.js';

/** A contest as the cast path and the public pages need it: everything but the counts. */
export interface CachedContest {
  facts: Omit<ContestFacts, 'counts'>;
  ownerId: string;
  hostIsActive: boolean;
  isRehearsal: boolean;
  /** What only the cast path needs to know. */
  limits: { freeVotesPerDevice: number; challenge: ChallengeMode };
  /** Category of every contestant that may be voted for. */
  categoryOf: ReadonlyMap<string, string>;
  /** Changes whenever the entry is loaded anew: part of every cache key built on it. */
  revision: number;
}

/** Changes reach us as hints; this bounds what a lost hint can cost. The cast statement checks the state again anyway. */
const MAX_AGE_MS = 5_000;
const MAX_ENTRIES = 1_000;

interface Entry {
  loading: Promise<CachedContest | null>;
  loaded: CachedContest | null;
  at: number;
}

/** Contests by id, cached per process and dropped when they change. */
@Injectable()
export class ContestDirectory {
  private readonly entries = new Map<string, Entry>();
  private revision = 0;
  /** Grows whenever something may have changed: what was built from several contests before is old. */
  generation = 0;

  constructor(
    private readonly source: DataSource,
    @Inject(CLOCK) private readonly clock: Clock,
    live: LiveSubscriber,
  ) {
    live.on('contest', ({ contestId }) => this.drop(contestId));
    live.on('connected', () => {
      this.generation++;
      this.entries.clear();
    });
  }

  /** @returns null for an unknown or archived contest */
  async find(id: string): Promise<CachedContest | null> {
    const now = this.clock.now().getTime();
    const known = this.entries.get(id);
    if (known && now - known.at < MAX_AGE_MS) return known.loading;
    if (this.entries.size >= MAX_ENTRIES) this.entries.delete(this.entries.keys().next().value as string);
    const entry: Entry = { loading: this.load(id), loaded: null, at: now };
    this.entries.set(id, entry);
    entry.loading.then(
      (contest) => (entry.loaded = contest),
      () => this.entries.delete(id),
    );
    return entry.loading;
  }

  /** A contest that `find` would give without asking; null otherwise. */
  peek(id: string): CachedContest | null {
    const known = this.entries.get(id);
    return known && this.clock.now().getTime() - known.at < MAX_AGE_MS ? known.loaded : null;
  }

  /** Forget a contest this process has just changed. */
  drop(id: string): void {
    this.generation++;
    this.entries.delete(id);
  }

  private async load(id: string): Promise<CachedContest | null> {
    const contest = await this.source.getRepository(Contest).findOne({
      where: { id, archivedAt: IsNull() },
      relations: { host: true },
    });
    if (!contest) return null;
    const categories = await this.source
      .getRepository(Category)
      .createQueryBuilder('category')
      .leftJoinAndSelect('category.contestants', 'contestant', 'contestant.archivedAt IS NULL')
      .where('category.contestId = :id AND category.archivedAt IS NULL', { id })
      .getMany();
    return {
      facts: { ...contest, host: contest.host, categories },
      ownerId: contest.userId,
      hostIsActive: contest.host.isActive,
      isRehearsal: contest.isRehearsal,
      limits: { freeVotesPerDevice: contest.freeVotesPerDevice, challenge: contest.challenge },
      categoryOf: new Map(
        categories.flatMap((c) => c.contestants.map((person) => [person.id, c.id] as const)),
      ),
      revision: ++this.revision,
    };
  }
}
