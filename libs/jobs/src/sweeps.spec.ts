import { EventEmitter, once } from 'node:events';
import { Module, type INestApplicationContext, type OnApplicationShutdown } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { LOGGER } from '@abato/platform';
import { createLogger } from '@abato/testing/platform';
import { Sweeps } from './sweeps.js';

const A_LONG_TIME_MS = 3_600_000;
let lines: string[];
let connectionsClosed: boolean;

@Module({
  providers: [
    Sweeps,
    {
      provide: LOGGER,
      useFactory: () => createLogger('worker', 'warn', { write: (line: string) => void lines.push(line) }),
    },
  ],
  exports: [Sweeps],
})
class Core implements OnApplicationShutdown {
  onApplicationShutdown(): void {
    connectionsClosed = true;
  }
}

/** A worker that has just started. @param add what its features add while it is put together */
async function aWorker(add: (sweeps: Sweeps) => void): Promise<INestApplicationContext> {
  @Module({ imports: [Core] })
  class Feature {
    constructor(sweeps: Sweeps) {
      add(sweeps);
    }
  }
  return NestFactory.createApplicationContext(Feature, { logger: false, abortOnError: false });
}

/** Work that a test holds in hand. */
class Held {
  runs = 0;
  release = (): void => undefined;
  stopping?: AbortSignal;
  readonly work = async (stopping: AbortSignal): Promise<void> => {
    this.runs++;
    this.stopping = stopping;
    await new Promise<void>((resolve) => (this.release = resolve));
  };
}

beforeEach(() => {
  lines = [];
  connectionsClosed = false;
});

it('runs at the start and, after each run, again when its time has passed', async () => {
  const runs = new EventEmitter();
  const third = once(runs, '3');
  const began: number[] = [];
  const ended: number[] = [];
  const worker = await aWorker((sweeps) =>
    sweeps.add('often', 30, async () => {
      runs.emit(`${began.push(performance.now())}`);
      await new Promise(setImmediate);
      ended.push(performance.now());
    }),
  );
  expect(began).toHaveLength(1);
  await third;
  await worker.close();
  // A timer may come a millisecond early.
  for (const run of [1, 2]) expect((began[run] ?? 0) - (ended[run - 1] ?? 0)).toBeGreaterThanOrEqual(29);
});

it('logs a failure and tries again; the others do not notice', async () => {
  const runs = new EventEmitter();
  const again = Promise.all([once(runs, 'broken 2'), once(runs, 'other 2')]);
  let broken = 0;
  let other = 0;
  const worker = await aWorker((sweeps) => {
    sweeps.add('broken', 1, () => {
      runs.emit(`broken ${++broken}`);
      throw new Error('no database');
    });
    sweeps.add('other', 1, async () => void runs.emit(`other ${++other}`));
  });
  await again;
  await worker.close();
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 'warn',
    sweep: 'broken',
    reason: 'no database',
    msg: 'sweep failed; it runs again',
  });
});

it('runs a sweep once at a time, and a slow one holds up no other', async () => {
  const slow = new Held();
  const runs = new EventEmitter();
  const fifth = once(runs, '5');
  let quick = 0;
  const worker = await aWorker((sweeps) => {
    sweeps.add('slow', 1, slow.work);
    sweeps.add('quick', 1, async () => void runs.emit(`${++quick}`));
  });
  await fifth;
  expect(slow.runs).toBe(1);
  const closing = worker.close();
  slow.release();
  await closing;
});

it('a worker that stops tells the work, waits for it with its connections open, and begins no other run', async () => {
  const held = new Held();
  const worker = await aWorker((sweeps) => sweeps.add('held', 0, held.work));
  const told = once(held.stopping!, 'abort');
  let closed = false;
  const closing = worker.close().then(() => (closed = true));
  await told;
  await new Promise(setImmediate);
  expect({ closed, connectionsClosed }).toEqual({ closed: false, connectionsClosed: false });
  held.release();
  await closing;
  expect({ connectionsClosed, runs: held.runs }).toEqual({ connectionsClosed: true, runs: 1 });
});

it('a worker that stops waits for no sweep’s next turn', async () => {
  let runs = 0;
  const worker = await aWorker((sweeps) => sweeps.add('rare', A_LONG_TIME_MS, async () => void runs++));
  await worker.close();
  expect(runs).toBe(1);
});

it('more sweeps than ten cause no warning about listeners', async () => {
  const warnings: string[] = [];
  const note = (warning: Error): void => void warnings.push(warning.name);
  process.on('warning', note);
  const worker = await aWorker((sweeps) => {
    for (let i = 0; i < 30; i++) sweeps.add(`sweep ${i}`, A_LONG_TIME_MS, async () => undefined);
  });
  await new Promise(setImmediate);
  await worker.close();
  process.off('warning', note);
  expect(warnings).toEqual([]);
});
