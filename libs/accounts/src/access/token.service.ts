import { Inject, Injectable } from '@nestjs/common';
import jwt from 'jsonwebtoken';
import { isUuid } from '@abato/contracts';
import { type Environment, ENVIRONMENT } from '@abato/platform';
import { ActorCache } from './actor-cache.js';
import type { Actor } from './actor.js';
import { SigningKeys, TOKEN_ALGORITHM } from './signing-keys.js';

interface TokenPayload {
  /** User id. */
  sub: string;
  /** Token version at the time of signing. */
  ver: number;
  /** When it was signed, which is when password or code was given. Seconds since 1970. */
  iat?: number;
  /** Seconds since 1970. */
  exp?: number;
}

/** What a token says: its user, when password or code was given (seconds since 1970), and its end. */
interface TokenSession {
  actor: Actor;
  authenticatedAt: number | undefined;
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

  /** The session of a raw token; null when it was revoked or is none of ours (one without an end, say), or the user is gone. */
  async session(token: unknown): Promise<TokenSession | null> {
    const payload = typeof token === 'string' ? this.payloadOf(token) : null;
    if (typeof payload?.exp !== 'number' || !isUuid(payload.sub)) return null;
    const actor = await this.actors.find(payload.sub);
    if (!actor || actor.tokenVersion !== payload.ver) return null;
    return { actor, authenticatedAt: payload.iat, expiresAt: new Date(payload.exp * 1000) };
  }

  private payloadOf(token: string): TokenPayload | null {
    const secret = this.keys.secretOf(token);
    if (secret === null) return null;
    try {
      return jwt.verify(token, secret, { algorithms: [TOKEN_ALGORITHM] }) as unknown as TokenPayload;
    } catch {
      return null;
    }
  }
}
