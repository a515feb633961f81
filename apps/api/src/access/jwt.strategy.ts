import { Inject, Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { ExtractJwt, Strategy } from 'passport-jwt';
import { type Actor, SigningKeys, TOKEN_ALGORITHM, type TokenPayload, TokenService } from '@abato/accounts';
import { type Environment, ENVIRONMENT } from '@abato/platform';

@Injectable()
export class JwtStrategy extends PassportStrategy(Strategy) {
  constructor(
    @Inject(ENVIRONMENT) env: Environment,
    private readonly tokens: TokenService,
  ) {
    const keys = new SigningKeys(env.JWT_SECRET);
    super({
      jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
      secretOrKeyProvider: (
        _request: unknown,
        token: string,
        done: (error: Error | null, secret?: string) => void,
      ) => {
        const secret = keys.secretOf(token);
        if (secret === null) done(new Error('no key of ours signed it'));
        else done(null, secret);
      },
      algorithms: [TOKEN_ALGORITHM],
    });
  }

  async validate(payload: TokenPayload): Promise<Actor | null> {
    const actor = await this.tokens.actorOf(payload);
    return actor && { ...actor, authenticatedAt: payload.iat };
  }
}
