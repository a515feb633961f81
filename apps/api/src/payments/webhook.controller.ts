import { Controller, Headers, HttpCode, Param, Post, Req } from '@nestjs/common';
import type { RawBodyRequest } from '@nestjs/common';
import { ApiExcludeEndpoint } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { WebhookService } from '@abato/payments';
import { Public } from '../access/access.decorators.js';
import { Enveloped } from '../http/envelope.interceptor.js';
import { ProviderPath } from './payment.dto.js';

@Controller('payments')
export class WebhookController {
  constructor(private readonly webhooks: WebhookService) {}

  /** Open to everybody and believed only with the provider's signature. Bodies beyond 256 KB never get here. */
  @Public()
  @Post(':provider/webhook')
  @HttpCode(200)
  @ApiExcludeEndpoint()
  @Enveloped({ kind: 'data' })
  async receive(
    @Param() _path: ProviderPath,
    @Req() request: RawBodyRequest<FastifyRequest>,
    @Headers('x-paystack-signature') signature: string | undefined,
  ): Promise<void> {
    await this.webhooks.receive(request.rawBody ?? Buffer.alloc(0), signature);
  }
}
