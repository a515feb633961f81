import {
  BOOK_DIFFERENCE_CLASSES,
  type BookDifferenceView,
  PAYMENT_METHODS,
  type PaymentEvidence,
  SETTLEMENT_STATUSES,
} from '@abato/contracts';
import { cedis, count, dateTime, id, list, nullable, object, oneOf, text, view } from './schema.js';

type Evidence = PaymentEvidence;

export const bookDifferenceSchema = view(
  'BookDifference',
  object<BookDifferenceView>({
    class: oneOf(BOOK_DIFFERENCE_CLASSES),
    reference: text,
    contestId: nullable(id),
    providerAmount: nullable(cedis),
    bookedAmount: nullable(cedis),
    foundAt: dateTime,
  }),
);

export const evidenceSchema = view(
  'PaymentEvidence',
  object<Evidence>({
    madeAt: dateTime,
    payment: object<Evidence['payment']>({
      id,
      reference: text,
      method: oneOf(PAYMENT_METHODS),
      channel: nullable(text),
      flow: text,
      network: nullable(text),
      state: text,
      amount: cedis,
      currency: text,
      takenAmount: nullable(cedis),
      takenCurrency: nullable(text),
      fees: nullable(cedis),
      phoneNumber: nullable(text),
      providerTransactionId: nullable(text),
      providerStatus: nullable(text),
      providerMessage: nullable(text),
      createdAt: dateTime,
      paidAt: nullable(dateTime),
      settledAt: nullable(dateTime),
    }),
    vote: object<Evidence['vote']>({
      id,
      contest: text,
      category: text,
      contestant: text,
      voteCount: count,
      price: cedis,
      amount: cedis,
      status: oneOf(SETTLEMENT_STATUSES),
      source: text,
      voterName: nullable(text),
      voterEmail: nullable(text),
      voterPhone: nullable(text),
      castAt: dateTime,
      countedAt: nullable(dateTime),
    }),
    receipt: nullable(
      object<NonNullable<Evidence['receipt']>>({
        code: text,
        madeAt: dateTime,
        sms: nullable(text),
        smsSentAt: nullable(dateTime),
      }),
    ),
    history: list(
      object<Evidence['history'][number]>({
        at: dateTime,
        source: text,
        from: nullable(text),
        to: text,
        detail: text,
      }),
    ),
    providerEvents: list(
      object<Evidence['providerEvents'][number]>({
        event: nullable(text),
        sha256: text,
        receivedAt: dateTime,
        processedAt: nullable(dateTime),
        outcome: nullable(text),
      }),
    ),
    ledger: list(
      object<Evidence['ledger'][number]>({ kind: text, votes: count, amount: cedis, at: dateTime }),
    ),
    refund: nullable(
      object<NonNullable<Evidence['refund']>>({
        cause: text,
        status: text,
        amount: cedis,
        currency: text,
        providerRefundId: nullable(text),
        orderedAt: dateTime,
      }),
    ),
    otherAttempts: list(
      object<Evidence['otherAttempts'][number]>({ reference: text, state: text, createdAt: dateTime }),
    ),
    notes: list(object<Evidence['notes'][number]>({ at: dateTime, action: text, text })),
  }),
);
