import { Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import type { Actor } from '@abato/accounts';
import { nothing, setAsideWebhookView } from '@abato/contracts';
import { SetAsideWebhooksService } from '@abato/payments';
import { CurrentActor, SuperAdmin } from '../access/access.decorators.js';
import { listed } from '../http/envelope.interceptor.js';
import { Answers, AnswersPage } from '../open-api/answers.decorator.js';
import { Describes } from '../open-api/describes.decorator.js';
import { BookPageQuery, WebhookPath } from './payment.dto.js';

@ApiTags('payments')
@ApiBearerAuth()
@Controller('payments/webhooks')
export class SetAsideWebhooksController {
  constructor(private readonly webhooks: SetAsideWebhooksService) {}

  @Describes(
    'List webhooks that were set aside',
    'Returns messages of the provider that could not be processed after ten tries, newest first, without their contents.',
  )
  @SuperAdmin()
  @Get('set-aside')
  @AnswersPage(setAsideWebhookView)
  async setAside(@Query() query: BookPageQuery) {
    return listed(query, (page) => this.webhooks.list(page));
  }

  @Describes(
    'Try a webhook again',
    'Has a message that was set aside tried again. Refuses one that was not set aside.',
  )
  @SuperAdmin()
  @Post(':id/retry')
  @HttpCode(200)
  @Answers(nothing)
  async retry(@CurrentActor() actor: Actor, @Param() { id }: WebhookPath) {
    await this.webhooks.retry(actor, id);
  }
}
