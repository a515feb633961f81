export { aboveWalletLimit, beginAttempt } from './attempts/attempts.js';
export { recordBegun } from './attempts/begin-call.js';
export { ChargePaymentService } from './attempts/charge-payment.service.js';
export { expireUnpaidVotes } from './attempts/expire-unpaid-votes.js';
export { InitializePaymentService } from './attempts/initialize-payment.service.js';
export { foldHostSums } from './journal/fold-host-sums.js';
export { readHostFigures } from './journal/host-balance.js';
export { JournalService } from './journal/journal.service.js';
export { postAll } from './journal/post-journal.js';
export { CheckPaymentService } from './checks/check-payment.service.js';
export { claimDueChecks, finishCheck, postponeCheck, undecidedOf, claimCheck } from './checks/checks.js';
export { PaymentJobEvents } from './checks/payment-job-events.js';
export { VerifyPaymentService } from './checks/verify-payment.service.js';
export { PaymentCorrectionsService } from './decisions/payment-corrections.service.js';
export { RefundAccountService } from './decisions/refund-account.service.js';
export { RefundOrdersService } from './decisions/refund-orders.service.js';
export { RefundRequestsService } from './decisions/refund-requests.service.js';
export { PaymentDecisionsService } from './decisions/payment-decisions.service.js';
export { DisputesService } from './disputes/disputes.service.js';
export { EvidencePackService } from './evidence/evidence-pack.service.js';
export { EvidenceService } from './evidence/evidence.service.js';
export { keepWebhooks, type SignedWebhook } from './inbox/webhook.service.js';
export { KeptWebhook } from './inbox/kept-webhook.entity.js';
export { SetAsideWebhooksService } from './inbox/set-aside.service.js';
export { readInbox } from './inbox/read-inbox.js';
export { WebhookService } from './inbox/webhook.service.js';
export { PaymentBacklog } from './jobs/payment-backlog.js';
export { DisputeReminders } from './disputes/dispute-reminders.sweeps.js';
export { PaymentSweepsService } from './jobs/payment-sweeps.service.js';
export { budgetOf, CALL_PURPOSES, CallWindow, payerPace } from './limits/call-budget.js';
export { type Payer, SharedCallLimit } from './limits/shared-call-limit.js';
export { CashEntriesService } from './manual/cash-entries.service.js';
export { ManualVoteRows } from './manual/manual-vote-rows.js';
export { ManualVoteService } from './manual/manual-vote.service.js';
export { UndoFreeVoteService } from './manual/undo-free-vote.service.js';
export { ProviderError } from './paystack/errors.js';
export { parseDispute } from './paystack/parse-dispute.js';
export { AccountLookup } from './payouts/account-lookup.js';
export { FeePoliciesService } from './payouts/fee-policies.service.js';
export { CHANGE_WAITS_MS, SettlementAccountsService } from './payouts/settlement-accounts.service.js';
export { isRefundOf, parseRefundData, type ProviderRefund } from './paystack/parse-refund.js';
export { parseSettled, parseSettlement } from './paystack/parse-settlement.js';
export { parseTransaction } from './paystack/parse-transaction.js';
export { parseWebhook } from './paystack/webhook.js';
export { LIST_PAGE_SIZE } from './paystack/paging.js';
export { PaystackClient } from './paystack/paystack-client.js';
export { type BookDifference, compareDay, type DayComparison } from './reconciliation/compare-day.js';
export { ListReversalsService } from './reconciliation/list-reversals.service.js';
export { ListSuccessesService } from './reconciliation/list-successes.service.js';
export { ReconcileDaysService } from './reconciliation/reconcile-days.service.js';
export { ReconciliationService } from './reconciliation/reconciliation.service.js';
export { RecordedBookDifference } from './reconciliation/recorded-book-difference.entity.js';
export { BooksService } from './records/books.service.js';
export { ContestConsoleService } from './records/contest-console.service.js';
export {
  type ExportFormat,
  type ExportKind,
  ExportsRepository,
  PAYMENT_COLUMNS,
  VOTE_COLUMNS,
} from './records/exports.repository.js';
export { FindVoteService } from './records/find-vote.service.js';
export { isOrganiser, MonitorService } from './records/monitor.service.js';
export { OverviewService } from './records/overview.service.js';
export { PaymentRecordsRepository } from './records/payment-records.repository.js';
export { ReceiptResendService } from './records/receipt-resend.service.js';
export { VoteHistoryService } from './records/vote-history.service.js';
export { RevealService } from './records/reveal.service.js';
export { ReadReturnsService } from './refunds/read-returns.service.js';
export { refundTold } from './refunds/refund-proof.js';
export type { PaymentProof } from './rules/payment-situation.js';
export { AT_REST, EXITS } from './rules/payment-exits.js';
export { PAYMENT_STATES, type PaymentState } from './rules/payment-state.js';
export { issueDue } from './statements/issue-due.js';
export { issueContest, issueMonth, type Issuing } from './statements/issue-statement.js';
export {
  STATEMENT_COLUMNS,
  statementCsv,
  statementLedger,
  statementPdf,
} from './statements/statement-files.js';
export { type StatementFormat, StatementsService } from './statements/statements.service.js';
export { ReadSettlementsService } from './settlements/read-settlements.service.js';
export { SettlementReader } from './settlements/settlement-reader.js';
export { SETTLEMENT_COLUMNS, SettlementsService } from './settlements/settlements.service.js';
export { SettlementAnnouncement } from './settlement/settlement.service.js';
export type { PaymentUpdate, SettlementResult } from './settlement/lock-and-read.js';
export { SettlementMetrics } from './settlement/settlement-metrics.js';
export { Settlement } from './settlement/settlement.service.js';
export { PlatformStatusService } from './status/platform-status.service.js';
export { ChargingModule, PAYMENT_JOBS, PaymentsModule } from './payments.module.js';
export { Payment } from './payment.entity.js';
export { finishResults, listNeededSince, noteListed } from './settlement/finish-results.js';
export { UndecidedPaymentsService } from './settlement/undecided-payments.service.js';
export { RefundService } from './refunds/refund.service.js';
