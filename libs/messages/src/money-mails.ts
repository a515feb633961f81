import { cedisFromPesewas, formatCedis, mailTexts, smsTexts as t } from '@abato/contracts';

/** Mail templates about money to people who run contests. They hold no text of users (ADR 25). */
export interface MailText {
  subject: string;
  body: string;
}

const mailOf = (subject: string, paragraphs: string[]): MailText => ({
  subject,
  body: `${['Hello,', ...paragraphs, 'The Abato team'].join('\n\n')}\n`,
});
/** Organisers read English, voters their language. */
const toVoter = (subject: string, paragraphs: string[]): MailText => ({
  subject,
  body: `${[mailTexts.greeting, ...paragraphs, mailTexts.team].join('\n\n')}\n`,
});
const money = (pesewas: number): string => formatCedis(cedisFromPesewas(pesewas));

/** A payer has disputed a payment. */
export function disputeMail(facts: {
  reference: string;
  amountPesewas: number;
  dueAt: Date | null;
  /** What has gone back of the payment already. */
  returnedPesewas: number;
  publicUrl: string;
}): MailText {
  return mailOf(`A payment is disputed (${facts.reference})`, [
    `The bank of a payer disputes ${money(facts.amountPesewas)} of the payment ${facts.reference}.`,
    ...answerBefore(facts),
  ]);
}

/** The dispute of `disputeMail` still waits for an answer. */
export function disputeReminderMail(facts: Parameters<typeof disputeMail>[0]): MailText {
  return mailOf(`Reminder: answer a dispute (${facts.reference})`, [
    `The dispute about ${money(facts.amountPesewas)} of the payment ${facts.reference} has no answer yet.`,
    ...answerBefore(facts),
  ]);
}

function answerBefore({
  dueAt,
  returnedPesewas,
  publicUrl,
}: Pick<Parameters<typeof disputeMail>[0], 'dueAt' | 'returnedPesewas' | 'publicUrl'>): string[] {
  const due = dueAt && `before ${dueAt.toISOString().slice(0, 16).replace('T', ' ')} (Ghana time)`;
  const contest = `${money(returnedPesewas)} of it has been returned already: contest the dispute, or it goes back twice.`;
  return [
    ...(returnedPesewas > 0 ? [contest] : []),
    `Please answer ${due ?? 'soon'}. Without an answer the money goes back to the payer, and the votes with it.`,
    `Answer here: ${publicUrl}/admin/disputes`,
  ];
}

export type AccountNotice = 'requested' | 'approved' | 'withdrawn';

/** The account that gets the money of a host is to change, or was decided about: the owner must be able to stop it in time. */
export function accountMail(
  what: AccountNotice,
  facts: { hostId: string; effectiveAt: Date | null; publicUrl: string },
): MailText {
  const from = facts.effectiveAt?.toISOString().slice(0, 16).replace('T', ' ');
  const texts: Record<AccountNotice, [subject: string, text: string]> = {
    requested: [
      'A settlement account was entered for one of your hosts',
      'The account that gets the money of one of your hosts is to be another one. It is used only after an administrator has approved it; a change then waits for 48 hours.',
    ],
    approved: [
      'A settlement account of one of your hosts was approved',
      `The new account is used from ${from} (Ghana time) on.`,
    ],
    withdrawn: [
      'A change of a settlement account was withdrawn',
      'The account that gets the money of one of your hosts stays as it was.',
    ],
  };
  const [subject, text] = texts[what];
  return mailOf(subject, [
    text,
    `If it was not you, withdraw the change here and set a new password: ${facts.publicUrl}/admin/hosts/${facts.hostId}/money`,
  ]);
}

const STAFF = {
  REVIEW: 'was paid otherwise than asked and is held',
  REFUND_ATTENTION: 'cannot be refunded by the provider alone',
} as const;
/** States of a payment that wait for a super admin. */
export type WaitingState = keyof typeof STAFF;
export const isWaitingState = (state: string): state is WaitingState => Object.hasOwn(STAFF, state);

/** A payment waits for a super admin. */
export function attentionMail(state: WaitingState, reference: string, publicUrl: string): MailText {
  return mailOf(`A payment needs a decision (${reference})`, [
    `The payment ${reference} ${STAFF[state]}.`,
    `Decide here: ${publicUrl}/admin/attention`,
  ]);
}

/** An organiser asks for a refund; a super admin decides. */
export function refundRequestMail(reference: string, amountPesewas: number, publicUrl: string): MailText {
  return mailOf(`A refund is asked for (${reference})`, [
    `The organiser of a contest asks to give ${money(amountPesewas)} of the payment ${reference} back.`,
    `Decide here: ${publicUrl}/admin/attention`,
  ]);
}

/**
 * What a request has come to: a refund that is ordered or refused, a dispute that is accepted or not, or no longer possible because money went
 * back in another way.
 */
export type RefundAnswer =
  | 'ordered'
  | 'refused'
  | 'accepted'
  | 'not-accepted'
  | 'returned'
  | 'returned-in-part';
const REFUND_ANSWERS: Record<RefundAnswer, (reference: string) => string> = {
  ordered: (reference) =>
    `The refund of the payment ${reference} was ordered. Its votes do not count any more.`,
  refused: (reference) => `The payment ${reference} is not refunded. Its votes count as before.`,
  accepted: (reference) =>
    `The dispute of the payment ${reference} was accepted. The money goes back to the payer, and its votes do not count any more.`,
  'not-accepted': (reference) =>
    `The dispute of the payment ${reference} is not accepted. Its votes count until the bank decides.`,
  returned: (reference) =>
    `The money of the payment ${reference} goes back to the payer, or has gone back, in another way. Its votes do not count any more.`,
  'returned-in-part': (reference) =>
    `Your request about the payment ${reference} was rejected. A part of it had gone back before; the rest is not refunded.`,
};

/** To the organiser who asked for a refund. */
export function refundDecisionMail(reference: string, answer: RefundAnswer, publicUrl: string): MailText {
  return mailOf(`Your request for a refund was decided (${reference})`, [
    REFUND_ANSWERS[answer](reference),
    `See the reason and the payment here: ${publicUrl}/admin/payments`,
  ]);
}

/** What a payer is told of: money went back, a part of it did, or a refund could not be sent yet. */
export type RefundEvent = 'REFUNDED' | 'REFUNDED_PART' | 'REFUND_DELAYED';

export interface RefundFacts {
  event: RefundEvent;
  reference: string;
  /** What goes back, in hundredths of the currency. */
  amountPesewas: number;
  currency: string;
}

/** A payer's money has gone back, or is delayed on its way. */
export function refundMail({ event, reference, ...of }: RefundFacts): MailText {
  const amount = moneyIn(of.currency, of.amountPesewas);
  const { refunded, refundDelayed } = mailTexts;
  if (event === 'REFUND_DELAYED')
    return toVoter(refundDelayed.subject(reference), [
      refundDelayed.text(amount, reference),
      refundDelayed.patience,
    ]);
  return toVoter(refunded.subject(reference), [
    refunded.text(amount, reference),
    event === 'REFUNDED_PART' ? refunded.partOfVotes : refunded.votes,
  ]);
}

/** The same as one SMS of plain letters: it holds no text of users, and fits with any amount. */
export function refundSms({ event, reference, ...of }: RefundFacts): string {
  const amount = moneyIn(of.currency, of.amountPesewas);
  return event === 'REFUND_DELAYED' ? t.refundDelayed(amount, reference) : t.refunded(amount, reference);
}

/** Held payments may have been taken in another currency. */
const moneyIn = (currency: string, amount: number): string =>
  currency === 'GHS' ? money(amount) : `${currency} ${cedisFromPesewas(amount).toFixed(2)}`;
