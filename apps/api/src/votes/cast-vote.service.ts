import { hash } from 'node:crypto';
import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import type pg from 'pg';
import { Histogram, type Registry } from 'prom-client';
import {
  castVoteRules,
  cedisFromPesewas,
  isUuid,
  MAX_PAYMENT_PESEWAS,
  MIN_PAYMENT_PESEWAS,
  normalisePhone,
  validate,
  type CastVoteRequest,
  type CastVoteResult,
} from '@abato/contracts';
import { AppError, voteRefusal } from '@abato/domain';
import { findVotesByKey, withRetry, writeVotes, type EarlierVote, type VoteRow } from '@abato/persistence';
import {
  CLOCK,
  currentTrace,
  newId,
  Secrets,
  traced,
  type Clock,
  type Environment,
  type Logger,
  type TraceParent,
} from '@abato/platform';
import { Queues } from '@abato/queue';
import { ContestDirectory, type CachedContest } from '../contests/contest-directory.js';
import { Pokes } from '../core/pokes.js';
import { ENVIRONMENT, HOT_POOL, LOGGER, METRICS, REDIS } from '../core/tokens.js';
import { GroupCommit } from '../core/group-commit.js';
import { FreeVoteLimiter, type FreeVote } from './limits/free-vote-limiter.js';
import { limitRefusal } from './limits/limit-refusal.js';

/** Rows in one statement: beyond 500 the statement's latency grows faster than its throughput. */
const MAX_BATCH = 500;
/** About a third of a second of work at full speed; more waiting only means slower refusals. */
const MAX_WAITING = 5_000;
const RETRY_AFTER_SECONDS = 2;

/**
 * @property freeLimit free votes per phone and hour; null where no limit holds
 * @property trace the request's place in its trace, when it is traced
 */
type CastRow = VoteRow & { freeLimit: number | null; trace: TraceParent | undefined };

/** Takes votes: checks, group commit, and only after the commit an answer. */
@Injectable()
export class CastVoteService implements BeforeApplicationShutdown {
  private readonly commits: GroupCommit<CastRow, CastVoteResult | AppError>;
  private readonly limiter: FreeVoteLimiter | null;
  private readonly pokes = new Pokes((contestId) => this.pokeTally(contestId));

  constructor(
    @Inject(HOT_POOL) private readonly pool: pg.Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Logger,
    @Inject(METRICS) metrics: Registry,
    @Inject(ENVIRONMENT) env: Environment,
    @Inject(REDIS) redis: Redis,
    private readonly secrets: Secrets,
    private readonly directory: ContestDirectory,
    private readonly queues: Queues,
  ) {
    this.limiter = env.VOTE_LIMITS === 'off' ? null : new FreeVoteLimiter(redis, pool, log);
    const size = new Histogram({
      name: 'abato_cast_batch_votes',
      help: 'Votes written by one statement',
      buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500],
      registers: [metrics],
    });
    const duration = new Histogram({
      name: 'abato_cast_flush_seconds',
      help: 'Duration of one durable write of a batch of votes',
      buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1, 5],
      registers: [metrics],
    });
    const wait = new Histogram({
      name: 'abato_cast_wait_seconds',
      help: 'How long the first vote of a batch waited for its write to begin',
      buckets: [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1],
      registers: [metrics],
    });
    this.commits = new GroupCommit(
      (rows) => this.tracedFlush(rows),
      MAX_BATCH,
      MAX_WAITING,
      (count, ms, waited) => {
        size.observe(count);
        duration.observe(ms / 1000);
        wait.observe(waited / 1000);
      },
    );
  }

  /**
   * @param body the request's JSON; validated here by the compiled rules, not by the reflection pipe
   * @param key the `Idempotency-Key` header
   * @throws AppError with the reason; nothing is written then
   */
  async cast(body: unknown, key: string | undefined): Promise<CastVoteResult> {
    if (key !== undefined && !isUuid(key)) throw new AppError('IDEMPOTENCY_KEY_INVALID');
    const checked = validate<CastVoteRequest>(castVoteRules, body);
    if (!checked.ok) throw AppError.validation(checked.errors);
    const contest = await this.directory.find(checked.value.contestId);
    const row = this.toRow(checked.value, contest, key);
    const refusal = refusalOf(contest, row, this.clock.now());
    // A repeated request gets its first answer even after the contest has closed.
    if (refusal) return this.earlierResult(row, refusal);
    const outcome = this.commits.add(row);
    if (!outcome) throw new AppError('OVERLOADED', { retryAfter: RETRY_AFTER_SECONDS });
    const result = await outcome;
    if (result instanceof AppError) throw result;
    return result;
  }

  /** Everything acknowledged is durable already; this lets what still waits be written before the process ends. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.commits.drained();
    this.pokes.flush();
  }

  private toRow(vote: CastVoteRequest, contest: CachedContest | null, key: string | undefined): CastRow {
    const phone = normalisePhone(vote.voterPhone) as string;
    const email = vote.voterEmail?.toLowerCase() ?? null;
    const id = newId();
    const digest = hash(
      'sha256',
      JSON.stringify([vote.contestId, vote.contestantId, vote.voteCount, vote.voterName, email, phone]),
      'buffer',
    );
    return {
      id,
      contestId: vote.contestId,
      categoryId: vote.categoryId,
      contestantId: vote.contestantId,
      votes: vote.voteCount,
      price: contest?.facts.votePricePesewas ?? 0,
      name: vote.voterName ?? null,
      email,
      phone,
      key: key?.toLowerCase() ?? id,
      digest,
      phoneDigest: this.secrets.voterDigest(vote.contestId, 'phone', phone),
      emailDigest: email ? this.secrets.voterDigest(vote.contestId, 'email', email) : null,
      source: 'WEB',
      freeLimit: contest && !contest.isRehearsal ? contest.facts.freeVotesPerHour : null,
      trace: currentTrace(),
    };
  }

  /** One write serves many requests: it belongs to the first traced one's trace and is linked to the others'. */
  private tracedFlush(rows: CastRow[]): Promise<(CastVoteResult | AppError)[]> {
    const follows = (): (TraceParent | undefined)[] => rows.map((row) => row.trace);
    return traced('votes write', { follows, attributes: { 'abato.batch.votes': rows.length } }, () =>
      this.flush(rows),
    );
  }

  private async flush(rows: CastRow[]): Promise<(CastVoteResult | AppError)[]> {
    const now = this.clock.now();
    const refusals = await this.chargeLimits(rows, now);
    const allowed = rows.filter((row) => !refusals.has(row));
    const written = await this.write(allowed, now);
    // Also those over the limit: a repeated request is no new vote, and its first answer may stem from this very batch.
    const missing = rows.filter((row) => !written.has(row.id));
    this.limiter?.refund(limitedVotes(missing.filter((row) => !refusals.has(row))), now);
    const earlier = missing.length
      ? await findVotesByKey(
          this.pool,
          missing.map((row) => row.key),
        )
      : new Map<string, EarlierVote>();
    const counted = rows.filter((row) => written.has(row.id) && row.price === 0);
    for (const contestId of new Set(counted.map((row) => row.contestId))) this.pokes.poke(contestId);
    return Promise.all(
      rows.map((row) =>
        written.has(row.id) ? resultOf(row) : this.explain(row, earlier.get(row.key), refusals.get(row), now),
      ),
    );
  }

  private async write(rows: CastRow[], now: Date): Promise<Set<string>> {
    if (!rows.length) return new Set();
    try {
      return await withRetry(() => writeVotes(this.pool, rows, now));
    } catch (error) {
      // Nothing was written; each row is tried again by itself and charged then.
      this.limiter?.refund(limitedVotes(rows), now);
      throw error;
    }
  }

  /** @returns the refusals of rows that are over their phone's limit; all others are charged */
  private async chargeLimits(rows: CastRow[], now: Date): Promise<Map<CastRow, AppError>> {
    const refusals = new Map<CastRow, AppError>();
    if (!this.limiter) return refusals;
    const limited = rows.filter(isLimited);
    const answers = await this.limiter.charge(limitedVotes(limited), now);
    limited.forEach((row, index) => {
      const answer = answers[index];
      if (answer && !answer.allowed) refusals.set(row, limitRefusal(answer, row.votes, row.freeLimit, now));
    });
    return refusals;
  }

  /** Why a row was not written: it was before (same key), or the database's newer state refused it. */
  private async explain(
    row: CastRow,
    earlier: EarlierVote | undefined,
    overLimit: AppError | undefined,
    now: Date,
  ): Promise<CastVoteResult | AppError> {
    if (earlier) return replay(row, earlier);
    if (overLimit) return overLimit;
    this.directory.drop(row.contestId);
    return refusalOf(await this.directory.find(row.contestId), row, now) ?? new AppError('CONTEST_CHANGED');
  }

  /** @throws the refusal, unless this very request was accepted before */
  private async earlierResult(row: VoteRow, refusal: AppError): Promise<CastVoteResult> {
    const earlier =
      row.key === row.id ? undefined : (await findVotesByKey(this.pool, [row.key])).get(row.key);
    const result = earlier ? replay(row, earlier) : refusal;
    if (result instanceof AppError) throw result;
    return result;
  }

  private pokeTally(contestId: string): void {
    this.queues
      .poke('tally', 'drain', { contestId }, contestId)
      .catch((error: Error) =>
        this.log.debug({ reason: error.message }, 'tally poke dropped; the sweep drains'),
      );
  }
}

function isLimited(row: CastRow): row is CastRow & { freeLimit: number } {
  return row.price === 0 && row.freeLimit !== null;
}

function limitedVotes(rows: CastRow[]): FreeVote[] {
  return rows.filter(isLimited).map((row) => ({
    contestId: row.contestId,
    phone: row.phone,
    phoneDigest: row.phoneDigest,
    votes: row.votes,
    limit: row.freeLimit,
  }));
}

function resultOf(row: VoteRow): CastVoteResult {
  return {
    id: row.id,
    status: row.price === 0 ? 'COMPLETED' : 'PENDING',
    voteCount: row.votes,
    amount: cedisFromPesewas(row.price * row.votes),
  };
}

function replay(row: VoteRow, earlier: EarlierVote): CastVoteResult | AppError {
  if (!earlier.digest.equals(row.digest)) return new AppError('IDEMPOTENCY_KEY_REUSED');
  return {
    id: earlier.id,
    status: earlier.status,
    voteCount: earlier.voteCount,
    amount: cedisFromPesewas(earlier.amountPesewas),
  };
}

function refusalOf(contest: CachedContest | null, row: VoteRow, now: Date): AppError | null {
  if (!contest || contest.facts.status === 'DRAFT') return new AppError('CONTEST_NOT_FOUND');
  const categoryId = contest.categoryOf.get(row.contestantId);
  if (!categoryId) return new AppError('CONTESTANT_NOT_FOUND');
  if (categoryId !== row.categoryId) {
    return AppError.validation([{ field: 'categoryId', message: 'The contestant is not in this category' }]);
  }
  const { status, startDate, endDate } = contest.facts;
  const refusal = voteRefusal({ status, startDate, endDate, hostIsActive: contest.hostIsActive }, now);
  if (refusal) return new AppError(refusal);
  const amount = row.price * row.votes;
  if (amount > MAX_PAYMENT_PESEWAS) return new AppError('AMOUNT_TOO_LARGE');
  if (amount > 0 && amount < MIN_PAYMENT_PESEWAS) return new AppError('AMOUNT_TOO_SMALL');
  return null;
}
