import { Inject, Injectable } from '@nestjs/common';
import jwt from 'jsonwebtoken';
import { isUuid } from '@abato/contracts';
import { type Environment, ENVIRONMENT, readKeyList } from '@abato/platform';
import { ActorCache } from './actor-cache.js';
import type { Actor } from './actor.js';

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

interface TokenSession {
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

  /** The user behind a verified payload; null when the token was revoked or the user is gone. */
  async actorOf({ sub, ver }: TokenPayload): Promise<Actor | null> {
    const actor = isUuid(sub) ? await this.actors.find(sub) : null;
    return actor?.tokenVersion === ver ? actor : null;
  }

  /** The session of a raw token; null when it was revoked or is none of ours (one without an end, say), or the user is gone. */
  async session(token: unknown): Promise<TokenSession | null> {
    const payload = typeof token === 'string' ? this.payloadOf(token) : null;
    if (typeof payload?.exp !== 'number') return null;
    const actor = await this.actorOf(payload);
    return actor && { actor, expiresAt: new Date(payload.exp * 1000) };
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

/** One algorithm: a token cannot choose another. */
export const TOKEN_ALGORITHM = 'HS256';

/** The keys of session tokens, from `JWT_SECRET`: the first signs, all verify, so that a new key ends no session (ADR 72). */
export class SigningKeys {
  private readonly keys: ReturnType<typeof readKeyList>;

  /** @param setting one secret, or a list with ids (`readKeyList`) */
  constructor(setting: string) {
    this.keys = readKeyList(setting);
  }

  /** @param payload claims of the token. @param lifeSeconds time until it ends */
  sign(payload: object, lifeSeconds: number): string {
    const [{ id, value }] = this.keys;
    return jwt.sign(payload, value, {
      algorithm: TOKEN_ALGORITHM,
      expiresIn: lifeSeconds,
      ...(id !== null && { keyid: id }),
    });
  }

  /**
   * The secret that must have signed a token: the one its header names. A token without a name is from the time of a single secret, which
   * may be any of them.
   * @returns null when none can have signed it
   */
  secretOf(token: string): string | null {
    const kid = keyIdOf(token);
    if (kid !== undefined) return this.keys.find(({ id }) => id === kid)?.value ?? null;
    if (this.keys.length === 1) return this.keys[0].value;
    return this.keys.find(({ value }) => this.hasSigned(value, token))?.value ?? null;
  }

  private hasSigned(secret: string, token: string): boolean {
    try {
      jwt.verify(token, secret, { algorithms: [TOKEN_ALGORITHM], ignoreExpiration: true });
      return true;
    } catch {
      return false;
    }
  }
}

function keyIdOf(token: string): string | undefined {
  try {
    return jwt.decode(token, { complete: true })?.header.kid;
  } catch {
    // A body that is no JSON; its verification says so.
    return undefined;
  }
}
