export { AccountingJobsModule, AccountingModule } from './accounting.module.js';
export { SettlementAccountsService } from './accounts/settlement-accounts.service.js';
export { FeePoliciesService } from './fees/fee-policies.service.js';
export { JournalService } from './journal/journal.service.js';
export { SettlementReader } from './payouts/settlement-reader.js';
export { SETTLEMENT_COLUMNS, SettlementsService } from './payouts/settlements.service.js';
export { STATEMENT_COLUMNS } from './statements/statement-files.js';
export { StatementsService } from './statements/statements.service.js';
