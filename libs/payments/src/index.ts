export { aboveWalletLimit, beginAttempt } from './attempts/attempts.js';
export { recordBegun } from './attempts/begin-call.js';
export { ChargePaymentService } from './attempts/charge-payment.service.js';
export { expireUnpaidVotes } from './attempts/unpaid-votes.sweeps.js';
export { InitializePaymentService } from './attempts/initialize-payment.service.js';
export { CashEntriesService } from './cash/cash-entries.service.js';
export { ManualVoteRows } from './cash/manual-votes.js';
export { ManualVoteService } from './cash/manual-vote.service.js';
export { UndoFreeVoteService } from './cash/undo-free-vote.service.js';
export { CheckPaymentService } from './checks/check-payment.service.js';
export { claimCheck, claimDueChecks, finishCheck, postponeCheck, undecidedOf } from './checks/checks.js';
export { type CountedNow, afterRefundOf, joinCountedNow } from './checks/counted-now.js';
export { exclusively } from './checks/exclusive.js';
export { PaymentJobEvents } from './checks/payment-job-events.js';
export { VerifyPaymentService } from './checks/verify-payment.service.js';
export {
  finishResults,
  listNeededSince,
  noteListed,
  UndecidedPaymentsService,
} from './confirm/final-results.sweeps.js';
export { type PaymentUpdate, type SettlementResult } from './confirm/lock-and-read.js';
export { postAll } from './confirm/post-journal.js';
export { SettlementMetrics, Settlement, SettlementAnnouncement } from './confirm/settlement.service.js';
export { AccountLookup } from './decisions/account-lookup.js';
export { LAST_REQUEST, type LastRequest, joinLastRequest, requestOf } from './decisions/corrections.js';
export { PaymentCorrectionsService } from './decisions/payment-corrections.service.js';
export { PaymentDecisionsService } from './decisions/payment-decisions.service.js';
export { RefundAccountService } from './decisions/refund-account.service.js';
export { RefundOrdersService, RefundRequestsService } from './decisions/refund-requests.service.js';
export { DisputeReminders } from './disputes/dispute-reminders.sweeps.js';
export { DisputesService } from './disputes/disputes.service.js';
export { EvidencePackService } from './disputes/evidence-pack.service.js';
export { EvidenceService } from './disputes/evidence.service.js';
export { KeptWebhook, NOT_FOREIGN } from './inbox/kept-webhook.entity.js';
export { readInbox } from './inbox/read-inbox.js';
export { SetAsideWebhooksService } from './inbox/set-aside.service.js';
export { type SignedWebhook, WebhookService, keepWebhooks } from './inbox/webhook.service.js';
export { PaymentBacklog } from './payment-backlog.js';
export { PaymentSweepsService } from './checks/payment-checks.sweeps.js';
export { Payment } from './payment.entity.js';
export { ChargingModule, PAYMENT_JOBS, PaymentsModule } from './payments.module.js';
export { type BookDifference, type DayComparison, compareDay } from './reconcile/compare-day.js';
export { ListReversalsService } from './reconcile/list-reversals.service.js';
export { ListSuccessesService } from './reconcile/list-successes.service.js';
export { ReconcileDaysService } from './reconcile/reconcile-days.service.js';
export { ReconciliationService } from './reconcile/reconciliation.service.js';
export { RecordedBookDifference } from './reconcile/recorded-book-difference.entity.js';
export { ReadReturnsService } from './refunds/read-returns.service.js';
export { refundTold } from './refunds/returns.js';
export { RefundService } from './refunds/refund.service.js';
export { AT_REST, EXITS } from './rules/payment-exits.js';
export { failureReason, paymentMessage } from './rules/payment-messages.js';
export { PAYMENT_STATES, type PaymentState, outwardStatus, statesOf } from './rules/payment-state.js';
export { LEFT_PESEWAS, isRefundable } from './rules/refundable.js';
