import { Module } from '@nestjs/common';
import type { Environment } from '@abato/platform';
import { ENVIRONMENT, MAIL_TRANSPORT } from '../core/tokens.js';
import { createMailTransport } from './mail-transport.js';
import { MailProcessor } from './mail.processor.js';
import { MailService } from './mail.service.js';

/** Delivers the mail outbox. */
@Module({
  providers: [
    {
      provide: MAIL_TRANSPORT,
      inject: [ENVIRONMENT],
      useFactory: (env: Environment) => createMailTransport(env),
    },
    MailService,
    MailProcessor,
  ],
})
export class MailModule {}
