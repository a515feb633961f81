import { EventEmitter } from 'node:events';
import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import type pg from 'pg';
import { type ResultFacts, resultPhase } from '@abato/contests';
import type { ContestTally } from '@abato/contracts';
import { HOT_POOL } from '@abato/database';
import { FanoutMetrics, type TallyChange, type LiveMessages, LiveSubscriber } from '@abato/live';
import { type Clock, CLOCK, type Logger, LOGGER } from '@abato/platform';
import { readTally, readTallyVersions } from './tally.js';

interface Board {
  version: number;
  byContestant: Map<string, number>;
  /** Version at which a contestant last changed, as far as this process knows. */
  changedAt: Map<string, number>;
  /** The same of the counts as they were at the contest's end. */
  atEnd: { version: number; byContestant: Map<string, number>; changedAt: Map<string, number> };
  usedAt: number;
}

interface TallySnapshot {
  version: number;
  byContestant: ReadonlyMap<string, number>;
}

/** How often versions are compared with the database: what a lost message costs at most. */
const COMPARE_MS = 2_000;
const IDLE_MS = 5 * 60_000;

/**
 * The newest counts of every contest with viewers, in memory. Fed by the workers' messages; a message that does not
 * follow on what is known, and a comparison every two seconds, lead back to PostgreSQL. Emits `changed` with the contest.
 */
@Injectable()
export class TallyBoard extends EventEmitter<{ changed: [string] }> implements OnModuleInit, OnModuleDestroy {
  private readonly boards = new Map<string, Board>();
  /** Contests whose board is kept because they have viewers. */
  private readonly watched = new Set<string>();
  private readonly loading = new Map<string, Promise<Board>>();
  private timer?: NodeJS.Timeout;

  constructor(
    @Inject(HOT_POOL) private readonly pool: pg.Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Logger,
    private readonly live: LiveSubscriber,
    private readonly fanout: FanoutMetrics,
  ) {
    super();
  }

  onModuleInit(): void {
    this.live.on('tally', (tally) => this.accept(tally));
    this.live.on('connected', () => void this.compare());
    this.timer = setInterval(() => void this.compare(), COMPARE_MS);
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  /** @param of the contest, for the counts that the public sees: until results are final, those at its end */
  async read(contestId: string, of?: ResultFacts): Promise<TallySnapshot> {
    const board = this.boards.get(contestId) ?? (await this.load(contestId));
    return this.use(board, of);
  }

  /** What `read` would give without asking; null otherwise. */
  peek(contestId: string, of?: ResultFacts): TallySnapshot | null {
    const board = this.boards.get(contestId);
    if (!board) return null;
    return this.use(board, of);
  }

  /** The counts that are shown now, of a board that is kept because it was asked for. */
  private use(board: Board, of: ResultFacts | undefined): Board | Board['atEnd'] {
    const now = this.clock.now();
    board.usedAt = now.getTime();
    return of && resultPhase(of, now) === 'PROVISIONAL' ? board.atEnd : board;
  }

  /**
   * Every contestant, as the first message for a client.
   * @param visible contestants that may be named; archived ones are not
   * @param of the contest, for the counts that the public sees
   */
  whole(contestId: string, visible: ReadonlyMap<string, string>, of?: ResultFacts): Promise<ContestTally> {
    return this.since(contestId, 0, visible, of, true);
  }

  /** What changed after a version, also after version 0: the counts of a contest without votes are known. */
  async since(
    contestId: string,
    since: number,
    visible: ReadonlyMap<string, string>,
    of?: ResultFacts,
    whole = false,
  ): Promise<ContestTally> {
    await this.read(contestId);
    const known = this.boards.get(contestId);
    const board = known && this.use(known, of);
    const contestants: ContestTally['contestants'] = [];
    let totalVotes = 0;
    for (const [id, categoryId] of visible) {
      const votes = board?.byContestant.get(id) ?? 0;
      totalVotes += votes;
      if (whole || (board?.changedAt.get(id) ?? 0) > since) contestants.push({ id, categoryId, votes });
    }
    return { contestId, version: board?.version ?? 0, since, totalVotes, contestants };
  }

  /** Keep a contest's board fed while it has viewers, also without votes for hours. */
  keep(contestId: string): void {
    this.watched.add(contestId);
  }

  /** The last viewer has gone: the board may be forgotten when it is no longer read. */
  release(contestId: string): void {
    this.watched.delete(contestId);
  }

  private accept({ committedAt, trace, ...tally }: LiveMessages['tally']): void {
    const board = this.boards.get(tally.contestId);
    if (!board || tally.version <= board.version) return;
    if (committedAt) this.fanout.arrived(tally.contestId, committedAt, trace);
    if (tally.since > board.version) {
      void this.load(tally.contestId).then(
        () => undefined,
        () => undefined, // the comparison asks again
      );
      return;
    }
    merge(board, tally);
    this.emit('changed', tally.contestId);
  }

  private load(contestId: string): Promise<Board> {
    const running = this.loading.get(contestId);
    if (running) return running;
    const loading = readTally(this.pool, contestId, 0)
      .then((tally) => {
        const known = this.boards.get(contestId);
        if (known) {
          if (tally.version > known.version) {
            merge(known, tally);
            this.emit('changed', contestId);
          }
          return known;
        }
        const board: Board = {
          version: 0,
          byContestant: new Map(),
          changedAt: new Map(),
          atEnd: { version: 0, byContestant: new Map(), changedAt: new Map() },
          usedAt: this.clock.now().getTime(),
        };
        merge(board, tally);
        this.boards.set(contestId, board);
        return board;
      })
      .finally(() => this.loading.delete(contestId));
    this.loading.set(contestId, loading);
    return loading;
  }

  /** Look for versions whose message never arrived, and forget boards that were not read for a while. */
  private async compare(): Promise<void> {
    const now = this.clock.now().getTime();
    for (const [id, board] of this.boards) {
      if (now - board.usedAt > IDLE_MS && !this.watched.has(id)) this.boards.delete(id);
    }
    if (!this.boards.size) return;
    try {
      const versions = await readTallyVersions(this.pool, [...this.boards.keys()]);
      const behind = [...versions].filter(
        ([id, version]) => (this.boards.get(id)?.version ?? version) < version,
      );
      await Promise.all(behind.map(([id]) => this.load(id)));
    } catch (error) {
      this.log.warn({ reason: (error as Error).message }, 'tally comparison failed');
    }
  }
}

function merge(board: Board, tally: TallyChange): void {
  const { atEnd } = board;
  const versionAtEnd = tally.versionAtEnd ?? tally.version;
  // A whole tally names every contestant with votes: what others had, the database has lost.
  const lost = new Set(tally.since ? [] : board.byContestant.keys());
  for (const { id, votes, votesAfterEnd = 0 } of tally.contestants) {
    note(board, id, votes, tally.version);
    note(atEnd, id, votes - votesAfterEnd, versionAtEnd);
    lost.delete(id);
  }
  for (const id of lost) {
    note(board, id, 0, tally.version);
    note(atEnd, id, 0, versionAtEnd);
  }
  board.version = tally.version;
  atEnd.version = versionAtEnd;
}

function note(
  counts: Pick<Board, 'byContestant' | 'changedAt'>,
  id: string,
  votes: number,
  version: number,
): void {
  if (counts.byContestant.get(id) === votes) return;
  counts.byContestant.set(id, votes);
  counts.changedAt.set(id, version);
}
