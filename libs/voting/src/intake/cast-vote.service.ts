import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import type pg from 'pg';
import { Histogram, type Registry } from 'prom-client';
import { ContestDirectory } from '@abato/contests';
import {
  type CastProof,
  castProofRules,
  type CastVoteRequest,
  type CastVoteResult,
  castVoteRules,
  isUuid,
  validate,
} from '@abato/contracts';
import { GroupCommit, HOT_POOL, withRetry } from '@abato/database';
import { Pokes, Queues } from '@abato/jobs';
import {
  AppError,
  type Clock,
  CLOCK,
  type Environment,
  ENVIRONMENT,
  type Logger,
  LOGGER,
  METRICS,
  REDIS,
  Secrets,
  traced,
  type TraceParent,
} from '@abato/platform';
import { FreeVoteLimiter } from '../limits/free-vote-limiter.js';
import type { FreeVote, Verdict } from '../limits/free-vote.js';
import { limitRefusal } from '../limits/limit-refusal.js';
import { UnpaidVoteLimiter } from '../limits/unpaid-vote-limiter.js';
import { unpaidRefusal } from '../limits/unpaid-votes.js';
import { VoterNetwork } from '../limits/voter-network.js';
import { PersonChecks } from '../person-check/person-checks.js';
import { castRow, type CastRow, refusalOf, replay, resultOf } from './cast-row.js';
import { type EarlierVote, findVotesByKey, type VoteRow, writeVotes } from './cast.repository.js';

/** Rows in one statement: beyond 500 the statement's latency grows faster than its throughput. */
const MAX_BATCH = 500;
/** About a third of a second of work at full speed; more waiting only means slower refusals. */
const MAX_WAITING = 5_000;
const RETRY_AFTER_SECONDS = 2;
/** Being overloaded is said once in so long, not once per refused vote: the metrics count those. */
const WARN_EVERY_MS = 1_000;

/** What a request carries besides the vote. */
interface CastContext {
  /** The `Idempotency-Key` header. */
  key: string | undefined;
  /** Where the request comes from. */
  address: string;
}

const RULES = { ...castVoteRules, ...castProofRules };

/** Takes votes: checks, group commit, and only after the commit an answer. */
@Injectable()
export class CastVoteService implements BeforeApplicationShutdown {
  private readonly commits: GroupCommit<CastRow, CastVoteResult | AppError>;
  private readonly limiter: FreeVoteLimiter | null;
  private readonly unpaid: UnpaidVoteLimiter | null;
  private readonly network: VoterNetwork;
  private warnedAt = -WARN_EVERY_MS;
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
    private readonly checks: PersonChecks,
  ) {
    this.network = new VoterNetwork(secrets, env.production);
    this.limiter = env.VOTE_LIMITS === 'off' ? null : new FreeVoteLimiter(redis, pool, log);
    this.unpaid =
      env.VOTE_LIMITS === 'off' ? null : new UnpaidVoteLimiter(redis, pool, env.UNPAID_VOTE_MINUTES * 60_000);
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
    this.commits = new GroupCommit((rows) => this.tracedFlush(rows), {
      maxBatch: MAX_BATCH,
      maxWaiting: MAX_WAITING,
      prepare: (rows) => this.judge(rows),
      observe: (count, ms, waited) => {
        size.observe(count);
        duration.observe(ms / 1000);
        wait.observe(waited / 1000);
      },
    });
  }

  /** More votes wait than can be written soon. Asked before a request is read, so that refusing costs little of what accepting needs. */
  get isFull(): boolean {
    return this.commits.backlog >= MAX_WAITING;
  }

  /** The refusal of a full queue; says so in the log now and then. */
  overloaded(): AppError {
    if (performance.now() - this.warnedAt >= WARN_EVERY_MS) {
      this.warnedAt = performance.now();
      this.log.warn({ waiting: this.commits.backlog }, 'votes are refused: more arrive than can be written');
    }
    return new AppError('OVERLOADED', { retryAfter: RETRY_AFTER_SECONDS });
  }

  /**
   * @param body the request's JSON; validated here by the compiled rules, not by the reflection pipe
   * @throws AppError with the reason; nothing is written then
   */
  async cast(body: unknown, { key, address }: CastContext): Promise<CastVoteResult> {
    if (key !== undefined && !isUuid(key)) throw new AppError('IDEMPOTENCY_KEY_INVALID');
    const checked = validate<CastVoteRequest & CastProof>(RULES, body);
    if (!checked.ok) throw AppError.validation(checked.errors);
    const { deviceId, challenge, ...vote } = checked.value;
    const contest = this.directory.peek(vote.contestId) ?? (await this.directory.find(vote.contestId));
    const input = { vote, proof: { deviceId, challenge }, key, address };
    const row = castRow(input, contest, this.secrets, this.network);
    const refusal = refusalOf(contest, row, this.clock.now());
    // A repeated request gets its first answer even after the contest has closed.
    if (refusal) return this.earlierResult(row, refusal);
    const limited = row.guard ?? row.unpaid;
    if (challenge && limited) {
      limited.proven = await this.checks.proves(challenge, row.contestId, row.key);
    }
    const outcome = this.commits.add(row);
    if (!outcome) throw this.overloaded();
    const result = await outcome;
    if (result instanceof AppError) throw result;
    return result;
  }

  /** Everything acknowledged is durable already; this lets what still waits be written before the process ends. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.commits.drained();
    this.pokes.flush();
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
    const allowed = rows.filter((row) => !row.judged?.refusal);
    const written = await this.write(allowed, now);
    // Also the refused ones: a repeated request is no new vote, and its first answer may stem from this very batch.
    const missing = rows.filter((row) => !written.has(row.id));
    this.giveBack(missing);
    const earlier = missing.length
      ? await findVotesByKey(
          this.pool,
          missing.map((row) => row.key),
        )
      : new Map<string, EarlierVote>();
    const counted = rows.filter((row) => written.has(row.id) && row.price === 0 && !row.hold);
    for (const contestId of new Set(counted.map((row) => row.contestId))) this.pokes.poke(contestId);
    return Promise.all(
      rows.map((row) => (written.has(row.id) ? resultOf(row) : this.explain(row, earlier.get(row.key), now))),
    );
  }

  private async write(rows: CastRow[], now: Date): Promise<Set<string>> {
    if (!rows.length) return new Set();
    try {
      return await withRetry(() => writeVotes(this.pool, rows, now));
    } catch (error) {
      // Nothing was written; each row is judged and tried again by itself.
      this.giveBack(rows);
      throw error;
    }
  }

  /** Ask limits and rules about votes, while others are being written; what is suspicious is marked to be held. */
  private async judge(rows: CastRow[]): Promise<void> {
    const at = this.clock.now();
    await Promise.all([this.judgeFree(rows, at), this.judgeUnpaid(rows, at)]);
  }

  private async judgeUnpaid(rows: CastRow[], at: Date): Promise<void> {
    const limited = rows.flatMap((row) => (row.unpaid ? { row, vote: row.unpaid } : []));
    const verdicts = await this.unpaid?.note(
      limited.map(({ vote }) => vote),
      at,
    );
    limited.forEach(({ row }, index) => {
      const verdict = verdicts?.[index];
      row.judged = { at, refusal: verdict ? unpaidRefusal(verdict, at) : null };
    });
  }

  private async judgeFree(rows: CastRow[], at: Date): Promise<void> {
    const guarded = rows.filter(isGuarded);
    const verdicts = (await this.limiter?.charge(guardsOf(guarded), at)) ?? [];
    guarded.forEach((row, index) => {
      const verdict = verdicts[index];
      // Set anew each time: after a failed write a row is judged again.
      row.hold = verdict?.kind === 'held' ? verdict.reason : null;
      row.judged = { at, refusal: verdict ? refusedBy(verdict, row.guard, at) : null };
    });
  }

  /** What was charged for votes that are not written after all. */
  private giveBack(rows: CastRow[]): void {
    const charged = rows.filter((row) => row.judged && !row.judged.refusal);
    this.unpaid?.forget(charged.flatMap((row) => row.unpaid ?? []));
    for (const at of new Set(charged.map((row) => row.judged?.at))) {
      if (at) this.limiter?.refund(guardsOf(charged.filter((row) => row.judged?.at === at)), at);
    }
  }

  /** Why a row was not written: it was before (same key), or the database's newer state refused it. */
  private async explain(
    row: CastRow,
    earlier: EarlierVote | undefined,
    now: Date,
  ): Promise<CastVoteResult | AppError> {
    if (earlier) return replay(row, earlier);
    if (row.judged?.refusal) return row.judged.refusal;
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

function refusedBy(verdict: Verdict, vote: FreeVote, at: Date): AppError | null {
  if (verdict.kind === 'refused') return limitRefusal(verdict, vote, at);
  return verdict.kind === 'challenge' ? new AppError('CHALLENGE_REQUIRED') : null;
}

function isGuarded(row: CastRow): row is CastRow & { guard: FreeVote } {
  return row.guard !== null;
}

function guardsOf(rows: CastRow[]): FreeVote[] {
  return rows.filter(isGuarded).map((row) => row.guard);
}
