import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { DataSource, Not } from 'typeorm';
import { LiveSubscriber } from '@abato/live';
import { type Clock, CLOCK } from '@abato/platform';
import { Contestant } from './contest.entity.js';
import { type CachedContest, readContest } from './cached-contest.js';

/** Changes reach us as hints; this bounds what a lost hint can cost. The cast statement checks the state again anyway. */
const MAX_AGE_MS = 5_000;
const MAX_KNOWN = 1_000;
/** Ids that name no contest. A place of their own, so that asking for random ids drives no contest out of memory. */
const MAX_UNKNOWN = 20_000;
const UNKNOWN_AGE_MS = 30_000;

/** Contests by id, cached per process and dropped when they change. */
@Injectable()
export class ContestDirectory {
  private readonly known: LRUCache<string, CachedContest>;
  private readonly unknown: LRUCache<string, true>;
  private readonly loading = new Map<string, Promise<CachedContest | null>>();
  private revision = 0;
  /** Grows whenever something may have changed: what was built from several contests before is old. */
  generation = 0;

  constructor(
    private readonly source: DataSource,
    @Inject(CLOCK) private readonly clock: Clock,
    live: LiveSubscriber,
  ) {
    const timed = { ttlResolution: 0, perf: { now: () => clock.now().getTime() } };
    this.known = new LRUCache({ max: MAX_KNOWN, ttl: MAX_AGE_MS, ...timed });
    this.unknown = new LRUCache({ max: MAX_UNKNOWN, ttl: UNKNOWN_AGE_MS, ...timed });
    live.on('contest', ({ contestId }) => this.drop(contestId));
    live.on('connected', () => {
      this.generation++;
      for (const cache of [this.known, this.unknown, this.loading]) cache.clear();
    });
  }

  /** @returns null for an unknown or archived contest */
  async find(id: string): Promise<CachedContest | null> {
    const known = this.known.get(id);
    if (known) return known;
    if (this.unknown.has(id)) return null;
    return this.loading.get(id) ?? this.loadAndKeep(id);
  }

  /** A contest that `find` would give without asking; null otherwise. */
  peek(id: string): CachedContest | null {
    return this.known.get(id) ?? null;
  }

  /** Whether a contestant exists in another contest and not in this one. Asks the database: for refusals only. */
  async isElsewhere(contestId: string, contestantId: string): Promise<boolean> {
    return this.source.getRepository(Contestant).existsBy({ id: contestantId, contestId: Not(contestId) });
  }

  /** Forget a contest this process has just changed. */
  drop(id: string): void {
    this.generation++;
    for (const cache of [this.known, this.unknown, this.loading]) cache.delete(id);
  }

  private loadAndKeep(id: string): Promise<CachedContest | null> {
    // The age counts from the question: what changes while it is answered may be missing in the answer.
    const start = this.clock.now().getTime();
    const loading = readContest(this.source, id).then(
      (contest) => contest && { ...contest, revision: ++this.revision },
    );
    this.loading.set(id, loading);
    loading.then(
      (contest) => {
        // Dropped meanwhile: earlier callers get this answer, later ones a new one.
        if (!this.finish(id, loading)) return;
        if (contest) this.known.set(id, contest, { start });
        else this.unknown.set(id, true, { start });
      },
      () => this.finish(id, loading),
    );
    return loading;
  }

  /** @returns false when the contest was dropped while it was loaded */
  private finish(id: string, loading: Promise<unknown>): boolean {
    return this.loading.get(id) === loading && this.loading.delete(id);
  }
}
