import { Body, Controller, Get, Headers, HttpCode, HttpException, Post, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { randomBytes, randomUUID } from 'node:crypto';
import { fieldsOf, textOf } from '../provider/request.js';
import { SmsInbox, type SmsMessage } from './sms-inbox.js';
import { smsPage } from './sms-page.js';
import { SmsReporter } from './sms-reports.js';

/** Any key is taken: the simulator has no accounts. A missing one is refused, as the providers do. */
function needKey(key: unknown, refusal: object): void {
  if (!textOf(key)) throw new HttpException(refusal, 401);
}

/** Text of a field, or the provider's refusal. */
function needed(value: unknown, refusal: object): string {
  const text = textOf(value);
  if (text === null) throw new HttpException(refusal, 422);
  return text;
}

/** The calls of three SMS providers as their documents have them, and the inbox of everything that was sent. */
@Controller()
export class SmsController {
  constructor(
    private readonly inbox: SmsInbox,
    private readonly reporter: SmsReporter,
  ) {}

  /** Arkesel v2. */
  @Post('api/v2/sms/send')
  @HttpCode(200)
  arkesel(@Headers('api-key') key: unknown, @Body() body: unknown): unknown {
    needKey(key, { status: 'error', message: 'Invalid API key' });
    const fields = fieldsOf(body);
    const wrong = { status: 'error', message: 'Validation errors' };
    needed(fields.sender, wrong);
    const text = needed(fields.message, wrong);
    const recipients = Array.isArray(fields.recipients) ? fields.recipients : [];
    if (!recipients.length) throw new HttpException(wrong, 422);
    const data = recipients.map((recipient) => {
      const number = needed(recipient, wrong);
      this.inbox.take('arkesel', number, text);
      const id = randomUUID();
      this.reporter.expect('arkesel', id, number, textOf(fields.callback_url));
      return { recipient, id };
    });
    return { status: 'success', data };
  }

  /** Hubtel. */
  @Post('v1/messages')
  @HttpCode(201)
  hubtel(@Headers('authorization') key: unknown, @Body() body: unknown): unknown {
    needKey(/^Basic (.+)$/.exec(textOf(key) ?? '')?.[1], { Status: 1, Message: 'Unauthorized' });
    const fields = fieldsOf(body);
    const wrong = { Status: 4, Message: 'Invalid request' };
    needed(fields.From, wrong);
    const number = needed(fields.To, wrong);
    this.inbox.take('hubtel', number, needed(fields.Content, wrong));
    const id = randomUUID();
    if (fields.RegisteredDelivery === true) this.reporter.expect('hubtel', id, number, null);
    return { Status: 0, MessageId: id, Rate: 1, NetworkId: '62001' };
  }

  /** mNotify. */
  @Post('api/sms/quick')
  @HttpCode(200)
  mnotify(@Query() query: unknown, @Body() body: unknown): unknown {
    needKey(fieldsOf(query).key, { status: 'error', code: '4001', message: 'Invalid key' });
    const fields = fieldsOf(body);
    const wrong = { status: 'error', code: '4000', message: 'Invalid request' };
    needed(fields.sender, wrong);
    const text = needed(fields.message, wrong);
    const recipients = Array.isArray(fields.recipient) ? fields.recipient : [];
    const id = randomUUID();
    for (const recipient of recipients) {
      const number = needed(recipient, wrong);
      this.inbox.take('mnotify', number, text);
      this.reporter.expect('mnotify', id, number, null);
    }
    return {
      status: 'success',
      code: '2000',
      message: 'messages sent successfully',
      summary: {
        _id: id,
        message_id: randomUUID(),
        total_sent: recipients.length,
        total_rejected: 0,
        credit_used: recipients.length,
        credit_left: 1_000,
      },
    };
  }

  /** What was sent, newest first: `[{ to, text, at, provider }]`. */
  @Get('simulator/sms')
  list(@Query() query: unknown): SmsMessage[] {
    return this.inbox.list(textOf(fieldsOf(query).to));
  }

  /** The same for a person. */
  @Get('sms')
  page(@Query() query: unknown, @Res() reply: FastifyReply): void {
    const to = textOf(fieldsOf(query).to);
    const nonce = randomBytes(16).toString('base64');
    void reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      })
      .send(smsPage(this.inbox.list(to), to, nonce).text);
  }
}
