import { Inject, Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { ExtractJwt, Strategy } from 'passport-jwt';
import type { Environment } from '@abato/platform';
import { ENVIRONMENT } from '../core/tokens.js';
import type { Actor } from './actor.js';
import { TOKEN_ALGORITHM, TokenService, type TokenPayload } from './token.service.js';

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
    return this.tokens.actorOf(payload);
  }
}
