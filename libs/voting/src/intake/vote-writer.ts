import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import type pg from 'pg';
import type { Registry } from 'prom-client';
import type { CastVoteResult } from '@abato/contracts';
import { GroupCommit, HOT_POOL, withRetry } from '@abato/database';
import { Queues, WakeUps } from '@abato/jobs';
import {
  AppError,
  type Clock,
  CLOCK,
  type Logger,
  LOGGER,
  METRICS,
  traced,
  type TraceParent,
} from '@abato/platform';
import { FreeVoteLimits } from '../limits/free-vote-limits.js';
import { observerOf } from './batch-metrics.js';
import { type CastRow, resultOf } from './cast-row.js';
import { answerOf, type EarlierVote, findVotesByKey, replay } from './earlier-votes.js';
import { type VoteRow, writeVotes } from './fast/write-votes.js';

/** Rows in one statement: beyond 500 the statement's latency grows faster than its throughput. */
const MAX_BATCH = 500;
/** About a third of a second of work at full speed; a longer queue would only delay refusals. */
const MAX_WAITING = 5_000;
const RETRY_AFTER_SECONDS = 2;
/** Shortest time between two log entries about a full queue; the metrics count every refused vote. */
const WARN_EVERY_MS = 1_000;

/** The database's newer state refused the vote, at the time of the write. */
export class NotWritten {
  constructor(readonly at: Date) {}
}

/** What became of a vote; an `AppError` is the refusal to answer with. */
export type WriteOutcome = CastVoteResult | AppError | NotWritten;

/** Writes votes durably in groups, after asking the limits, and wakes the tally. */
@Injectable()
export class VoteWriter implements BeforeApplicationShutdown {
  private readonly commits: GroupCommit<CastRow, WriteOutcome>;
  private readonly wakeUps = new WakeUps((contestId) => this.wakeTally(contestId));
  private warnedAt = -WARN_EVERY_MS;

  constructor(
    @Inject(HOT_POOL) private readonly pool: pg.Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Logger,
    @Inject(METRICS) metrics: Registry,
    private readonly limits: FreeVoteLimits,
    private readonly queues: Queues,
  ) {
    this.commits = new GroupCommit((rows) => this.tracedFlush(rows), {
      maxBatch: MAX_BATCH,
      maxWaiting: MAX_WAITING,
      prepare: (rows) => this.limits.judge(rows, this.clock.now()),
      observe: observerOf(metrics),
    });
  }

  /** More votes wait than can be written soon. Asked before a request is read, so that a refusal costs little. */
  get isFull(): boolean {
    return this.commits.backlog >= MAX_WAITING;
  }

  /** The refusal of a full queue; logged at most once a second. */
  overloaded(): AppError {
    if (performance.now() - this.warnedAt >= WARN_EVERY_MS) {
      this.warnedAt = performance.now();
      this.log.warn({ waiting: this.commits.backlog }, 'votes are refused: more arrive than can be written');
    }
    return new AppError('OVERLOADED', { retryAfter: RETRY_AFTER_SECONDS });
  }

  /** @returns the vote's outcome, only after its write is durable; null when the queue is full */
  write(row: CastRow): Promise<WriteOutcome> | null {
    return this.commits.add(row);
  }

  /** A vote that counts was written by another statement: the tally takes it up. */
  announce(contestId: string): void {
    this.wakeUps.wake(contestId);
  }

  /** @returns the answer to an earlier request with the same key; null when there was none */
  async earlierResult(row: VoteRow): Promise<CastVoteResult | AppError | null> {
    // Without a key the row's own id serves as one: no earlier request can have used it.
    if (row.key === row.id) return null;
    const earlier = (await findVotesByKey(this.pool, [row.key])).get(row.key);
    return earlier ? replay(row, earlier) : null;
  }

  /** @returns the answer to a request that sent this key; null when no vote was written under it */
  async resultBy(key: string): Promise<CastVoteResult | null> {
    const vote = (await findVotesByKey(this.pool, [key])).get(key);
    // A vote without a key has its id in its place, which others know.
    return vote && vote.id !== key ? answerOf(vote) : null;
  }

  /** Acknowledged votes are durable already; this lets waiting ones be written before the process ends. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.commits.drained();
    this.wakeUps.flush();
  }

  /** One write serves many requests: it belongs to the first traced request's trace and is linked to the others. */
  private tracedFlush(rows: CastRow[]): Promise<WriteOutcome[]> {
    const follows = (): (TraceParent | undefined)[] => rows.map((row) => row.trace);
    return traced('votes write', { follows, attributes: { 'abato.batch.votes': rows.length } }, () =>
      this.flush(rows),
    );
  }

  private async flush(rows: CastRow[]): Promise<WriteOutcome[]> {
    const now = this.clock.now();
    const allowed = rows.filter((row) => !row.judged?.refusal);
    const written = await this.insert(allowed, now);
    // Refused votes are looked up, too: a repeated request is no new vote, and its first answer may stem from this very batch.
    const missing = rows.filter((row) => !written.has(row.id));
    this.limits.giveBack(missing);
    const earlier = missing.length
      ? await findVotesByKey(
          this.pool,
          missing.map((row) => row.key),
        )
      : new Map<string, EarlierVote>();
    const counted = rows.filter((row) => written.has(row.id) && row.price === 0 && !row.hold);
    for (const contestId of new Set(counted.map((row) => row.contestId))) this.wakeUps.wake(contestId);
    return rows.map((row) =>
      written.has(row.id) ? resultOf(row, now) : notWritten(row, earlier.get(row.key), now),
    );
  }

  private async insert(rows: CastRow[], now: Date): Promise<Set<string>> {
    if (!rows.length) return new Set();
    try {
      return await withRetry(() => writeVotes(this.pool, rows, now));
    } catch (error) {
      // Nothing was written; each row is judged and tried again by itself.
      this.limits.giveBack(rows);
      throw error;
    }
  }

  private wakeTally(contestId: string): void {
    this.queues
      .enqueue('tally', 'drain', { contestId }, contestId)
      .catch((error: Error) =>
        this.log.debug({ reason: error.message }, 'tally wake-up dropped; the periodic check drains'),
      );
  }
}

/** Why a row was not written: the key was used before, a limit refused it, or the database's newer state did. */
function notWritten(row: CastRow, earlier: EarlierVote | undefined, now: Date): WriteOutcome {
  if (earlier) return replay(row, earlier);
  return row.judged?.refusal ?? new NotWritten(now);
}
