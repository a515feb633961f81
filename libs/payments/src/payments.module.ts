import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { Registry } from 'prom-client';
import { AccountsModule, ThrottlingService } from '@abato/accounts';
import { ContestsModule } from '@abato/contests';
import {
  CLOCK,
  ENVIRONMENT,
  METRICS,
  REDIS,
  type Clock,
  type Environment,
  type RedisClient,
} from '@abato/platform';
import { MessagesModule } from '@abato/messages';
import { TransparencyModule } from '@abato/transparency';
import { VotingModule } from '@abato/voting';
import { ChargePaymentService } from './attempts/charge-payment.service.js';
import { ChargeStepsService } from './attempts/charge-steps.service.js';
import { InitializePaymentService } from './attempts/initialize-payment.service.js';
import { UnpaidVotesService } from './attempts/unpaid-votes.service.js';
import { CheckPaymentService } from './checks/check-payment.service.js';
import { PaymentJobEvents } from './checks/payment-job-events.js';
import { RequestCheckService } from './checks/request-check.service.js';
import { VerifyPaymentService } from './checks/verify-payment.service.js';
import { PaymentCorrectionsService } from './decisions/payment-corrections.service.js';
import { RefundAccountService } from './decisions/refund-account.service.js';
import { RefundOrdersService } from './decisions/refund-orders.service.js';
import { RefundRequestsService } from './decisions/refund-requests.service.js';
import { PaymentDecisionsService } from './decisions/payment-decisions.service.js';
import { DisputesService } from './disputes/disputes.service.js';
import { EvidencePackService } from './evidence/evidence-pack.service.js';
import { EvidenceService } from './evidence/evidence.service.js';
import { KeptWebhook } from './inbox/kept-webhook.entity.js';
import { SetAsideWebhooksService } from './inbox/set-aside.service.js';
import { WebhookService } from './inbox/webhook.service.js';
import { PaymentBacklog } from './jobs/payment-backlog.js';
import { PaymentSweepsService } from './jobs/payment-sweeps.service.js';
import { PaymentsProcessor } from './jobs/payments.processor.js';
import { SharedCallLimit } from './limits/shared-call-limit.js';
import { CashEntriesService } from './manual/cash-entries.service.js';
import { ManualVoteRows } from './manual/manual-vote-rows.js';
import { ManualVoteService } from './manual/manual-vote.service.js';
import { UndoFreeVoteService } from './manual/undo-free-vote.service.js';
import { Payment } from './payment.entity.js';
import { AccountLookup } from './payouts/account-lookup.js';
import { HostSumsService } from './journal/host-sums.service.js';
import { JournalService } from './journal/journal.service.js';
import { FeePolicyVersion } from './payouts/fee-policy.entity.js';
import { FeePoliciesService } from './payouts/fee-policies.service.js';
import { SettlementAccountRequest } from './payouts/settlement-account.entity.js';
import { SettlementAccountsService } from './payouts/settlement-accounts.service.js';
import { IssueStatementsService } from './statements/issue-statements.service.js';
import { IssuedStatement } from './statements/statement.entity.js';
import { StatementsService } from './statements/statements.service.js';
import { createPaystackClient } from './paystack/metered-client.js';
import { PaystackClient } from './paystack/paystack-client.js';
import { ListReversalsService } from './reconciliation/list-reversals.service.js';
import { ListSuccessesService } from './reconciliation/list-successes.service.js';
import { ReconcileDaysService } from './reconciliation/reconcile-days.service.js';
import { ReconciliationService } from './reconciliation/reconciliation.service.js';
import { RecordedBookDifference } from './reconciliation/recorded-book-difference.entity.js';
import { BooksService } from './records/books.service.js';
import { ContestConsoleService } from './records/contest-console.service.js';
import { ExportsRepository } from './records/exports.repository.js';
import { FindVoteService } from './records/find-vote.service.js';
import { MonitorService } from './records/monitor.service.js';
import { OverviewService } from './records/overview.service.js';
import { PaymentRecordsRepository } from './records/payment-records.repository.js';
import { ReceiptResendService } from './records/receipt-resend.service.js';
import { RevealService } from './records/reveal.service.js';
import { VoteHistoryService } from './records/vote-history.service.js';
import { ReadReturnsService } from './refunds/read-returns.service.js';
import { RefundService } from './refunds/refund.service.js';
import { ReadSettlementsService } from './settlements/read-settlements.service.js';
import { RecordedDifference } from './settlements/recorded-difference.entity.js';
import { SettlementsService } from './settlements/settlements.service.js';
import { Settlement, SettlementAnnouncement } from './settlement/settlement.service.js';
import { DisputeReminders } from './disputes/dispute-reminders.sweeps.js';
import { FinalResultsService } from './settlement/final-results.service.js';
import { UndecidedPaymentsService } from './settlement/undecided-payments.service.js';
import { SettlementMetrics } from './settlement/settlement-metrics.js';
import { PlatformStatusService } from './status/platform-status.service.js';
import { ProcessReports } from './status/process-reports.js';

/** The one client of the payment provider, under the limit of calls that all processes share, and what each process tells of its calls. */
@Module({
  providers: [
    {
      provide: PaystackClient,
      inject: [ENVIRONMENT, METRICS, REDIS, CLOCK],
      useFactory: (env: Environment, metrics: Registry, redis: RedisClient, clock: Clock) =>
        createPaystackClient(env, metrics, new SharedCallLimit(redis, env.PAYSTACK_CALLS_PER_MINUTE, clock)),
    },
    ProcessReports,
  ],
  exports: [PaystackClient, ProcessReports],
})
class ProviderModule {}

/** Settling with its announcement. */
@Module({
  imports: [ProviderModule],
  providers: [SettlementMetrics, SettlementAnnouncement, Settlement],
  exports: [Settlement],
})
class SettlementModule {}

/** Beginning charges where no voter's request is: in workers. */
@Module({
  imports: [ProviderModule],
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
  RefundOrdersService,
  RefundAccountService,
  SetAsideWebhooksService,
  ManualVoteRows,
  ManualVoteService,
  UndoFreeVoteService,
  CashEntriesService,
  FindVoteService,
  ReconciliationService,
  EvidenceService,
  EvidencePackService,
  DisputesService,
  PaymentRecordsRepository,
  ExportsRepository,
  RevealService,
  MonitorService,
  ContestConsoleService,
  OverviewService,
  BooksService,
  ReceiptResendService,
  VoteHistoryService,
  PlatformStatusService,
  AccountLookup,
  SettlementAccountsService,
  FeePoliciesService,
  JournalService,
  StatementsService,
  SettlementsService,
];

/** Paying for votes, and the books about it. */
@Module({
  imports: [
    TypeOrmModule.forFeature([
      ...[Payment, SettlementAccountRequest, FeePolicyVersion, IssuedStatement],
      ...[KeptWebhook, RecordedDifference, RecordedBookDifference],
    ]),
    ProviderModule,
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
  imports: [ProviderModule, SettlementModule],
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
    ReadSettlementsService,
    FinalResultsService,
    DisputeReminders,
    UndecidedPaymentsService,
    UnpaidVotesService,
    IssueStatementsService,
    HostSumsService,
  ],
})
class PaymentJobsModule {}

/** What does the jobs of each queue of this library. */
export const PAYMENT_JOBS = { payments: PaymentJobsModule };
