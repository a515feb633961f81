import { Controller, Get, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Public } from '../access/access.decorators.js';
import { ReadinessService } from './readiness.service.js';

@ApiExcludeController()
@Controller('health')
export class HealthController {
  constructor(private readonly readiness: ReadinessService) {}

  /** 200 while the process runs. */
  @Public()
  @Get('live')
  live(): { status: string } {
    return { status: 'ok' };
  }

  /** 200 only when PostgreSQL and Redis answer and migrations are applied; else 503 naming what fails. */
  @Public()
  @Get('ready')
  async ready(@Res() reply: FastifyReply): Promise<void> {
    const failing = await this.readiness.failing();
    await reply
      .status(failing.length ? 503 : 200)
      .header('cache-control', 'no-store')
      .send({ status: failing.length ? 'unavailable' : 'ok', failing });
  }
}
