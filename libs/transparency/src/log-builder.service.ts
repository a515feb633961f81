import { Inject, Injectable } from '@nestjs/common';
import { type SqlRunner, Transactions } from '@abato/database';
import { Sweeps, tryEach } from '@abato/jobs';
import {
  type Clock,
  CLOCK,
  type Environment,
  ENVIRONMENT,
  type Logger,
  LOGGER,
  Secrets,
  smallestIdAt,
} from '@abato/platform';
import { CheckpointSigner } from './checkpoint.js';
import { pauseAfterSearch } from './log-batches.js';
import {
  extendLog,
  type LedgerKey,
  logsToExtend,
  noteSearched,
  readWaiting,
  releaseAllCounts,
  releaseCounts,
} from './log.repository.js';

const EVERY_MS = 2_000;
/** Leaves of one transaction: a bound on its memory and on the time in which the log's row is locked. */
const BATCH = 2_000;
const AT_ONCE = 2;
/** Votes cast this long ago or less are looked for in every run. */
const RECENT_MS = 120_000;

/**
 * Appends what is new in the ledger to each contest's log in random order, exactly once (ADR 111), and in batches where the order of votes would tell too much (ADR 111). Broken off anywhere, the next run goes on; of two workers
 * at once one waits for its next run.
 */
@Injectable()
export class LogBuilder {
  private readonly signer: CheckpointSigner | null;
  private readonly host: string;
  private readonly batchMs: number;
  /** When a contest's whole ledger is searched next, in milliseconds of the process: a clock that is set back must not put it off. */
  private readonly searchAt = new Map<string, number>();
  private hasLookedAtAll = false;

  constructor(
    private readonly db: Transactions,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ENVIRONMENT) env: Environment,
    @Inject(LOGGER) log: Logger,
    private readonly secrets: Secrets,
    sweeps: Sweeps,
  ) {
    this.batchMs = env.LOG_BATCH_SECONDS * 1_000;
    this.host = new URL(env.PUBLIC_URL).host;
    this.signer = env.LOG_SIGNING_KEY ? new CheckpointSigner(env.LOG_SIGNING_KEY) : null;
    if (this.signer) sweeps.add('transparency log', EVERY_MS, (stopping) => this.extendAll(stopping));
    else {
      log.warn('LOG_SIGNING_KEY is not set: no public log is written');
      sweeps.add('counts without a log', EVERY_MS, () => releaseAllCounts(db, clock.now()));
    }
  }

  /** @throws the first failure, when every log has been tried */
  async extendAll(stopping?: AbortSignal): Promise<void> {
    const logs = await logsToExtend(this.db, !this.hasLookedAtAll, this.clock.now());
    await tryEach(logs, ({ id, version }) => this.extend(id, version, stopping), {
      atOnce: AT_ONCE,
      stopping,
    });
    this.hasLookedAtAll = true;
  }

  private async extend(contestId: string, version: number, stopping?: AbortSignal): Promise<void> {
    const began = performance.now();
    const isWhole = began >= (this.searchAt.get(contestId) ?? 0);
    const now = this.clock.now();
    const first = isWhole ? null : smallestIdAt(now.getTime() - RECENT_MS);
    const waiting = await this.inLongTransaction((sql) =>
      readWaiting(sql, contestId, first, { now, mostWaitMs: this.batchMs }),
    );
    const searchedMs = performance.now() - began;
    if (!(await this.append(contestId, waiting.keys, now, stopping)) || !isWhole) return;
    await releaseCounts(this.db, waiting.outbox, now);
    // A longer backlog is taken from its beginning on before anything newer is: the log's minutes do not fall back.
    if (waiting.isCut) return;
    if (!waiting.remain) await noteSearched(this.db, contestId, version, now);
    this.searchAt.set(contestId, performance.now() + pauseAfterSearch(searchedMs, this.batchMs));
  }

  /** @returns whether all of it is in the log now */
  private async append(
    contestId: string,
    keys: readonly LedgerKey[],
    now: Date,
    stopping?: AbortSignal,
  ): Promise<boolean> {
    const origin = `${this.host}/log/${contestId}`;
    // The first round runs even without a row: rules, a roster or a key may wait.
    for (let first = 0; first === 0 || first < keys.length; first += BATCH) {
      if (!this.signer || stopping?.aborted) return false;
      const identity = { signer: this.signer, origin, secrets: this.secrets };
      const range = { keys: keys.slice(first, first + BATCH), now };
      if (!(await this.inLongTransaction((sql) => extendLog(sql, contestId, identity, range)))) return false;
    }
    return true;
  }

  private inLongTransaction<T>(work: (sql: SqlRunner) => Promise<T>): Promise<T> {
    return this.db.run(async ({ sql }) => {
      await sql.query('SET LOCAL statement_timeout = 0');
      return work(sql);
    });
  }
}
