import { Inject, Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { ExtractJwt, Strategy } from 'passport-jwt';
import { type Actor, TOKEN_ALGORITHM, type TokenPayload, TokenService } from '@abato/accounts';
import { type Environment, ENVIRONMENT } from '@abato/platform';

@Injectable()
export class JwtStrategy extends PassportStrategy(Strategy) {
  constructor(
    @Inject(ENVIRONMENT) env: Environment,
    private readonly tokens: TokenService,
  ) {
    super({
      jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
      secretOrKey: env.JWT_SECRET,
      algorithms: [TOKEN_ALGORITHM],
    });
  }

  async validate(payload: TokenPayload): Promise<Actor | null> {
    const actor = await this.tokens.actorOf(payload);
    return actor && { ...actor, authenticatedAt: payload.iat };
  }
}
