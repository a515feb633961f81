import { Module } from '@nestjs/common';
import type { Registry } from 'prom-client';
import { createPaystackClient, PaystackClient } from '@abato/payments';
import type { Environment } from '@abato/platform';
import { ENVIRONMENT, METRICS } from '../core/tokens.js';
import { CheckPaymentService } from './check-payment.service.js';
import { ListSuccessesService } from './list-successes.service.js';
import { PaymentMetrics } from './payment-metrics.js';
import { PaymentSweepsService } from './payment-sweeps.service.js';
import { PaymentsProcessor } from './payments.processor.js';
import { RefundService } from './refund.service.js';
import { WebhookInboxService } from './webhook-inbox.service.js';

@Module({
  providers: [
    {
      provide: PaystackClient,
      inject: [ENVIRONMENT, METRICS],
      useFactory: (env: Environment, metrics: Registry) => createPaystackClient(env, metrics),
    },
    PaymentMetrics,
    CheckPaymentService,
    WebhookInboxService,
    PaymentsProcessor,
    PaymentSweepsService,
    ListSuccessesService,
    RefundService,
  ],
})
export class PaymentsModule {}
