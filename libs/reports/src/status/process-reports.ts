import { randomUUID } from 'node:crypto';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Registry } from 'prom-client';
import { STATUS_SECONDS } from '@abato/contracts';
import { type Clock, CLOCK, METRICS, Readiness, REDIS, type RedisClient } from '@abato/platform';
import { FiguresWindow, type ProcessFigures } from './process-figures.js';

const KEY = 'abato:process-reports';
const EVERY_MS = STATUS_SECONDS * 1000;
/** A process that has said nothing for so long is gone. */
const VALID_MS = 15_000;
const FORGOTTEN_MS = 60_000;

export interface ProcessReport extends ProcessFigures {
  /** Whether it takes votes and is ready to. */
  casts: boolean;
}
type Kept = ProcessReport & { at: number };

/**
 * What each process has seen, told to the one that answers for the status page: in roles it takes no votes and calls no provider itself.
 * Best effort through Redis; nothing else depends on it. No address and no id of a voter is part of it.
 */
@Injectable()
export class ProcessReports implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly processId = randomUUID();
  private readonly window: FiguresWindow;
  private timer?: NodeJS.Timeout;
  private own: ProcessReport | undefined;

  constructor(
    @Inject(METRICS) metrics: Registry,
    @Inject(REDIS) private readonly redis: RedisClient,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly readiness: Readiness,
  ) {
    this.window = new FiguresWindow(metrics);
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.report().catch(() => undefined), EVERY_MS).unref();
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.redis.hdel(KEY, this.processId).catch(() => undefined);
  }

  /** Of all processes, this one first. @returns null in place of the others while Redis is away */
  async read(): Promise<{ own: ProcessReport; others: ProcessReport[] | null }> {
    const own = this.own ?? (await this.look());
    return { own, others: await this.readOthers().catch(() => null) };
  }

  private async readOthers(): Promise<ProcessReport[]> {
    const kept = await this.redis.hgetall(KEY);
    const now = this.clock.now().getTime();
    const reports = Object.entries(kept)
      .filter(([id]) => id !== this.processId)
      .map(([id, text]) => ({ id, ...(JSON.parse(text) as Kept) }));
    const gone = reports.filter(({ at }) => now - at > FORGOTTEN_MS).map(({ id }) => id);
    if (gone.length) await this.redis.hdel(KEY, ...gone);
    return reports.filter(({ at }) => now - at <= VALID_MS);
  }

  private async report(): Promise<void> {
    const kept: Kept = { ...(await this.look()), at: this.clock.now().getTime() };
    await this.redis.pipeline().hset(KEY, this.processId, JSON.stringify(kept)).pexpire(KEY, VALID_MS).exec();
  }

  private async look(): Promise<ProcessReport> {
    const { role } = this.readiness;
    const casts = (role === 'all' || role === 'cast') && !this.readiness.report().failing.length;
    this.own = { casts, ...(await this.window.read()) };
    return this.own;
  }
}
