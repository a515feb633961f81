import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { testRun } from './state.js';

/** A turn of the event loop that took more than 20 ms, as loop-watch-preload.mjs writes it down. Times in ms. */
export interface LongTurn {
  /** Epoch milliseconds of its end. */
  at: number;
  wallMs: number;
  /** Processor time of the loop's own thread; what a busy machine adds is not in it. */
  ownMs: number;
  /** Ready to go on, but without a processor. */
  waitedMs: number;
  /** Of the wall time: collecting garbage. */
  gcMs: number;
  /** What arrived in it. */
  requests: string[];
}

/** Watches the event loop of the API processes that are started with its environment and preload. */
export class LoopWatch {
  private readonly file = join(testRun().resultsDir, `event-loop-${process.pid}.jsonl`);
  readonly environment = { ABATO_LOOP_WATCH: this.file };
  readonly preload = pathToFileURL(join(import.meta.dirname, 'loop-watch-preload.mjs')).href;

  /** Long turns since a time, the longest by processor time first. @throws Error when no process was watched */
  since(startedAt: number): LongTurn[] {
    return readFileSync(this.file, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as LongTurn)
      .filter(({ at }) => at >= startedAt)
      .sort((a, b) => b.ownMs - a.ownMs);
  }

  /** One line about them, and the longest with what arrived in it. */
  report(startedAt: number): string {
    const turns = this.since(startedAt);
    const most = (of: (turn: LongTurn) => number): string => Math.max(0, ...turns.map(of)).toFixed(1);
    const longest = turns.slice(0, 3).map((turn) => JSON.stringify(turn));
    return [
      `turns of more than 20 ms: ${turns.length}; longest ${most(({ wallMs }) => wallMs)} ms, by own processor time ${most(({ ownMs }) => ownMs)} ms, collecting garbage ${most(({ gcMs }) => gcMs)} ms`,
      ...longest,
    ].join('\n');
  }
}
