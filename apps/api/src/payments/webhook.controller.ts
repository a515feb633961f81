import { Controller, Headers, HttpCode, Param, Post, Req } from '@nestjs/common';
import type { RawBodyRequest } from '@nestjs/common';
import { ApiExcludeEndpoint } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { success, type SuccessBody } from '@abato/contracts';
import { WebhookService } from '@abato/payments';
import { Public } from '../access/access.decorators.js';
import { ProviderPipe } from './provider.pipe.js';

@Controller('payments')
export class WebhookController {
  constructor(private readonly webhooks: WebhookService) {}

  /** Open to everybody and believed only with the provider's signature. Bodies beyond 256 KB never get here. */
  @Public()
  @Post(':provider/webhook')
  @HttpCode(200)
  @ApiExcludeEndpoint()
  async receive(
    @Param('provider', ProviderPipe) _provider: string,
    @Req() request: RawBodyRequest<FastifyRequest>,
    @Headers('x-paystack-signature') signature: string | undefined,
  ): Promise<SuccessBody<null>> {
    await this.webhooks.receive(request.rawBody ?? Buffer.alloc(0), signature);
    return success(null);
  }
}
