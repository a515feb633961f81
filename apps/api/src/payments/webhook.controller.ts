import { Controller, Headers, HttpCode, Inject, Ip, Param, Post, Req } from '@nestjs/common';
import { ApiExcludeEndpoint } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { AppError, type Environment, ENVIRONMENT } from '@abato/platform';
import { WebhookService } from '@abato/payments';
import { Public } from '../access/access.decorators.js';
import { allowedSenders } from '../http/allowed-senders.js';
import { Enveloped } from '../http/envelope.interceptor.js';
import { ProviderPath } from './payment.dto.js';
import { TakesBody } from '../http/json-body.js';

/** The provider's longest events have about 10 KB. */
const WEBHOOK_BYTES = 256 * 1024;

@Controller('payments')
export class WebhookController {
  private readonly isAllowed: (address: string) => boolean;

  constructor(
    @Inject(ENVIRONMENT) env: Environment,
    private readonly webhooks: WebhookService,
  ) {
    this.isAllowed = allowedSenders(env.WEBHOOK_ADDRESSES);
  }

  /** Open to all callers and believed only with the provider's signature, which is checked before anything is parsed. */
  @Public()
  @Post(':provider/webhook')
  @TakesBody({ rawBody: true, bodyBytes: WEBHOOK_BYTES, anyOrigin: true })
  @HttpCode(200)
  @ApiExcludeEndpoint()
  @Enveloped({ kind: 'data' })
  async receive(
    @Param() _path: ProviderPath,
    @Req() request: FastifyRequest,
    @Headers('x-paystack-signature') signature: string | undefined,
    @Ip() address: string,
  ): Promise<void> {
    if (!this.isAllowed(address)) throw new AppError('FORBIDDEN');
    await this.webhooks.receive((request.body as Buffer | undefined) ?? Buffer.alloc(0), signature);
  }
}
