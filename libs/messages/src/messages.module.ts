import { Module } from '@nestjs/common';
import { type Clock, CLOCK, ENVIRONMENT, type Environment } from '@abato/platform';
import { createMailTransport } from './mail/mail-transport.js';
import { MailProcessor, MailService } from './mail/mail.service.js';
import { OutgoingMail } from './mail/outgoing-mail.js';
import { CodeSmsService } from './sms/code-sms.service.js';
import { createSmsTransport } from './sms/sms-transport.js';
import { SmsReports } from './sms/delivery-reports.js';
import { SmsProcessor, SmsService } from './sms/sms.service.js';
import { MAIL_TRANSPORT, SMS_TRANSPORT } from './tokens.js';

/** Putting mails into the outbox. */
@Module({ providers: [OutgoingMail], exports: [OutgoingMail] })
export class MessagesModule {}

/** Taking reports of what became of messages by SMS. */
@Module({ providers: [SmsReports], exports: [SmsReports] })
export class SmsReportsModule {}

/** Sending what waits in the outbox of mails. */
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
class MailJobsModule {}

/** Sending what waits in the outbox of receipts by SMS. */
@Module({
  providers: [
    {
      provide: SMS_TRANSPORT,
      inject: [ENVIRONMENT, CLOCK],
      useFactory: (env: Environment, clock: Clock) => createSmsTransport(env, clock),
    },
    SmsService,
    CodeSmsService,
    SmsProcessor,
  ],
})
class SmsJobsModule {}

/** What does the jobs of each queue of this library. */
export const MESSAGE_JOBS = { mail: MailJobsModule, sms: SmsJobsModule };
