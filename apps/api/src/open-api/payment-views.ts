import {
  ATTENTION_REASONS,
  type ChargePaymentResult,
  type FoundVote,
  type InitializePaymentResult,
  MONEY_CLASSES,
  type PaymentAttention,
  type PaymentVerification,
  type ReconciliationView,
  SETTLEMENT_STATUSES,
} from '@abato/contracts';
import { PAYMENT_STATES } from '@abato/payments';
import { bookDifferenceSchema } from './book-views.js';
import {
  cedis,
  count,
  dateTime,
  flag,
  id,
  like,
  list,
  nullable,
  object,
  oneOf,
  text,
  view,
} from './schema.js';

const status = oneOf(SETTLEMENT_STATUSES);
const reference = like(text, 'A-7Z2K9QXTB4M0N8V6C1D5F3G7HJ');
const receiptCode = like(text, '7K3M-9QXT');
const contestant = object<{ name: string }>({ name: like(text, 'Adwoa Boateng') });
const state = oneOf(Object.keys(PAYMENT_STATES));

const STEPS = [
  'approve_on_phone',
  'enter_voucher',
  'wait',
  'done',
  'failed',
] as const satisfies ChargePaymentResult['step'][];

export const initializedPaymentSchema = view(
  'InitializedPayment',
  object<InitializePaymentResult>({
    reference,
    authorizationUrl: like(text, 'https://checkout.paystack.com/0peioxfhpn'),
  }),
);

export const chargeStepSchema = view(
  'ChargeStep',
  object<ChargePaymentResult>({
    reference,
    step: oneOf(STEPS),
    message: like(text, 'Please approve the payment on your phone.'),
  }),
);

export const paymentVerificationSchema = view(
  'PaymentVerification',
  object<PaymentVerification>(
    {
      reference,
      status,
      amount: cedis,
      contestId: id,
      vote: object<PaymentVerification['vote']>({ voteCount: count, contestId: id, contestant }),
      payment: object<PaymentVerification['payment']>({ amount: cedis, status }),
      receiptCode,
    },
    ['receiptCode'],
  ),
);

export const foundVoteSchema = view(
  'FoundVote',
  object<FoundVote>({
    id,
    reference: nullable(reference),
    receiptCode: nullable(receiptCode),
    status,
    voteCount: count,
    amount: cedis,
    createdAt: dateTime,
    contestId: id,
    contest: object<FoundVote['contest']>({ title: like(text, 'Volta Music Awards 2026') }),
    category: object<FoundVote['category']>({ name: like(text, 'Best New Artist') }),
    contestant,
  }),
);

export const paymentAttentionSchema = view(
  'PaymentAttention',
  object<PaymentAttention>({
    id,
    reference,
    contestId: id,
    contestTitle: like(text, 'Volta Music Awards 2026'),
    contestantName: like(text, 'Ama Mensah'),
    voteCount: count,
    state,
    reason: oneOf(ATTENTION_REASONS),
    amount: cedis,
    takenAmount: nullable(cedis),
    takenCurrency: nullable(like(text, 'GHS')),
    refundError: nullable(like(text, 'Insufficient balance')),
    notes: count,
    since: dateTime,
  }),
);

const moneyClasses = list(
  object<ReconciliationView['classes'][number]>({
    class: oneOf(MONEY_CLASSES),
    payments: count,
    amount: cedis,
    oldest: nullable(dateTime),
  }),
);

export const reconciliationSchema = view(
  'Reconciliation',
  object<ReconciliationView>({
    contestId: id,
    taken: cedis,
    refunded: cedis,
    reversed: cedis,
    counted: cedis,
    held: cedis,
    returning: cedis,
    difference: cedis,
    classes: moneyClasses,
    differences: moneyClasses,
    provider: list(bookDifferenceSchema),
    comparedThrough: nullable(like(text, '2026-11-20')),
    undecided: count,
    incomplete: flag,
  }),
);
