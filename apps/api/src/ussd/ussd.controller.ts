import { Controller, Inject, Ip, Param, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeEndpoint } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError, type Environment, ENVIRONMENT } from '@abato/platform';
import { GATEWAY_NAMES, type GatewayName, UssdService } from '@abato/ussd';
import { Public } from '../access/access.decorators.js';
import { allowedSenders } from '../http/allowed-senders.js';
import { ANY_TEXT, pathOf } from '../http/dto.js';
import { TakesBody } from '../http/json-body.js';

class GatewayPath extends pathOf({ gateway: GATEWAY_NAMES, secret: ANY_TEXT }) {}

/** Called by USSD gateways, each in its own form; the secret of the path tells them from other callers. */
@Controller('ussd')
export class UssdController {
  private readonly isAllowed: (address: string) => boolean;

  constructor(
    @Inject(ENVIRONMENT) env: Environment,
    private readonly ussd: UssdService,
  ) {
    this.isAllowed = allowedSenders(env.USSD_ADDRESSES);
  }

  @Public()
  @Post(':gateway/:secret')
  @TakesBody({ takesForm: true })
  @ApiExcludeEndpoint()
  async receive(
    @Param() { gateway, secret }: GatewayPath,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Ip() address: string,
  ): Promise<void> {
    if (!this.isAllowed(address)) throw new AppError('FORBIDDEN');
    const { type, body } = await this.ussd.answer(gateway as GatewayName, secret, request.body);
    await reply.status(200).header('cache-control', 'no-store').type(type).send(body);
  }
}
