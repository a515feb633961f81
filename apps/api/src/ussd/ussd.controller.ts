import { Controller, Param, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeEndpoint } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GATEWAY_NAMES, type GatewayName, UssdService } from '@abato/ussd';
import { Public } from '../access/access.decorators.js';
import { ANY_TEXT, pathOf } from '../http/dto.js';
import { TakesBody } from '../http/json-body.js';

class GatewayPath extends pathOf({ gateway: GATEWAY_NAMES, secret: ANY_TEXT }) {}

/** Called by USSD gateways, each in its own form; the secret of the path tells them from other callers. */
@Controller('ussd')
export class UssdController {
  constructor(private readonly ussd: UssdService) {}

  @Public()
  @Post(':gateway/:secret')
  @TakesBody({ takesForm: true })
  @ApiExcludeEndpoint()
  async receive(
    @Param() { gateway, secret }: GatewayPath,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { type, body } = await this.ussd.answer(gateway as GatewayName, secret, request.body);
    await reply.status(200).header('cache-control', 'no-store').type(type).send(body);
  }
}
