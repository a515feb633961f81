import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { Job } from 'bullmq';
import type pg from 'pg';
import { Counter, Histogram, type Registry } from 'prom-client';
import { lockStillCounted, uncountArchived } from '@abato/contests';
import { HOT_POOL, sqlFile, type SqlRunner, Transactions } from '@abato/database';
import { type Backlog, exportBacklog, JobProcessor, Processor, Sweeps, tryEach } from '@abato/jobs';
import { type TallyChange, LivePublisher } from '@abato/live';
import { type Clock, CLOCK, currentTrace, METRICS, Secrets } from '@abato/platform';
import { uncountVoters } from './uncount-voters.js';

const DRAIN = sqlFile(import.meta.url, './sql/drain-tally.sql');

/** Outbox rows one drain takes; a bound on its time and memory. */
const DRAIN_ROWS = 2_000;

interface DrainResult extends pg.QueryResultRow {
  taken: number;
  /** When the oldest of the taken rows was counted. */
  oldest_at: Date;
  version: number;
  votes: number;
  transactions: number;
  amount_pesewas: number;
  unique_phones: number;
}

/**
 * Tally waiting rows of one contest (see sql/drain-tally.sql). Call again while `taken` equals the bound.
 * @returns null when nothing waited
 */
export async function drainTally(
  sql: SqlRunner,
  contestId: string,
  now: Date,
): Promise<(DrainResult & { more: boolean }) | null> {
  const result = await sql.query<DrainResult>({
    name: 'drain-tally',
    text: DRAIN,
    values: [contestId, DRAIN_ROWS, now],
  });
  const row = result.rows[0];
  return row ? { ...row, more: row.taken >= DRAIN_ROWS } : null;
}

/**
 * Where the versions of the database's present history ("timeline") begin. A standby that is promoted begins a new one, and so does a restore to
 * an earlier time: what the server before it had stored last may be missing. The next drain would then be given a version that
 * processes and pages know with other counts. A standby has no history of its own yet: 0 is older than all that is known.
 */
const FIRST_VERSION = `CASE WHEN pg_is_in_recovery() THEN 0
  ELSE (('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::bigint - 1) * 1000000000 END`;

/**
 * Absolute counts of the contestants that changed after a drain, read in one statement so that they belong together. Versions never repeat
 * and never go back, also when the database lost its last drains (`FIRST_VERSION`).
 * @param since the version as it is stored; 0 for all
 * @returns no contestants for a contest that was never voted in
 */
export async function readTally(sql: SqlRunner, contestId: string, since: number): Promise<TallyChange> {
  const result = await sql.query<{
    first: number;
    version: number | null;
    version_at_end: number | null;
    total: number | null;
    contestants: TallyChange['contestants'] | null;
  }>(
    `SELECT h.first, t.version, coalesce(t.version_at_end, t.version) AS version_at_end, t.votes AS total,
       (SELECT jsonb_agg(jsonb_build_object('id', c.contestant_id, 'categoryId', c.category_id, 'votes', c.votes,
         'votesAfterEnd', c.votes_after_end))
        FROM contestant_tallies c WHERE c.contest_id = t.contest_id AND c.version > $2) AS contestants
     FROM (SELECT ${FIRST_VERSION} AS first) h LEFT JOIN contest_tallies t ON t.contest_id = $1`,
    [contestId, since],
  );
  const row = result.rows[0];
  const first = row?.first ?? 0;
  return {
    contestId,
    version: first + (row?.version ?? 0),
    versionAtEnd: first + (row?.version_at_end ?? 0),
    since: since && first + since,
    totalVotes: row?.total ?? 0,
    contestants: row?.contestants ?? [],
  };
}

/** Versions of several contests' tallies at once: how a process that heard nothing learns what it missed. */
export async function readTallyVersions(sql: SqlRunner, contestIds: string[]): Promise<Map<string, number>> {
  const result = await sql.query<{ contest_id: string; version: number }>(
    `SELECT asked.id AS contest_id, h.first + coalesce(t.version, 0) AS version
     FROM (SELECT ${FIRST_VERSION} AS first) h, unnest($1::uuid[]) AS asked (id)
     LEFT JOIN contest_tallies t ON t.contest_id = asked.id`,
    [contestIds],
  );
  return new Map(result.rows.map((row) => [row.contest_id, row.version]));
}

/** Adds counted votes to the tallies and tells the API processes. */
@Injectable()
export class Tally {
  private readonly hot: Transactions;
  private readonly tallied: Counter;
  private readonly lag: Histogram;

  constructor(
    @Inject(HOT_POOL) pool: pg.Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(METRICS) metrics: Registry,
    private readonly live: LivePublisher,
    private readonly secrets: Secrets,
  ) {
    this.hot = new Transactions(pool);
    this.tallied = new Counter({
      name: 'abato_tally_transactions_total',
      help: 'Counted transactions added to tallies',
      registers: [metrics],
    });
    this.lag = new Histogram({
      name: 'abato_tally_lag_seconds',
      help: 'From the counted vote to the tally that contains it: the oldest of each drain',
      buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 15, 60],
      registers: [metrics],
    });
    exportBacklog(
      { metrics, clock },
      'tally_outbox',
      'counted batches of votes that are not tallied yet',
      () => this.backlog(),
    );
  }

  /** Rows that no drain has taken yet, without those that wait for their batch on purpose; numbers stop at 100,000. */
  private async backlog(): Promise<Backlog> {
    const { rows } = await this.hot.query<Backlog & pg.QueryResultRow>(
      `SELECT (SELECT count(*) FROM (SELECT FROM due_tally_outbox LIMIT 100000) waiting) AS rows,
         (SELECT coalesce(released_at, created_at) FROM due_tally_outbox ORDER BY id LIMIT 1) AS since`,
    );
    return rows[0] as Backlog;
  }

  /** Tally everything that waits for one contest. Safe to run any number of times, at once, and after a crash at any point. */
  async drain(contestId: string): Promise<void> {
    for (;;) {
      const drained = await drainTally(this.hot, contestId, this.clock.now());
      if (!drained) return;
      this.tallied.inc(drained.taken);
      const committedAt = this.clock.now();
      this.lag.observe(Math.max(0, (committedAt.getTime() - drained.oldest_at.getTime()) / 1000));
      // Only after the commit. Read again, so that a message never says less than an earlier one.
      const tally = await readTally(this.hot, contestId, drained.version - 1);
      await this.live.publish('tally', {
        ...tally,
        committedAt: committedAt.getTime(),
        trace: currentTrace(),
      });
      if (!drained.more) return;
    }
  }

  /** Votes of a contest have left the figures: take out the voters who have no other. */
  async uncount(contestId: string): Promise<void> {
    await this.drain(contestId);
    await this.uncountVoters(contestId);
  }

  /**
   * Tally what waits anywhere, and take out what counts no more, whatever the queue says.
   * @throws the first failure, when everything has been tried
   */
  async drainAll(): Promise<void> {
    const { rows } = await this.hot.query<{ id: string }>(
      'SELECT DISTINCT contest_id AS id FROM due_tally_outbox LIMIT 10000',
    );
    await tryEach(
      [
        ...rows.map(
          ({ id }) =>
            () =>
              this.drain(id),
        ),
        () => this.uncountContestants(),
        () => this.uncountVoters(null),
      ],
      (step) => step(),
    );
  }

  private async uncountContestants(): Promise<void> {
    await this.hot.run(async ({ sql }) =>
      uncountArchived(sql, await lockStillCounted(sql), this.clock.now()),
    );
  }

  /** @param contestId null for all */
  private async uncountVoters(contestId: string | null): Promise<void> {
    const contests = await uncountVoters(this.hot, this.secrets, contestId, this.clock.now());
    for (const id of contests) await this.live.publish('payments', { contestId: id });
  }
}

/** Contests that may be in a run at once; most of a run is waiting. */
const CONCURRENCY = 64;
/**
 * A run lasts at least this long, so that a contest under load is drained ten times a second and not once per flush: boards are sent
 * four times a second anyway. The first vote after a pause is drained at once, because a run waits after its work.
 */
const SHORTEST_RUN_MS = 100;
const SWEEP_MS = 5_000;

@Processor('tally', { concurrency: CONCURRENCY })
export class TallyProcessor extends JobProcessor<'tally'> {
  override readonly handlers = {
    drain: ({ contestId, voters }: { contestId: string; voters?: true }) =>
      voters ? this.tally.uncount(contestId) : this.tally.drain(contestId),
  };
  override readonly failure = 'tally job failed';
  private readonly runs: Counter;

  constructor(
    @Inject(METRICS) metrics: Registry,
    private readonly tally: Tally,
    sweeps: Sweeps,
  ) {
    super();
    this.runs = new Counter({
      name: 'abato_tally_job_runs_total',
      help: 'Runs of the tally job; far fewer than votes while votes come fast',
      registers: [metrics],
    });
    sweeps.add('tally', SWEEP_MS, () => tally.drainAll());
  }

  override async process(job: Job): Promise<void> {
    this.runs.inc();
    const began = performance.now();
    await super.process(job);
    await sleep(Math.max(0, began + SHORTEST_RUN_MS - performance.now()));
  }
}
