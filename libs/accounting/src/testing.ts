export { mergeHostSums } from './journal/host-sums.sweeps.js';
export { readHostFigures } from './journal/journal.service.js';
export { PayoutsBacklog } from './payouts/payouts-backlog.js';
export { ReadSettlementsService } from './payouts/settlement-reader.js';
export { issueContest, issueMonth, type Issuing } from './statements/issue-statement.js';
export { issueDue } from './statements/issue-statements.sweeps.js';
export { statementCsv, statementLedger, statementPdf } from './statements/statement-files.js';
