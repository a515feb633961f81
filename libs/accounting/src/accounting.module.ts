import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '@abato/accounts';
import { ContestsModule } from '@abato/contests';
import { MessagesModule } from '@abato/messages';
import { PaymentsModule } from '@abato/payments';
import { PaystackModule } from '@abato/paystack';
import { VotingModule } from '@abato/voting';
import { SettlementAccountRequest } from './accounts/settlement-account.entity.js';
import { SettlementAccountsService } from './accounts/settlement-accounts.service.js';
import { FeePoliciesService } from './fees/fee-policies.service.js';
import { FeePolicyVersion } from './fees/fee-policy.entity.js';
import { HostSumsService } from './journal/host-sums.sweeps.js';
import { JournalService } from './journal/journal.service.js';
import { PayoutsBacklog } from './payouts/payouts-backlog.js';
import { ReadSettlementsService } from './payouts/read-payouts.sweeps.js';
import { SettlementsService } from './payouts/settlements.service.js';
import { IssuedStatement } from './statements/statement.entity.js';
import { IssueStatementsService } from './statements/issue-statements.sweeps.js';
import { StatementsService } from './statements/statements.service.js';

const SERVICES = [
  SettlementAccountsService,
  FeePoliciesService,
  JournalService,
  StatementsService,
  SettlementsService,
];

/** The hosts' money: fee policies, settlement accounts, the journal, the provider's payouts and statements. */
@Module({
  imports: [
    TypeOrmModule.forFeature([SettlementAccountRequest, FeePolicyVersion, IssuedStatement]),
    AccountsModule,
    ContestsModule,
    MessagesModule,
    PaymentsModule,
    VotingModule,
  ],
  providers: SERVICES,
  exports: SERVICES,
})
export class AccountingModule {}

/** Sweeps about the hosts' money, which run where the jobs of the queue `payments` are done. */
@Module({
  imports: [PaystackModule],
  providers: [ReadSettlementsService, IssueStatementsService, HostSumsService, PayoutsBacklog],
})
export class AccountingJobsModule {}
