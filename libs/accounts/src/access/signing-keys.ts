import jwt from 'jsonwebtoken';
import { readKeyList } from '@abato/platform';

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
