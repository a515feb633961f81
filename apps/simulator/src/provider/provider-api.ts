import { Injectable, SetMetadata, UseGuards, UseInterceptors, applyDecorators } from '@nestjs/common';
import type { CallHandler, CanActivate, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { concatMap } from 'rxjs';
import type { Observable } from 'rxjs';
import type { EndpointName } from '../core/faults.js';
import { FaultSource } from './fault-source.js';
import { KeyCheck } from './key-check.js';

const ENDPOINT = 'simulator:endpoint';

/** Puts a call under faults, rate limit and key check. */
export function ProviderCall(name: EndpointName): MethodDecorator {
  return applyDecorators(
    SetMetadata(ENDPOINT, name),
    UseGuards(ProviderGuard),
    UseInterceptors(LostAnswerInterceptor),
  );
}

function endpointOf(context: ExecutionContext): EndpointName {
  return Reflect.getMetadata(ENDPOINT, context.getHandler()) as EndpointName;
}

/** Checked before a call is carried out: whatever is wrong with the provider today, its rate limit, the caller's key. */
@Injectable()
export class ProviderGuard implements CanActivate {
  constructor(
    private readonly faults: FaultSource,
    private readonly keys: KeyCheck,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    const endpoint = endpointOf(context);
    await this.faults.beforeCall(endpoint);
    this.keys.check(request.headers.authorization);
    for (const [name, value] of Object.entries(this.faults.countCall(endpoint))) reply.header(name, value);
    return true;
  }
}

/** Loses the answer of a call that was carried out: the case a client can only guess about. */
@Injectable()
export class LostAnswerInterceptor implements NestInterceptor {
  constructor(private readonly faults: FaultSource) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(
      concatMap((answer: unknown) => {
        this.faults.afterCall(endpointOf(context));
        return [answer];
      }),
    );
  }
}
