import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule, ThrottlingService } from '@abato/accounts';
import { ContestsModule } from '@abato/contests';
import { MessagesModule } from '@abato/messages';
import { PaystackModule } from '@abato/paystack';
import { TransparencyModule } from '@abato/transparency';
import { VotingModule } from '@abato/voting';
import { ChargePaymentService } from './attempts/charge-payment.service.js';
import { ChargeStepsService } from './attempts/charge-steps.service.js';
import { InitializePaymentService } from './attempts/initialize-payment.service.js';
import { UnpaidVotesService } from './attempts/unpaid-votes.sweeps.js';
import { CheckPaymentService } from './checks/check-payment.service.js';
import { RequestCheckService } from './checks/payment-job-events.js';
import { PaymentJobEvents } from './checks/payment-job-events.js';
import { VerifyPaymentService } from './checks/verify-payment.service.js';
import { PaymentCorrectionsService } from './decisions/payment-corrections.service.js';
import { RefundAccountService } from './decisions/refund-account.service.js';
import { RefundRequestsService } from './decisions/refund-requests.service.js';
import { PaymentDecisionsService } from './decisions/payment-decisions.service.js';
import { DisputesService } from './disputes/disputes.service.js';
import { EvidenceService } from './disputes/evidence.service.js';
import { KeptWebhook } from './inbox/kept-webhook.entity.js';
import { SetAsideWebhooksService } from './inbox/set-aside.service.js';
import { WebhookService } from './inbox/webhook.service.js';
import { PaymentBacklog } from './payment-backlog.js';
import { PaymentSweepsService } from './checks/payment-checks.sweeps.js';
import { PaymentsProcessor } from './payments.processor.js';
import { CashEntriesService } from './cash/cash-entries.service.js';
import { ManualVoteRows } from './cash/manual-votes.js';
import { ManualVoteService } from './cash/manual-vote.service.js';
import { Payment } from './payment.entity.js';
import { AccountLookup } from './decisions/account-lookup.js';
import { ListReversalsService } from './reconcile/list-reversals.service.js';
import { ListSuccessesService } from './reconcile/list-successes.service.js';
import { ReconcileDaysService } from './reconcile/reconcile-days.service.js';
import { ReconciliationService } from './reconcile/reconciliation.service.js';
import { ReadReturnsService } from './refunds/read-returns.service.js';
import { RefundService } from './refunds/refund.service.js';
import {
  Confirmation,
  ConfirmationAnnouncement,
  ConfirmationMetrics,
} from './confirm/confirmation.service.js';
import { DisputeReminders } from './disputes/dispute-reminders.sweeps.js';
import { FinalResultsService, UndecidedPaymentsService } from './confirm/final-results.sweeps.js';

/** Settling with its announcement. */
@Module({
  imports: [PaystackModule],
  providers: [ConfirmationMetrics, ConfirmationAnnouncement, Confirmation],
  exports: [Confirmation],
})
class SettlementModule {}

/** Beginning charges where no voter's request is: in workers. */
@Module({
  imports: [PaystackModule],
  providers: [ChargePaymentService, ChargeStepsService, RequestCheckService, ThrottlingService],
  exports: [ChargePaymentService],
})
export class ChargingModule {}

const SERVICES = [
  InitializePaymentService,
  ChargePaymentService,
  PaymentJobEvents,
  RequestCheckService,
  VerifyPaymentService,
  WebhookService,
  PaymentDecisionsService,
  PaymentCorrectionsService,
  RefundRequestsService,
  RefundAccountService,
  SetAsideWebhooksService,
  ManualVoteRows,
  ManualVoteService,
  CashEntriesService,
  ReconciliationService,
  EvidenceService,
  DisputesService,
  AccountLookup,
];

/** Paying for votes, and the books about it. */
@Module({
  imports: [
    TypeOrmModule.forFeature([Payment, KeptWebhook]),
    PaystackModule,
    SettlementModule,
    AccountsModule,
    ContestsModule,
    MessagesModule,
    TransparencyModule,
    VotingModule,
  ],
  providers: [...SERVICES, ChargeStepsService],
  exports: SERVICES,
})
export class PaymentsModule {}

/** Settling what webhooks, sweeps and lists bring; refunds; reconciliation; final results. */
@Module({
  imports: [PaystackModule, SettlementModule],
  providers: [
    PaymentBacklog,
    CheckPaymentService,
    PaymentsProcessor,
    PaymentSweepsService,
    ListSuccessesService,
    ListReversalsService,
    RefundService,
    ReadReturnsService,
    ReconcileDaysService,
    FinalResultsService,
    DisputeReminders,
    UndecidedPaymentsService,
    UnpaidVotesService,
  ],
})
class PaymentJobsModule {}

/** What does the jobs of each queue of this library. */
export const PAYMENT_JOBS = { payments: PaymentJobsModule };
