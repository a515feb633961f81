import { Module } from '@nestjs/common';
import type { Environment } from '@abato/platform';
import { ENVIRONMENT, SMS_TRANSPORT } from '../core/tokens.js';
import { createSmsTransport } from './sms-transport.js';
import { SmsProcessor } from './sms.processor.js';
import { SmsService } from './sms.service.js';

/** Delivers receipts by SMS. */
@Module({
  providers: [
    {
      provide: SMS_TRANSPORT,
      inject: [ENVIRONMENT],
      useFactory: (env: Environment) => createSmsTransport(env),
    },
    SmsService,
    SmsProcessor,
  ],
})
export class SmsModule {}
