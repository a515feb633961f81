export { beginAttempt } from './attempts/attempts.js';
export { recordBegun } from './attempts/begin-call.js';
export { expireUnpaidVotes } from './attempts/unpaid-votes.sweeps.js';
export { ManualVoteRows } from './cash/manual-votes.js';
export { CheckPaymentService } from './checks/check-payment.service.js';
export { claimCheck, claimDueChecks, finishCheck, postponeCheck, undecidedOf } from './checks/checks.js';
export { PaymentSweepsService } from './checks/payment-checks.sweeps.js';
export { PaymentJobEvents } from './checks/payment-job-events.js';
export { ConfirmationAnnouncement, ConfirmationMetrics } from './confirm/confirmation.service.js';
export {
  UndecidedPaymentsService,
  finishResults,
  listNeededSince,
  noteListed,
} from './confirm/final-results.sweeps.js';
export { type ConfirmationResult, type PaymentUpdate } from './confirm/lock-and-read.js';
export { DisputeReminders } from './disputes/dispute-reminders.sweeps.js';
export { addNote } from './disputes/evidence.service.js';
export { KeptWebhook } from './inbox/kept-webhook.entity.js';
export { readInbox } from './inbox/read-inbox.js';
export { keepWebhooks, type SignedWebhook } from './inbox/webhook.service.js';
export { ListReversalsService } from './reconcile/list-reversals.service.js';
export { ListSuccessesService } from './reconcile/list-successes.service.js';
export { ReconcileDaysService } from './reconcile/reconcile-days.service.js';
export { ReadReturnsService } from './refunds/read-returns.service.js';
export { RefundService } from './refunds/refund.service.js';
export { refundTold } from './refunds/returns.js';
export { type PaymentState } from './rules/payment-state.js';
export { AT_REST, EXITS } from '../test/payment-exits.js';
