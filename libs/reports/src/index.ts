export { BooksService } from './books.service.js';
export { ContestConsoleService } from './contest-console.service.js';
export {
  type ExportFormat,
  type ExportKind,
  ExportsRepository,
  PAYMENT_COLUMNS,
  VOTE_COLUMNS,
} from './exports.repository.js';
export { FindVoteService } from './find-vote.service.js';
export { MonitorService, isOrganiser } from './monitor.service.js';
export { OverviewService } from './overview.service.js';
export { PaymentRecordsRepository } from './payment-records.repository.js';
export { ReceiptResendService } from './receipt-resend.service.js';
export { RevealService } from './reveal.service.js';
export { PlatformStatusService } from './status/platform-status.service.js';
export { ProcessReportsModule, ReportsModule } from './reports.module.js';
export { VoteHistoryService } from './vote-history.service.js';
