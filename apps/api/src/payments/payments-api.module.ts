import { Module } from '@nestjs/common';
import { AccountingModule } from '@abato/accounting';
import { PaymentsModule } from '@abato/payments';
import { ReportsModule } from '@abato/reports';
import { VotingModule } from '@abato/voting';
import { ContestsModule } from '@abato/contests';
import { UploadsModule } from '../http/uploads.module.js';
import { BooksController } from './books.controller.js';
import { ContestConsoleController } from './contest-console.controller.js';
import { DisputesController } from './disputes.controller.js';
import { EvidenceController } from './evidence.controller.js';
import { ExportsController } from './exports.controller.js';
import { FeePoliciesController } from './fee-policies.controller.js';
import { JournalController } from './journal.controller.js';
import { FindVoteController } from './find-vote.controller.js';
import { CashEntriesController } from './cash-entries.controller.js';
import { PaymentCorrectionsController } from './payment-corrections.controller.js';
import { SetAsideWebhooksController } from './set-aside-webhooks.controller.js';
import { ManualVoteController } from './manual-vote.controller.js';
import { PaymentDecisionsController } from './payment-decisions.controller.js';
import { PaymentsController } from './payments.controller.js';
import { PaymentRecordsController } from './payment-records.controller.js';
import { ReconciliationController } from './reconciliation.controller.js';
import { SettlementsController } from './settlements.controller.js';
import { SettlementAccountsController } from './settlement-accounts.controller.js';
import { StatementsController } from './statements.controller.js';

@Module({
  imports: [AccountingModule, ContestsModule, PaymentsModule, ReportsModule, UploadsModule, VotingModule],
  controllers: [
    ContestConsoleController,
    BooksController,
    PaymentRecordsController,
    ExportsController,
    PaymentsController,
    PaymentDecisionsController,
    PaymentCorrectionsController,
    SetAsideWebhooksController,
    ManualVoteController,
    CashEntriesController,
    FindVoteController,
    ReconciliationController,
    EvidenceController,
    DisputesController,
    SettlementAccountsController,
    FeePoliciesController,
    JournalController,
    StatementsController,
    SettlementsController,
  ],
})
export class PaymentsApiModule {}
