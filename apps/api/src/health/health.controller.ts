import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Readiness, readinessAnswer } from '@abato/platform';
import { Public } from '../access/access.decorators.js';

@ApiExcludeController()
@Controller('health')
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  /** 200 while the process runs. */
  @Public()
  @Get('live')
  live(): { status: string } {
    return { status: 'ok' };
  }

  /**
   * 200 while votes can be taken: PostgreSQL answers and migrations are applied; else 503 naming what fails. Redis away is told as
   * `degraded`. With `?verbose` each part in words, without the reasons, which the internal port tells.
   */
  @Public()
  @Get('ready')
  async ready(@Query('verbose') verbose: string | undefined, @Res() reply: FastifyReply): Promise<void> {
    const { status, body } = readinessAnswer(this.readiness, {
      verbose: verbose === undefined ? undefined : 'public',
    });
    await reply.status(status).header('cache-control', 'no-store').send(body);
  }
}
