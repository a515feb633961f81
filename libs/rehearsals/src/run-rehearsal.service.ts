import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { RehearsalResult } from '@abato/contracts';
import { HOT_POOL } from '@abato/database';
import { Queues, Sweeps } from '@abato/jobs';
import { type Clock, CLOCK, type Environment, ENVIRONMENT, type Logger, LOGGER } from '@abato/platform';
import { archiveRehearsal, type LoadProgress, type LoadReport, rehearse } from './load/index.mjs';
import {
  claimRehearsal,
  type ClaimedRehearsal,
  endDead,
  endRehearsal,
  type Ending,
  findWaiting,
  keepAlive,
  type Progress,
} from './rehearsals.repository.js';

const SWEEP_MS = 5_000;
const HEARD_EVERY_MS = 1_000;
const LONGEST_REASON = 300;

/** Makes the votes and viewers of a rehearsal, and ends those of workers that died. */
@Injectable()
export class RunRehearsal {
  private readonly stopping: AbortSignal;

  constructor(
    @Inject(HOT_POOL) private readonly pool: pg.Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ENVIRONMENT) private readonly env: Pick<Environment, 'REHEARSAL_URL' | 'PUBLIC_URL'>,
    @Inject(LOGGER) private readonly log: Logger,
    private readonly queues: Queues,
    sweeps: Sweeps,
  ) {
    this.stopping = sweeps.stopping;
    sweeps.add('rehearsals', SWEEP_MS, () => this.lookAfter());
  }

  /** Make a rehearsal that waits; one that another worker took is left alone. Never throws for a load that failed: that is its result. */
  async run(id: string): Promise<void> {
    const claimed = await claimRehearsal(this.pool, id, this.clock.now());
    if (!claimed) return;
    const ending = await this.make(claimed);
    this.log.info({ rehearsal: id, state: ending.state, ready: ending.result?.verdict?.ready }, 'rehearsal');
    await endRehearsal(this.pool, id, ending, this.clock.now());
  }

  /** End what no worker makes any more, and wake a worker for what waits. */
  private async lookAfter(): Promise<void> {
    for (const contestId of await endDead(this.pool, this.clock.now())) {
      await archiveRehearsal(this.pool, contestId);
    }
    for (const rehearsalId of await findWaiting(this.pool)) {
      await this.queues.poke('rehearsals', 'run', { rehearsalId }, `rehearsal:${rehearsalId}`);
    }
  }

  private async make(claimed: ClaimedRehearsal): Promise<Ending> {
    const stop = new AbortController();
    const dead = new AbortController();
    let progress: Progress | null = null;
    const heartbeat = setInterval(() => {
      keepAlive(this.pool, claimed.id, progress, this.clock.now()).then(
        (wanted) => {
          if (wanted === 'stop') stop.abort();
          if (wanted === 'abort') dead.abort();
        },
        (error: Error) => this.log.warn({ reason: error.message }, 'rehearsal not written down'),
      );
    }, HEARD_EVERY_MS);
    try {
      const report = await rehearse(this.pool, {
        url: this.env.REHEARSAL_URL ?? this.env.PUBLIC_URL,
        votesPerSecond: claimed.votes_per_second,
        viewers: claimed.viewers,
        minutes: claimed.minutes,
        shape: claimed.shape,
        categories: claimed.categories,
        contestants: claimed.contestants,
        contestId: claimed.load_contest_id,
        stop: stop.signal,
        abort: AbortSignal.any([this.stopping, dead.signal]),
        progressEveryMs: HEARD_EVERY_MS,
        onProgress: (figures) => (progress = progressOf(figures)),
        say: (text) => this.log.debug({ rehearsal: claimed.id }, text),
      });
      return { state: stop.signal.aborted ? 'STOPPED' : 'DONE', result: resultOf(report) };
    } catch (error) {
      if (this.stopping.aborted) return { state: 'INTERRUPTED', reason: 'The worker that ran it has ended.' };
      if (stop.signal.aborted) return { state: 'STOPPED' };
      return { state: 'FAILED', reason: reasonOf(error as Error) };
    } finally {
      clearInterval(heartbeat);
    }
  }
}

function progressOf(figures: LoadProgress): Progress {
  return {
    sent: figures.sent,
    acknowledged: figures.accepted,
    refused: figures.refused,
    brokenConnections: figures.broken,
    closedIdle: figures.closedIdle,
    viewersLost: figures.closed,
    answerP95: figures.answerP95,
    screenP95: figures.screenP95,
  };
}

function resultOf({ votes, viewers, milliseconds, verdict, seconds, asked }: LoadReport): RehearsalResult {
  const shown = ({ p50, p95, p99, max }: LoadReport['milliseconds']['answer']) => ({ p50, p95, p99, max });
  return {
    seconds,
    sent: votes.sent,
    acknowledged: votes.accepted,
    refused: votes.refused,
    counted: votes.counted,
    lost: votes.lost,
    perSecond: votes.perSecond,
    brokenConnections: votes.brokenConnections,
    closedIdle: votes.closedIdle,
    viewersLost: viewers.lost,
    allUpToDate: viewers.allUpToDate,
    answer: shown(milliseconds.answer),
    screen: shown(milliseconds.screen),
    firstFailure: votes.firstFailure?.slice(0, LONGEST_REASON) ?? null,
    verdict: verdict && {
      ready: verdict.ready,
      voters: verdict.voters,
      viewers: asked.viewers,
      reasons: verdict.reasons,
    },
  };
}

/** The first line, which says what happened; the others say where in the code. */
function reasonOf(error: Error): string {
  const [line = ''] = error.message.split('\n');
  return line.replace(/^(Error: )+/, '').slice(0, LONGEST_REASON);
}
