import {
  DEFAULT_PAGE_SIZES,
  disputeAnswerExamples,
  disputeAnswerRules,
  disputeEvidenceExamples,
  disputeEvidenceRules,
  findInBooksExamples,
  findInBooksRules,
  listQuery,
  paymentFilterRules,
  paymentNoteExamples,
  paymentNoteRules,
  paymentReasonExamples,
  paymentReasonRules,
  rejectCorrectionExamples,
  rejectCorrectionRules,
  refundAccountExamples,
  refundAccountRules,
  resolveAccountExamples,
  resolveAccountRules,
  returnedExamples,
  returnedRules,
  searchPaymentsExamples,
  searchPaymentsRules,
  searchVotesExamples,
  searchVotesRules,
} from '@abato/contracts';
import { ANY_TEXT, bodyOf, pathOf, queryOf } from '../http/dto.js';

export class PaymentPath extends pathOf({ id: 'PAYMENT_NOT_FOUND' }) {}
export class DisputePath extends pathOf({ id: ANY_TEXT }) {}
export class PaymentListQuery extends queryOf(listQuery(DEFAULT_PAGE_SIZES.payments, paymentFilterRules)) {}
export class BookPageQuery extends queryOf(listQuery(DEFAULT_PAGE_SIZES.payments, {})) {}
export class SearchVotesDto extends bodyOf(searchVotesRules, searchVotesExamples) {}
export class SearchPaymentsDto extends bodyOf(searchPaymentsRules, searchPaymentsExamples) {}
export class FindInBooksDto extends bodyOf(findInBooksRules, findInBooksExamples) {}

export class PaymentReasonDto extends bodyOf(paymentReasonRules, paymentReasonExamples) {}
export class ReturnedDto extends bodyOf(returnedRules, returnedExamples) {}
export class RefundAccountDto extends bodyOf(refundAccountRules, refundAccountExamples) {}
export class ResolveRefundAccountDto extends bodyOf(resolveAccountRules, resolveAccountExamples) {}
export class RejectCorrectionDto extends bodyOf(rejectCorrectionRules, rejectCorrectionExamples) {}
export class WebhookPath extends pathOf({ id: ANY_TEXT }) {}
export class PaymentNoteDto extends bodyOf(paymentNoteRules, paymentNoteExamples) {}
export class DisputeEvidenceDto extends bodyOf(disputeEvidenceRules, disputeEvidenceExamples) {}
export class DisputeAnswerDto extends bodyOf(disputeAnswerRules, disputeAnswerExamples) {}
