import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '@abato/accounts';
import { ContestsModule } from '@abato/contests';
import { MessagesModule } from '@abato/messages';
import { Payment, PaymentsModule } from '@abato/payments';
import { TransparencyModule } from '@abato/transparency';
import { VotingModule } from '@abato/voting';
import { BooksService } from './books.service.js';
import { ContestConsoleService } from './contest-console.service.js';
import { ExportsRepository } from './exports.repository.js';
import { FindVoteService } from './find-vote.service.js';
import { MonitorService } from './monitor.service.js';
import { OverviewService } from './overview.service.js';
import { PaymentRecordsRepository } from './payment-records.repository.js';
import { RevealService } from './reveal.service.js';
import { PlatformStatusService } from './status/platform-status.service.js';
import { ProcessReports } from './status/process-reports.js';
import { VoteHistoryService } from './vote-history.service.js';

/** What each process reports of itself for the status page: part of every API process and every worker. */
@Module({ providers: [ProcessReports], exports: [ProcessReports] })
export class ProcessReportsModule {}

const SERVICES = [
  FindVoteService,
  PaymentRecordsRepository,
  ExportsRepository,
  RevealService,
  MonitorService,
  ContestConsoleService,
  OverviewService,
  BooksService,
  VoteHistoryService,
  PlatformStatusService,
];

/** What organisers and operators read about votes and payments. */
@Module({
  imports: [
    TypeOrmModule.forFeature([Payment]),
    ProcessReportsModule,
    AccountsModule,
    ContestsModule,
    MessagesModule,
    PaymentsModule,
    TransparencyModule,
    VotingModule,
  ],
  providers: SERVICES,
  exports: SERVICES,
})
export class ReportsModule {}
