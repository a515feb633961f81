import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { AppError } from '@abato/domain';
import { CLOCK, type Clock } from '@abato/platform';
import { REDIS } from '../core/tokens.js';

export interface AttemptLimit {
  /** What is limited, for example `find-vote:phone`. */
  name: string;
  /** Whose attempts; hashed, because Redis need not know phone numbers. */
  subject: string;
  attempts: number;
  windowSeconds: number;
}

const MAX_LOCAL_ENTRIES = 20_000;

/**
 * Attempts per subject in fixed windows, shared by all processes through Redis. Without Redis each process counts for itself:
 * a looser limit, never none.
 */
@Injectable()
export class AttemptLimits {
  private readonly local = new Map<string, { count: number; until: number }>();

  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Count an attempt against every limit. @throws AppError RATE_LIMITED with the seconds to wait */
  async take(limits: AttemptLimit[]): Promise<void> {
    const waits = await Promise.all(limits.map((limit) => this.takeOne(limit)));
    const longest = Math.max(0, ...waits);
    if (longest > 0) throw new AppError('RATE_LIMITED', { retryAfter: longest });
  }

  private async takeOne({ name, subject, attempts, windowSeconds }: AttemptLimit): Promise<number> {
    const now = this.clock.now().getTime();
    const window = Math.floor(now / 1000 / windowSeconds);
    const digest = createHash('sha256').update(subject).digest('base64url').slice(0, 22);
    const key = `abato:limit:${name}:${digest}:${window}`;
    const end = (window + 1) * windowSeconds;
    const count = await this.count(key, end, windowSeconds, now);
    return count > attempts ? Math.max(1, Math.ceil(end - now / 1000)) : 0;
  }

  private async count(key: string, end: number, windowSeconds: number, now: number): Promise<number> {
    try {
      const answers = await this.redis.multi().incr(key).expire(key, windowSeconds).exec();
      const count = answers?.[0]?.[1];
      if (typeof count === 'number') return count;
    } catch {
      // Redis is away: count here.
    }
    if (this.local.size >= MAX_LOCAL_ENTRIES) {
      for (const [known, entry] of this.local) if (entry.until <= now) this.local.delete(known);
      if (this.local.size >= MAX_LOCAL_ENTRIES) this.local.clear();
    }
    const entry = this.local.get(key) ?? { count: 0, until: end * 1000 };
    entry.count += 1;
    this.local.set(key, entry);
    return entry.count;
  }
}
