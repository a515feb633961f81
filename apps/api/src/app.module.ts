import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { PassportModule } from '@nestjs/passport';
import type { Registry } from 'prom-client';
import { AccountingModule } from '@abato/accounting';
import { AccountsModule } from '@abato/accounts';
import { ContestsModule } from '@abato/contests';
import { DatabaseModule } from '@abato/database';
import { JobsModule } from '@abato/jobs';
import { LivePace, LivePublisherModule, LiveSubscriberModule } from '@abato/live';
import { SmsReportsModule } from '@abato/messages';
import { PaymentsModule } from '@abato/payments';
import { type Environment, METRICS, PlatformModule } from '@abato/platform';
import { ReportsModule } from '@abato/reports';
import { TransparencyModule } from '@abato/transparency';
import { UssdModule } from '@abato/ussd';
import { VotingModule } from '@abato/voting';
import { AccessGuard } from './access/access.guard.js';
import { JwtStrategy } from './access/jwt.strategy.js';
import {
  AuthController,
  EmailVerificationController,
  ReauthenticationController,
  SecondFactorController,
} from './accounts/auth.controller.js';
import { AuditController, UsersController } from './accounts/users.controller.js';
import { CategoriesController } from './contests/categories.controller.js';
import { ContestantsController } from './contests/contestants.controller.js';
import {
  ContestProposalController,
  ContestsController,
  ResultCorrectionsController,
} from './contests/contests.controller.js';
import { HostsController } from './contests/hosts.controller.js';
import {
  NomineeCodesController,
  PublicContestsController,
  PublicResultsController,
} from './contests/public-contests.controller.js';
import { ContestRemoteController, StageRemoteController } from './contests/stage-remote.controller.js';
import { HealthController, StatusController } from './status/status.controller.js';
import { DeliveryReportsController } from './messages/delivery-reports.controller.js';
import { BooksController, ExportsController, PaymentRecordsController } from './payments/books.controller.js';
import { DisputesController, EvidenceController } from './payments/disputes.controller.js';
import { CashEntriesController, ManualVoteController } from './payments/manual-vote.controller.js';
import {
  PaymentCorrectionsController,
  PaymentDecisionsController,
  ReconciliationController,
  SetAsideWebhooksController,
} from './payments/payment-decisions.controller.js';
import { PaymentsController } from './payments/payments.controller.js';
import {
  FeePoliciesController,
  JournalController,
  SettlementAccountsController,
} from './payments/settlement-accounts.controller.js';
import { SettlementsController, StatementsController } from './payments/settlements.controller.js';
import { RequestsController } from './requests/requests.controller.js';
import {
  ContestRulesController,
  CosignaturesController,
  ReceiptsController,
} from './transparency/receipts.controller.js';
import { UssdController } from './ussd/ussd.controller.js';
import { CastVoteController } from './voting/cast-vote.controller.js';
import { ElectorateController } from './voting/electorate.controller.js';
import { HeldVotesController, QuarantineController } from './voting/held-votes.controller.js';
import {
  ContestConsoleController,
  ContestSmsController,
  StatisticsController,
  VoteFiguresController,
} from './voting/statistics.controller.js';
import { VoteRecordsController } from './voting/vote-records.controller.js';
import {
  BrowserTokenController,
  ChallengeController,
  FindVoteController,
  VerificationController,
} from './voting/voters.controller.js';
import { EnvelopeInterceptor } from './http/envelope.interceptor.js';
import { ErrorFilter } from './http/error.filter.js';
import { IdempotencyInterceptor } from './http/idempotency.interceptor.js';
import { UPLOAD_BOUNDS, UploadQueue } from './http/upload-queue.js';
import { LightBallots } from './light/light-ballots.service.js';
import { LightCheckout } from './light/light-checkout.service.js';
import { LightPayments } from './light/light-payments.service.js';
import { LightVoting } from './light/light-voting.service.js';
import { ContestLookUps, SocketSessions } from './live/live-socket.js';
import { LiveGateway } from './live/live.gateway.js';
import { MonitorGateway } from './live/monitor.gateway.js';
import { StageGateway } from './live/stage.gateway.js';
import { VerificationGateway } from './live/verification.gateway.js';
import { ViewersGateway } from './live/viewers.gateway.js';
import { PageComposer } from './web/page-composer.js';

/** Group commit writes one batch at a time; the rest are reads and payments of the hot path. */
const HOT_POOL_SIZE = 6;
/** Without votes and payments only tallies are read on the hot path; there are many such pods, and connections are scarce. */
const HOT_POOL_SIZE_LIVE = 2;

const CONTROLLERS = [
  AuthController,
  EmailVerificationController,
  ReauthenticationController,
  SecondFactorController,
  AuditController,
  UsersController,
  CategoriesController,
  ContestantsController,
  ContestProposalController,
  ContestsController,
  ResultCorrectionsController,
  HostsController,
  NomineeCodesController,
  PublicContestsController,
  PublicResultsController,
  ContestRemoteController,
  StageRemoteController,
  HealthController,
  DeliveryReportsController,
  BooksController,
  PaymentRecordsController,
  DisputesController,
  EvidenceController,
  ExportsController,
  CashEntriesController,
  ManualVoteController,
  PaymentCorrectionsController,
  PaymentDecisionsController,
  ReconciliationController,
  SetAsideWebhooksController,
  PaymentsController,
  FeePoliciesController,
  JournalController,
  SettlementAccountsController,
  SettlementsController,
  StatementsController,
  RequestsController,
  StatusController,
  ContestRulesController,
  CosignaturesController,
  ReceiptsController,
  UssdController,
  CastVoteController,
  ElectorateController,
  HeldVotesController,
  QuarantineController,
  ContestConsoleController,
  ContestSmsController,
  StatisticsController,
  VoteFiguresController,
  VoteRecordsController,
  BrowserTokenController,
  ChallengeController,
  FindVoteController,
  VerificationController,
];
const GATEWAYS = [LiveGateway, MonitorGateway, StageGateway, VerificationGateway, ViewersGateway];
/** The pages, which are served without a controller: see serve-light.ts and web-client.ts. */
const PAGES = [PageComposer, LightBallots, LightCheckout, LightVoting, LightPayments];

@Module({})
export class AppModule {
  /**
   * Every controller is there in every role, so that the wrong one is refused by name (`refuseOtherRoles`). Gateways and pages, which keep
   * memory and connections of their own, are there only where they serve.
   */
  static forRole(role: Environment['ABATO_ROLE']): DynamicModule {
    const isFor = (one: 'live' | 'web'): boolean => role === 'all' || role === one;
    return {
      module: AppModule,
      imports: [
        PassportModule,
        PlatformModule.forProcess('api'),
        DatabaseModule.forProcess(
          (env) => env.DATABASE_HOT_POOL_SIZE ?? (role === 'live' ? HOT_POOL_SIZE_LIVE : HOT_POOL_SIZE),
        ),
        JobsModule,
        LivePublisherModule,
        LiveSubscriberModule,
        AccountsModule,
        ContestsModule,
        VotingModule,
        PaymentsModule,
        AccountingModule,
        ReportsModule,
        TransparencyModule,
        UssdModule,
        SmsReportsModule,
      ],
      controllers: CONTROLLERS,
      providers: [
        JwtStrategy,
        { provide: APP_GUARD, useClass: AccessGuard },
        { provide: APP_FILTER, useClass: ErrorFilter },
        { provide: APP_INTERCEPTOR, useClass: EnvelopeInterceptor },
        // After it, which is inside of it: what is kept is what a handler answers.
        { provide: APP_INTERCEPTOR, useClass: IdempotencyInterceptor },
        {
          provide: UploadQueue,
          inject: [METRICS],
          useFactory: (metrics: Registry) => new UploadQueue(UPLOAD_BOUNDS, metrics),
        },
        ...(isFor('live') ? [ContestLookUps, LivePace, SocketSessions, ...GATEWAYS] : []),
        ...(isFor('web') ? PAGES : []),
      ],
    };
  }
}
