import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiExcludeController, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { STATUS_SECONDS, statusView, type StatusView, success } from '@abato/contracts';
import { Readiness, readinessAnswer } from '@abato/platform';
import { PlatformStatusService } from '@abato/reports';
import { PublicBody } from '@abato/voting';
import { Public } from '../access/access.decorators.js';
import { sendPublicBody } from '../http/send.js';
import { Answers, Describes } from '../open-api/answers.decorator.js';

const CACHE = `public, max-age=${STATUS_SECONDS}`;

/** Whether voting, paying and live counts work, built once for all who ask in the same five seconds. */
@ApiTags('public')
@Controller('status')
export class StatusController {
  private built: { view: StatusView; body: PublicBody } | undefined;

  constructor(private readonly status: PlatformStatusService) {}

  @Describes(
    'Read the state of the platform',
    'Returns whether voting, payments and live counts work, as measured every five seconds, with the worst of each minute of the last hour. `UNKNOWN` means not measured.',
  )
  @Public()
  @Get()
  @Answers(statusView)
  async read(@Res() reply: FastifyReply) {
    const view = await this.status.read();
    if (this.built?.view !== view) this.built = { view, body: new PublicBody(success(view)) };
    await sendPublicBody(reply, this.built.body, CACHE);
  }
}

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
