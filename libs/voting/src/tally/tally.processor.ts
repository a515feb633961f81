import { setTimeout as sleep } from 'node:timers/promises';
import { Inject } from '@nestjs/common';
import type { Job } from 'bullmq';
import { Counter, type Registry } from 'prom-client';
import { JobProcessor, Processor, Sweeps } from '@abato/jobs';
import { METRICS } from '@abato/platform';
import { Tally } from './tally.js';
import { TallyUpkeep } from './tally-upkeep.js';

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
      voters ? this.upkeep.uncount(contestId) : this.tally.drain(contestId),
  };
  override readonly failure = 'tally job failed';
  private readonly runs: Counter;

  constructor(
    @Inject(METRICS) metrics: Registry,
    private readonly tally: Tally,
    private readonly upkeep: TallyUpkeep,
    sweeps: Sweeps,
  ) {
    super();
    this.runs = new Counter({
      name: 'abato_tally_job_runs_total',
      help: 'Runs of the tally job; far fewer than votes while votes come fast',
      registers: [metrics],
    });
    sweeps.add('tally', SWEEP_MS, () => upkeep.drainAll());
  }

  override async process(job: Job): Promise<void> {
    this.runs.inc();
    const began = performance.now();
    await super.process(job);
    await sleep(Math.max(0, began + SHORTEST_RUN_MS - performance.now()));
  }
}
