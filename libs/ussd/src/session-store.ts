import { createHmac } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { type Environment, ENVIRONMENT, inTime, REDIS, type RedisClient } from '@abato/platform';
import type { Screen } from './gateways.js';
import type { SessionState } from './machine.js';

/** Longer than any network keeps a session: repeated requests come minutes later at most. */
const SESSION_SECONDS = 900;
/** So long an answer waits for Redis, once to read and once to write: gateways give up after a few seconds. */
const REDIS_WITHIN_MS = 500;

/** Redis did not say in time whether it knows a session. */
export const AWAY = 'away';

/** A session between two requests. Names no person: the number comes with each request. */
export interface Session {
  state: SessionState;
  /** Inputs taken so far. */
  inputs: number;
  first: Screen;
  last: {
    screen: Screen;
    /** The input it answers; null for the first screen. */
    input: string | null;
    /** Of the request, where the gateway counts them. */
    sequence: number | null;
    /** Epoch milliseconds of the answer. */
    at: number;
    /** The question for a confirmation was shown again. */
    repeated?: boolean;
  };
}

/** What a session is known by, in Redis and in PostgreSQL. Digests under the installation's key: neither number nor id can be read. */
export interface SessionKeys {
  /** null for one that is not kept, because Redis is away. */
  redis: string | null;
  /** Idempotency key of the vote that this session casts: a UUID. */
  vote: string;
}

/** Sessions in Redis. Losing them loses no vote: what a session has cast is found in PostgreSQL by its key. */
@Injectable()
export class SessionStore {
  private readonly key: string;

  constructor(
    @Inject(REDIS) private readonly redis: RedisClient,
    @Inject(ENVIRONMENT) env: Environment,
  ) {
    // The oldest key: new ones must not change what a session is known by.
    this.key = env.DATA_ENCRYPTION_KEY.split(',').at(-1) as string;
  }

  /** The same for every request of one session of one phone at one gateway. */
  keysOf(gateway: string, sessionId: string, phone: string): SessionKeys & { redis: string } {
    const text = JSON.stringify(['ussd', gateway, sessionId, phone]);
    const bytes = createHmac('sha256', this.key).update(text).digest();
    // Version 8: a UUID whose bits are our own (RFC 9562 §5.8).
    bytes[6] = ((bytes[6] as number) & 0x0f) | 0x80;
    bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
    const hex = bytes.toString('hex', 0, 16);
    const vote = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    return { redis: `abato:ussd:${bytes.toString('base64url', 16)}`, vote };
  }

  /** @returns null for a session that is not known */
  async read(key: string): Promise<Session | null | typeof AWAY> {
    try {
      const text = await inTime(this.redis.get(key), REDIS_WITHIN_MS, 'redis is slow');
      return text === null ? null : (JSON.parse(text) as Session);
    } catch {
      return AWAY;
    }
  }

  /** Best effort: without it the next request begins anew or is told so. */
  async write(key: string | null, session: Session): Promise<void> {
    if (key === null) return;
    const written = this.redis.set(key, JSON.stringify(session), 'EX', SESSION_SECONDS);
    await inTime(written, REDIS_WITHIN_MS, 'redis is slow').catch(() => undefined);
  }
}
