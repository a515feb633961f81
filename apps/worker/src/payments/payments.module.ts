import { Module } from '@nestjs/common';
import type { Redis } from 'ioredis';
import type { Registry } from 'prom-client';
import { createPaystackClient, PaystackClient, SharedCallLimit } from '@abato/payments';
import { CLOCK, type Clock, type Environment } from '@abato/platform';
import { ENVIRONMENT, METRICS, REDIS } from '../core/tokens.js';
import { CheckPaymentService } from './check-payment.service.js';
import { ListSuccessesService } from './list-successes.service.js';
import { PaymentMetrics } from './payment-metrics.js';
import { PaymentSweepsService } from './payment-sweeps.service.js';
import { PaymentsProcessor } from './payments.processor.js';
import { ReconcileDaysService } from './reconcile-days.service.js';
import { RefundService } from './refund.service.js';
import { WebhookInboxService } from './webhook-inbox.service.js';

@Module({
  providers: [
    {
      provide: PaystackClient,
      inject: [ENVIRONMENT, METRICS, REDIS, CLOCK],
      useFactory: (env: Environment, metrics: Registry, redis: Redis, clock: Clock) =>
        createPaystackClient(env, metrics, new SharedCallLimit(redis, env.PAYSTACK_CALLS_PER_MINUTE, clock)),
    },
    PaymentMetrics,
    CheckPaymentService,
    WebhookInboxService,
    PaymentsProcessor,
    PaymentSweepsService,
    ListSuccessesService,
    RefundService,
    ReconcileDaysService,
  ],
})
export class PaymentsModule {}
