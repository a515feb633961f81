import { Controller, Get, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { STATUS_SECONDS, statusView, type StatusView, success } from '@abato/contracts';
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
