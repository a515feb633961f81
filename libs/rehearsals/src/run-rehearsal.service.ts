import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { HOT_POOL } from '@abato/database';
import { Queues, Sweeps } from '@abato/jobs';
import { type Clock, CLOCK, type Environment, ENVIRONMENT, type Logger, LOGGER } from '@abato/platform';
import { endingAfter, endingOf, Hindrance, type Signals } from './ending.js';
import { archiveRehearsal, type LoadProgress, persistently, rehearse } from './load/index.mjs';
import { hindranceOf, readOtherContests } from './other-contests.js';
import {
  claimRehearsal,
  type ClaimedRehearsal,
  endDead,
  endRehearsal,
  type Ending,
  findForgotten,
  findWaiting,
  keepAlive,
  type Progress,
} from './rehearsals.repository.js';

const SWEEP_MS = 5_000;
/** It reads all contests. */
const FORGOTTEN_SWEEP_MS = 60_000;
const HEARD_EVERY_MS = 1_000;
/** What connecting, the last answers and counting may take beyond the time that was asked for. */
const LATE_AFTER_MS = 5 * 60_000;

type Settings = Pick<Environment, 'REHEARSAL_URL' | 'PUBLIC_URL' | 'REHEARSAL_ORGANISER_QUIET_MINUTES'>;

/** Makes the votes and viewers of a rehearsal, and ends those of workers that died. */
@Injectable()
export class RunRehearsal {
  private readonly stopping: AbortSignal;

  constructor(
    @Inject(HOT_POOL) private readonly pool: pg.Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ENVIRONMENT) private readonly env: Settings,
    @Inject(LOGGER) private readonly log: Logger,
    private readonly queues: Queues,
    sweeps: Sweeps,
  ) {
    this.stopping = sweeps.stopping;
    sweeps.add('rehearsals', SWEEP_MS, () => this.lookAfter());
    sweeps.add('forgotten rehearsals', FORGOTTEN_SWEEP_MS, () => this.archiveForgotten());
  }

  /** Make a rehearsal that waits; one that another worker took is left alone. Never throws for a load that failed: that is its result. */
  async run(id: string): Promise<void> {
    const claimed = await claimRehearsal(this.pool, id, this.clock.now());
    if (!claimed) return;
    const stop = new AbortController();
    const dead = new AbortController();
    let progress: Progress | null = null;
    const look = async (): Promise<void> => {
      const wanted = await keepAlive(this.pool, claimed.id, progress, this.clock.now());
      if (wanted === 'stop') stop.abort();
      if (wanted === 'abort') dead.abort();
      const hindrance = await this.hindrance(claimed, progress);
      if (hindrance) stop.abort(hindrance);
    };
    const heartbeat = setInterval(() => {
      look().catch((error: Error) => this.log.warn({ reason: error.message }, 'rehearsal not written down'));
    }, HEARD_EVERY_MS);
    try {
      await persistently(look, { signal: this.stopping });
      const late = AbortSignal.timeout(Math.ceil(claimed.minutes * 60_000) + LATE_AFTER_MS);
      const signals = { stop: stop.signal, worker: this.stopping, late };
      const ending = await this.make(claimed, signals, dead.signal, (figures) => (progress = figures));
      this.log.info(
        { rehearsal: id, state: ending.state, ready: ending.result?.verdict?.ready },
        'rehearsal',
      );
      const write = () => endRehearsal(this.pool, id, ending, this.clock.now());
      await persistently(write, { signal: this.stopping });
    } finally {
      clearInterval(heartbeat);
    }
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

  private async archiveForgotten(): Promise<void> {
    for (const contestId of await findForgotten(this.pool, this.clock.now())) {
      await archiveRehearsal(this.pool, contestId);
    }
  }

  /** What keeps an organiser's load from going on, or from beginning. */
  private async hindrance(claimed: ClaimedRehearsal, progress: Progress | null): Promise<Hindrance | null> {
    if (claimed.is_super_admins) return null;
    const { REHEARSAL_ORGANISER_QUIET_MINUTES: quiet } = this.env;
    const others = await readOtherContests(this.pool, claimed.requested_by, quiet, this.clock.now());
    const reason = hindranceOf(others, progress);
    return reason === null ? null : new Hindrance(reason);
  }

  private async make(
    claimed: ClaimedRehearsal,
    signals: Signals,
    dead: AbortSignal,
    onProgress: (progress: Progress) => void,
  ): Promise<Ending> {
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
        stop: signals.stop,
        abort: AbortSignal.any([signals.worker, signals.late, dead]),
        progressEveryMs: HEARD_EVERY_MS,
        onProgress: (figures) => onProgress(progressOf(figures)),
        say: (text) => this.log.debug({ rehearsal: claimed.id }, text),
      });
      return endingOf(report, signals);
    } catch (error) {
      const ending = endingAfter(error, signals);
      if (ending.state === 'FAILED') {
        this.log.warn({ rehearsal: claimed.id, reason: (error as Error).message }, 'rehearsal failed');
      }
      return ending;
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
