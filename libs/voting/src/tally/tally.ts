import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { Counter, Histogram, type Registry } from 'prom-client';
import { HOT_POOL, sqlFile, type SqlRunner } from '@abato/database';
import { type TallyChange, LivePublisher } from '@abato/live';
import { type Clock, CLOCK, currentTrace, METRICS } from '@abato/platform';

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
  private readonly tallied: Counter;
  private readonly lag: Histogram;

  constructor(
    @Inject(HOT_POOL) private readonly hot: pg.Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(METRICS) metrics: Registry,
    private readonly live: LivePublisher,
  ) {
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
}
