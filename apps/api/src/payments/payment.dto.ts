import {
  chargePaymentRules,
  initializePaymentRules,
  type MobileNetwork,
  paymentNoteRules,
  paymentReasonRules,
  submitOtpRules,
} from '@abato/contracts';
import { Rule } from '../http/rule.decorator.js';

export class InitializePaymentDto {
  @Rule(initializePaymentRules.voteId) voteId!: string;
  @Rule(initializePaymentRules.phoneNumber, { example: '+233241234567' }) phoneNumber?: string;
}

export class ChargePaymentDto {
  @Rule(chargePaymentRules.voteId) voteId!: string;
  @Rule(chargePaymentRules.phoneNumber, { example: '0551234987' }) phoneNumber!: string;
  @Rule(chargePaymentRules.network, { example: 'mtn' }) network!: MobileNetwork;
}

export class SubmitOtpDto {
  @Rule(submitOtpRules.otp, { example: '123456' }) otp!: string;
}

export class PaymentReasonDto {
  @Rule(paymentReasonRules.reason, { example: 'Paid by mistake' }) reason!: string;
}

export class PaymentNoteDto {
  @Rule(paymentNoteRules.note, { example: 'The voter’s bank asks for proof; see ticket 114' }) note!: string;
}
