import { Controller, Get, HttpCode, Param, Post, Req } from '@nestjs/common';
import { ApiExcludeEndpoint } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { SmsReports } from '@abato/messages';
import { SMS_PROVIDERS, type SmsProvider } from '@abato/platform';
import { Public } from '../access/access.decorators.js';
import { ANY_TEXT, pathOf } from '../http/dto.js';
import { TakesBody } from '../http/json-body.js';

class ReportPath extends pathOf({ provider: SMS_PROVIDERS, secret: ANY_TEXT }) {}

/** Called by SMS providers, each in its own form; the secret of the path tells them from other callers. */
@Controller('sms')
export class DeliveryReportsController {
  constructor(private readonly reports: SmsReports) {}

  @Public()
  @Get(':provider/:secret')
  @ApiExcludeEndpoint()
  async read(@Param() { provider, secret }: ReportPath, @Req() { query }: FastifyRequest): Promise<string> {
    return this.take(provider, secret, query);
  }

  @Public()
  @Post(':provider/:secret')
  @HttpCode(200)
  @TakesBody({ takesForm: true })
  @ApiExcludeEndpoint()
  async receive(
    @Param() { provider, secret }: ReportPath,
    @Req() { query, body }: FastifyRequest,
  ): Promise<string> {
    return this.take(provider, secret, query, body);
  }

  private async take(provider: string, secret: string, ...parts: unknown[]): Promise<string> {
    const fields = Object.assign({}, ...parts.filter((part) => typeof part === 'object')) as Record<
      string,
      unknown
    >;
    await this.reports.take(provider as SmsProvider, secret, fields);
    return 'OK';
  }
}
