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
export class SearchVotesDto extends bodyOf(searchVotesRules, { examples: searchVotesExamples }) {}
export class SearchPaymentsDto extends bodyOf(searchPaymentsRules, { examples: searchPaymentsExamples }) {}
export class FindInBooksDto extends bodyOf(findInBooksRules, { examples: findInBooksExamples }) {}

export class PaymentReasonDto extends bodyOf(paymentReasonRules, { examples: paymentReasonExamples }) {}
export class ReturnedDto extends bodyOf(returnedRules, { examples: returnedExamples }) {}
export class RefundAccountDto extends bodyOf(refundAccountRules, { examples: refundAccountExamples }) {}
export class ResolveRefundAccountDto extends bodyOf(resolveAccountRules, {
  examples: resolveAccountExamples,
}) {}
export class RejectCorrectionDto extends bodyOf(rejectCorrectionRules, {
  examples: rejectCorrectionExamples,
}) {}
export class WebhookPath extends pathOf({ id: ANY_TEXT }) {}
export class PaymentNoteDto extends bodyOf(paymentNoteRules, { examples: paymentNoteExamples }) {}
export class DisputeEvidenceDto extends bodyOf(disputeEvidenceRules, {
  examples: disputeEvidenceExamples,
}) {}
export class DisputeAnswerDto extends bodyOf(disputeAnswerRules, { examples: disputeAnswerExamples }) {}
