import { Module } from '@nestjs/common';
import { ContestsModule } from './contests/contests.module.js';
import { CoreModule } from './core/core.module.js';
import { MailModule } from './mail/mail.module.js';
import { MetricsModule } from './metrics/metrics.module.js';
import { PaymentsModule } from './payments/payments.module.js';
import { RetentionModule } from './retention/retention.module.js';
import { SmsModule } from './sms/sms.module.js';
import { TallyModule } from './tally/tally.module.js';

@Module({
  imports: [
    CoreModule,
    TallyModule,
    ContestsModule,
    MailModule,
    SmsModule,
    PaymentsModule,
    RetentionModule,
    MetricsModule,
  ],
})
export class WorkerModule {}
