import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import {
  type Actor,
  isApproved,
  mustReauthenticate,
  mustSetUpSecondFactor,
  TokenService,
} from '@abato/accounts';
import type { Permission } from '@abato/contracts';
import {
  AppError,
  type Clock,
  CLOCK,
  type Environment,
  ENVIRONMENT,
  type Logger,
  LOGGER,
} from '@abato/platform';
import {
  type Access,
  ACCESS,
  KNOWS_CALLER,
  PERMISSION,
  type Reauthentication,
  REAUTHENTICATED,
} from './access.decorators.js';

/** Decides for every route by its access decorator; a route without one is closed. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    @Inject(LOGGER) private readonly log: Logger,
    @Inject(ENVIRONMENT) private readonly env: Pick<Environment, 'production'>,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly tokens: TokenService,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (context.getType() !== 'http') return true;
    const access = this.reflector.get<Access | undefined>(ACCESS, context.getHandler());
    const request = context.switchToHttp().getRequest<FastifyRequest & { user: Actor }>();
    if (access === 'public') {
      if (!this.reflector.get<boolean | undefined>(KNOWS_CALLER, context.getHandler())) return true;
      const caller = await this.callerOf(request).catch(() => null);
      if (caller) request.user = caller;
      return true;
    }
    const caller = await this.callerOf(request);
    if (!caller) throw new AppError('UNAUTHENTICATED');
    request.user = caller;
    if (!access || !allows(access, request.user)) {
      const what = { event: 'access', outcome: 'refused', userId: request.user.id, role: request.user.role };
      this.log.warn(
        { ...what, method: request.method, route: request.routeOptions.url },
        'not for this role',
      );
      throw new AppError('FORBIDDEN');
    }
    this.assertStrongSignIn(context, access, request.user);
    const permission = this.reflector.get<Permission | null | undefined>(PERMISSION, context.getHandler());
    if (permission) request.user = { ...request.user, permission };
    return true;
  }

  /** @throws AppError SECOND_FACTOR_REQUIRED before anything but the set-up, REAUTHENTICATION_REQUIRED */
  private assertStrongSignIn(context: ExecutionContext, access: Access, actor: Actor): void {
    if (access !== 'signed-in-unapproved' && mustSetUpSecondFactor(actor, this.env)) {
      throw new AppError('SECOND_FACTOR_REQUIRED', {
        message: 'Set up a second factor in your profile before you continue.',
      });
    }
    const asked = this.reflector.get<Reauthentication | undefined>(REAUTHENTICATED, context.getHandler());
    if (asked && mustReauthenticate(actor, this.env, this.clock.now(), asked)) {
      throw new AppError('REAUTHENTICATION_REQUIRED');
    }
  }

  /** The user of the token in the header; null without a good one. */
  private async callerOf({ headers: { authorization = '' } }: FastifyRequest): Promise<Actor | null> {
    const session = await this.tokens.session(/^bearer +(\S+)$/i.exec(authorization)?.[1]);
    return session && { ...session.actor, authenticatedAt: session.authenticatedAt };
  }
}

function allows(access: Access, actor: Actor): boolean {
  if (access === 'signed-in-unapproved') return true;
  if (actor.role === 'COMPANY_ADMIN' && !isApproved(actor)) throw notApproved(actor);
  if (access === 'signed-in') return true;
  if (access === 'super-admin') return actor.role === 'SUPER_ADMIN';
  return actor.role === 'SUPER_ADMIN' || actor.role === 'COMPANY_ADMIN';
}

function notApproved(actor: Actor): AppError {
  return new AppError('NOT_APPROVED', {
    message:
      actor.approvalStatus === 'REJECTED'
        ? 'Your account was not approved. Please contact support.'
        : 'Your account is not approved yet. You will be notified once it is.',
  });
}
