import { Module } from '@nestjs/common';
import type { Redis } from 'ioredis';
import type { Registry } from 'prom-client';
import { createPaystackClient, PaystackClient, SharedCallLimit } from '@abato/payments';
import { CLOCK, type Clock, type Environment } from '@abato/platform';
import { AttemptsModule } from '../attempts/attempts.module.js';
import { ENVIRONMENT, METRICS, REDIS } from '../core/tokens.js';
import { ContestDirectoryModule } from '../contests/contest-directory.module.js';
import { ChargePaymentController } from './charge-payment.controller.js';
import { ChargePaymentService } from './charge-payment.service.js';
import { EvidenceController } from './evidence.controller.js';
import { EvidenceService } from './evidence.service.js';
import { FindVoteController } from './find-vote.controller.js';
import { FindVoteService } from './find-vote.service.js';
import { InitializePaymentController } from './initialize-payment.controller.js';
import { InitializePaymentService } from './initialize-payment.service.js';
import { ManualVoteController } from './manual-vote.controller.js';
import { ManualVoteService } from './manual-vote.service.js';
import { PaymentDecisionsController } from './payment-decisions.controller.js';
import { PaymentDecisionsService } from './payment-decisions.service.js';
import { PaymentJobEvents } from './payment-job-events.js';
import { ReconciliationController } from './reconciliation.controller.js';
import { ReconciliationService } from './reconciliation.service.js';
import { VerifyPaymentController } from './verify-payment.controller.js';
import { VerifyPaymentService } from './verify-payment.service.js';
import { WebhookController } from './webhook.controller.js';
import { WebhookService } from './webhook.service.js';

/** Paying for a vote. Settlement itself is the worker's. */
@Module({
  imports: [AttemptsModule, ContestDirectoryModule],
  controllers: [
    InitializePaymentController,
    VerifyPaymentController,
    WebhookController,
    ChargePaymentController,
    PaymentDecisionsController,
    ManualVoteController,
    FindVoteController,
    ReconciliationController,
    EvidenceController,
  ],
  providers: [
    {
      provide: PaystackClient,
      inject: [ENVIRONMENT, METRICS, REDIS, CLOCK],
      useFactory: (env: Environment, metrics: Registry, redis: Redis, clock: Clock) =>
        createPaystackClient(env, metrics, new SharedCallLimit(redis, env.PAYSTACK_CALLS_PER_MINUTE, clock)),
    },
    InitializePaymentService,
    PaymentJobEvents,
    VerifyPaymentService,
    WebhookService,
    PaymentDecisionsService,
    ManualVoteService,
    ChargePaymentService,
    FindVoteService,
    ReconciliationService,
    EvidenceService,
  ],
})
export class PaymentsModule {}
