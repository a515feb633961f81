import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { type Actor, isApproved } from '@abato/accounts';
import { AppError, type Logger, LOGGER } from '@abato/platform';
import { type Access, ACCESS } from './access.decorators.js';

/** Decides for every route by its access decorator; a route without one is closed. */
@Injectable()
export class AccessGuard extends AuthGuard('jwt') implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    @Inject(LOGGER) private readonly log: Logger,
  ) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    if (context.getType() !== 'http') return true;
    const access = this.reflector.get<Access | undefined>(ACCESS, context.getHandler());
    if (access === 'public') return true;
    await super.canActivate(context);
    const request = context.switchToHttp().getRequest<FastifyRequest & { user: Actor }>();
    if (!access || !allows(access, request.user)) {
      const what = { event: 'access', outcome: 'refused', userId: request.user.id, role: request.user.role };
      this.log.warn(
        { ...what, method: request.method, route: request.routeOptions.url },
        'not for this role',
      );
      throw new AppError('FORBIDDEN');
    }
    return true;
  }

  override handleRequest<T>(error: unknown, user: T | false | null): T {
    if (error) throw error as Error;
    if (!user) throw new AppError('UNAUTHENTICATED');
    return user;
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
