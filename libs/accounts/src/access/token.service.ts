import { Inject, Injectable } from '@nestjs/common';
import jwt from 'jsonwebtoken';
import { isUuid } from '@abato/contracts';
import { type Environment, ENVIRONMENT } from '@abato/platform';
import { ActorCache } from './actor-cache.js';
import type { Actor } from './actor.js';
import { SigningKeys, TOKEN_ALGORITHM } from './signing-keys.js';

export interface TokenPayload {
  /** User id. */
  sub: string;
  /** Token version at the time of signing. */
  ver: number;
  /** When it was signed, which is when password or code was given. Seconds since 1970. */
  iat?: number;
  /** Seconds since 1970. */
  exp?: number;
}

/** A user and the end of the token that names the user. */
export interface TokenSession {
  actor: Actor;
  expiresAt: Date;
}

/** Session tokens: one algorithm, 12 hours, no refresh; revoked at once by raising the user's token version. */
const TOKEN_LIFE_SECONDS = 12 * 3600;

@Injectable()
export class TokenService {
  private readonly keys: SigningKeys;

  constructor(
    @Inject(ENVIRONMENT) env: Pick<Environment, 'JWT_SECRET'>,
    private readonly actors: ActorCache,
  ) {
    this.keys = new SigningKeys(env.JWT_SECRET);
  }

  sign(userId: string, tokenVersion: number): string {
    return this.keys.sign({ sub: userId, ver: tokenVersion } satisfies TokenPayload, TOKEN_LIFE_SECONDS);
  }

  /** The user behind a verified payload, or null when the token was revoked or the user is gone. */
  async actorOf(payload: TokenPayload): Promise<Actor | null> {
    if (!isUuid(payload.sub)) return null;
    const actor = await this.actors.find(payload.sub);
    return actor && actor.tokenVersion === payload.ver ? actor : null;
  }

  /** The user behind a raw token (socket handshakes), or null. */
  async verify(token: unknown): Promise<Actor | null> {
    return (await this.session(token))?.actor ?? null;
  }

  /** The user behind a raw token and how long it holds, or null. A token without an end is none of ours. */
  async session(token: unknown): Promise<TokenSession | null> {
    if (typeof token !== 'string') return null;
    const secret = this.keys.secretOf(token);
    if (secret === null) return null;
    try {
      const payload = jwt.verify(token, secret, {
        algorithms: [TOKEN_ALGORITHM],
      }) as unknown as TokenPayload;
      if (typeof payload.exp !== 'number') return null;
      const actor = await this.actorOf(payload);
      return actor && { actor, expiresAt: new Date(payload.exp * 1000) };
    } catch (error) {
      if (error instanceof jwt.JsonWebTokenError) return null;
      throw error;
    }
  }
}
