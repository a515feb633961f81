import { hash } from 'node:crypto';
import { Inject, Injectable, Module } from '@nestjs/common';
import type pg from 'pg';
import { DataSource } from 'typeorm';
import { isUuid, type RequestOutcome } from '@abato/contracts';
import { doingRequest, poolOf, type RequestRun, sqlStatements } from '@abato/database';
import { Sweeps } from '@abato/jobs';
import { AppError, type Clock, CLOCK, type Logger, LOGGER, newId, Secrets } from '@abato/platform';

const [CLAIM, FIND, KEEP, FORGET, SWEEP] = sqlStatements(
  import.meta.url,
  './requests.sql',
  'claim-request',
  'find-request',
  'keep-answer',
  'forget-request',
  'sweep-requests',
);

/** No write takes this long (ms): an upload waits 20 s for its turn, a call to the provider 10 s. Later its process is gone. */
export const RUNS_AT_MOST_MS = 60_000;
const KEPT_MS = 24 * 3_600_000;
const ASK_AGAIN_SECONDS = 1;
const lost = new AppError('ANSWER_LOST');
const LOST: KeptAnswer = { status: 409, body: { success: false, message: lost.message, code: lost.code } };
/** In place of an account for a request without one. */
const NO_ACCOUNT = '00000000-0000-0000-0000-000000000000';

/** A write that carries an Idempotency-Key. */
export interface KeyedRequest {
  /** null: the route is public. */
  accountId: string | null;
  key: string;
  /** What is asked: method, address and body. */
  content: string;
  /** Its own rules make a second run harmless: it may run again although the first committed a part. */
  isRepeatable: boolean;
}

/** The first answer: its HTTP status and whole body. */
export interface KeptAnswer {
  status: number;
  body: unknown;
}

interface Row {
  digest: Buffer;
  started_at: Date;
  committed: boolean;
  status: number | null;
  answer: Buffer | null;
}

/** Writes that carry an Idempotency-Key: each is done once, and its answer kept for 24 hours (ADR 196). */
@Injectable()
export class Requests {
  private readonly pool: pg.Pool;

  constructor(
    source: DataSource,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Logger,
    private readonly secrets: Secrets,
  ) {
    this.pool = poolOf(source);
  }

  /**
   * Do a request that was not done yet.
   * @param work gives the answer, also of a refusal; `isLasting` when the same request would be answered so again
   * @returns the answer, or the kept one of the first time
   * @throws AppError IDEMPOTENCY_KEY_INVALID; IDEMPOTENCY_KEY_REUSED with other content; REQUEST_RUNNING; ANSWER_LOST when it was done
   *   by a process that ended before it could keep the answer
   */
  async once(
    request: KeyedRequest,
    work: () => Promise<KeptAnswer & { isLasting: boolean }>,
  ): Promise<KeptAnswer> {
    if (!isUuid(request.key)) throw new AppError('IDEMPOTENCY_KEY_INVALID');
    const digest = this.digestOf(request.content);
    const now = this.clock.now();
    const run: RequestRun = {
      accountId: request.accountId ?? NO_ACCOUNT,
      key: request.key,
      run: newId(),
    };
    const goneBefore = new Date(+now - RUNS_AT_MOST_MS);
    const claimed = await this.pool.query(CLAIM, [
      run.accountId,
      run.key,
      run.run,
      digest,
      now,
      goneBefore,
      request.isRepeatable,
    ]);
    if (!claimed.rowCount) return this.earlier(run, digest);
    const { isLasting, ...answer } = await doingRequest(run, work);
    // What was done is told also when it cannot be written down: without an answer the row says how far the write came.
    await this.finish(run, answer, isLasting, request.isRepeatable).catch((error: Error) =>
      this.log.warn({ reason: error.message }, 'an answer was not kept'),
    );
    return answer;
  }

  /**
   * What became of a request.
   * @param accountId who asks; requests without an account are told to whoever has the key
   * @returns null when it never arrived, or nothing of it was done
   */
  async outcome(key: string, accountId: string | null): Promise<RequestOutcome | null> {
    const row = await this.find(key, accountId ? [accountId, NO_ACCOUNT] : [NO_ACCOUNT]);
    if (!row) return null;
    if (row.status !== null) return { state: 'DONE', status: row.status, answer: this.open(row) };
    if (this.isRunning(row)) return { state: 'RUNNING' };
    return row.committed ? { state: 'DONE' } : null;
  }

  /** Forgets what is older than 24 hours. */
  async sweep(): Promise<void> {
    await this.pool.query(SWEEP, [new Date(+this.clock.now() - KEPT_MS)]);
  }

  private async earlier({ key, accountId }: RequestRun, digest: Buffer): Promise<KeptAnswer> {
    const row = await this.find(key, [accountId]);
    // Forgotten between the two statements: nothing was done.
    if (!row) throw running();
    if (!row.digest.equals(digest)) throw new AppError('IDEMPOTENCY_KEY_REUSED');
    if (row.status !== null) return { status: row.status, body: this.open(row) };
    throw this.isRunning(row) ? running() : new AppError('ANSWER_LOST');
  }

  /** Without a lasting answer the same key may be sent again, unless something was committed: then what became of it is not known. */
  private async finish(
    { key, accountId, run }: RequestRun,
    { status, body }: KeptAnswer,
    isLasting: boolean,
    isRepeatable: boolean,
  ): Promise<void> {
    const of = [key, accountId, run];
    // Anyone can make a public refusal: it leaves no row.
    const isKept = status < 300 || (isLasting && accountId !== NO_ACCOUNT);
    if (!isKept && (await this.pool.query(FORGET, [...of, isRepeatable])).rowCount) return;
    const kept = isLasting ? { status, body } : LOST;
    await this.pool.query(KEEP, [...of, kept.status, this.secrets.encrypt(JSON.stringify(kept.body))]);
  }

  private async find(key: string, accounts: string[]): Promise<Row | undefined> {
    return (await this.pool.query<Row>(FIND, [key, accounts])).rows[0];
  }

  private open({ answer }: Row): unknown {
    return answer && (JSON.parse(this.secrets.decrypt(answer)) as unknown);
  }

  private isRunning({ started_at: startedAt }: Row): boolean {
    return +startedAt >= +this.clock.now() - RUNS_AT_MOST_MS;
  }

  private digestOf(content: string): Buffer {
    return this.secrets.voterDigest('requests', 'request', hash('sha256', content, 'hex'));
  }
}

const running = (): AppError => new AppError('REQUEST_RUNNING', { retryAfter: ASK_AGAIN_SECONDS });

const SWEEP_MS = 15 * 60_000;

/** For workers: kept answers go after 24 hours. */
@Module({ providers: [Requests] })
export class RequestJobsModule {
  constructor(sweeps: Sweeps, requests: Requests) {
    sweeps.add('kept answers', SWEEP_MS, () => requests.sweep());
  }
}
