export { AccountingJobsModule, AccountingModule } from './accounting.module.js';
export { CHANGE_WAITS_MS, SettlementAccountsService } from './accounts/settlement-accounts.service.js';
export { FeePoliciesService } from './fees/fee-policies.service.js';
export { foldHostSums } from './journal/host-sums.sweeps.js';
export { readHostFigures, JournalService } from './journal/journal.service.js';
export { ReadSettlementsService } from './payouts/read-payouts.sweeps.js';
export { SettlementReader } from './payouts/settlement-reader.js';
export { SETTLEMENT_COLUMNS, SettlementsService } from './payouts/settlements.service.js';
export { PayoutsBacklog } from './payouts/payouts-backlog.js';
export { issueDue } from './statements/issue-statements.sweeps.js';
export { type Issuing, issueContest, issueMonth } from './statements/issue-statement.js';
export {
  STATEMENT_COLUMNS,
  statementCsv,
  statementLedger,
  statementPdf,
} from './statements/statement-files.js';
export { type StatementFormat, StatementsService } from './statements/statements.service.js';
