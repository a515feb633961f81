import { Catch, HttpException } from '@nestjs/common';
import type { ArgumentsHost, BeforeApplicationShutdown, ExceptionFilter } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { ControlError, NoAnswer, ProviderError, RateLimited, serverError } from './core/errors.js';
import { Log } from './core/log.js';

/** Turns what was thrown into the answer of the provider, or into none. */
@Catch()
export class AnswersFilter implements ExceptionFilter, BeforeApplicationShutdown {
  private readonly hanging = new Set<() => void>();

  constructor(private readonly log: Log) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    if (error instanceof NoAnswer) {
      this.leaveWaiting(reply, error.afterMs);
    } else if (error instanceof ProviderError) {
      if (error instanceof RateLimited) void reply.headers(error.headers);
      void reply.status(error.httpStatus).send(error.body());
    } else if (error instanceof ControlError) {
      void reply.status(error.httpStatus).send({ status: false, message: error.message });
    } else if (error instanceof HttpException || isClientError(error)) {
      const httpStatus = error instanceof HttpException ? error.getStatus() : error.statusCode;
      void reply.status(httpStatus).send({ status: false, message: error.message });
    } else {
      this.log.error(error);
      void reply.status(500).send(serverError().body());
    }
  }

  beforeApplicationShutdown(): void {
    for (const cut of this.hanging) cut();
  }

  private leaveWaiting(reply: FastifyReply, afterMs: number): void {
    const { socket } = reply.request.raw;
    reply.hijack();
    const cut = () => {
      clearTimeout(timer);
      this.hanging.delete(cut);
      socket.destroy();
    };
    const timer = setTimeout(cut, afterMs);
    this.hanging.add(cut);
    socket.once('close', cut);
  }
}

/** Fastify's own refusals: broken JSON, a body that is too large. */
function isClientError(error: unknown): error is Error & { statusCode: number } {
  if (!(error instanceof Error) || !('statusCode' in error)) return false;
  return typeof error.statusCode === 'number' && error.statusCode >= 400 && error.statusCode < 500;
}
