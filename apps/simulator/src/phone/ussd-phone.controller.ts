import { randomBytes } from 'node:crypto';
import { Body, Controller, Get, HttpCode, Inject, Param, Post, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { ControlError } from '../core/errors.js';
import { type Settings, SETTINGS } from '../core/settings.js';
import { Store } from '../core/store.js';
import { fieldsOf, textOf } from '../provider/request.js';
import { localPhoneOf } from '../provider/test-numbers.js';
import { USSD_GATEWAYS, USSD_NETWORKS, type UssdNetwork } from './gateway-protocols.js';
import { phonePage } from './phone-page.js';
import { type PhoneScreen, UssdSessions } from './ussd-sessions.js';

/** `/phone`: a phone with a keypad. Its sessions reach the product through the protocol of the chosen gateway. */
@Controller('phone')
export class UssdPhoneController {
  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly sessions: UssdSessions,
    private readonly store: Store,
  ) {}

  @Get()
  page(@Res() reply: FastifyReply): void {
    const nonce = randomBytes(16).toString('base64');
    const policy = [
      "default-src 'none'",
      `style-src 'nonce-${nonce}'`,
      `script-src 'nonce-${nonce}'`,
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; ');
    void reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      })
      .send(phonePage(nonce, this.settings.ussdCode).text);
  }

  @Post('sessions')
  @HttpCode(200)
  async dial(@Body() body: unknown): Promise<PhoneScreen> {
    const fields = fieldsOf(body);
    const gateway = USSD_GATEWAYS.find((one) => one === fields.gateway);
    const network = Object.keys(USSD_NETWORKS).find((one): one is UssdNetwork => one === fields.network);
    const phone = localPhoneOf(textOf(fields.phone) ?? '');
    if (!gateway) throw new ControlError(400, `gateway is one of ${USSD_GATEWAYS.join(', ')}`);
    if (!network) throw new ControlError(400, `network is one of ${Object.keys(USSD_NETWORKS).join(', ')}`);
    if (!phone) throw new ControlError(400, 'phone is a Ghanaian number, for example 0241234567');
    return this.sessions.dial({
      ...{ gateway, network, phone: `+233${phone.slice(1)}` },
      dialled: (textOf(fields.dialled) ?? '').trim(),
    });
  }

  @Post('sessions/:id')
  @HttpCode(200)
  async type(@Param('id') id: string, @Body() body: unknown): Promise<PhoneScreen> {
    return this.sessions.type(id, textOf(fieldsOf(body).input) ?? '');
  }

  /** Payment prompts that this phone shows now. */
  @Get('prompts')
  prompts(@Query('phone') phone: string | undefined): { reference: string; amount: number }[] {
    const number = localPhoneOf(phone ?? '');
    return [...this.store.transactions.values()]
      .filter(({ prompt }) => number !== null && prompt && localPhoneOf(prompt.phone) === number)
      .map(({ reference, requestedAmount }) => ({ reference, amount: requestedAmount }))
      .slice(-5);
  }
}
