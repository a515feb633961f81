import { cedisFromPesewas, formatCedis } from '@abato/contracts';

/** Letters about money to people who run contests. They hold no text of users (ADR 69). */
export interface Letter {
  subject: string;
  body: string;
}

const letter = (subject: string, paragraphs: string[]): Letter => ({
  subject,
  body: `${['Hello,', ...paragraphs, 'The Abato team'].join('\n\n')}\n`,
});
const money = (pesewas: number): string => formatCedis(cedisFromPesewas(pesewas));

/** A payer has disputed a payment. */
export function disputeLetter(facts: {
  reference: string;
  amountPesewas: number;
  dueAt: Date | null;
  publicUrl: string;
}): Letter {
  const due = facts.dueAt && `${facts.dueAt.toISOString().slice(0, 16).replace('T', ' ')} (Ghana time)`;
  return letter(`A payment is disputed (${facts.reference})`, [
    `The bank of a payer disputes ${money(facts.amountPesewas)} of the payment ${facts.reference}.`,
    due
      ? `Please answer before ${due}. Without an answer the money goes back to the payer, and the votes with it.`
      : 'Please answer soon. Without an answer the money goes back to the payer, and the votes with it.',
    `Answer here: ${facts.publicUrl}/admin/disputes`,
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
export function attentionLetter(state: WaitingState, reference: string, publicUrl: string): Letter {
  return letter(`A payment needs a decision (${reference})`, [
    `The payment ${reference} ${STAFF[state]}.`,
    `Decide here: ${publicUrl}/admin/attention`,
  ]);
}

/** An organiser asks for a refund; a super admin decides. */
export function refundRequestLetter(reference: string, amountPesewas: number, publicUrl: string): Letter {
  return letter(`A refund is asked for (${reference})`, [
    `The organiser of a contest asks to give ${money(amountPesewas)} of the payment ${reference} back.`,
    `Decide here: ${publicUrl}/admin/attention`,
  ]);
}

/** To the organiser who asked for a refund. */
export function refundDecisionLetter(reference: string, isOrdered: boolean, publicUrl: string): Letter {
  return letter(`Your request for a refund was decided (${reference})`, [
    isOrdered
      ? `The refund of the payment ${reference} was ordered. Its votes do not count any more.`
      : `The payment ${reference} is not refunded. Its votes count as before.`,
    `See the reason and the payment here: ${publicUrl}/admin/payments`,
  ]);
}

/** A payer's money has gone back. */
export function refundLetter(reference: string, amountPesewas: number): Letter {
  return letter(`Your payment was refunded (${reference})`, [
    `${money(amountPesewas)} of your payment ${reference} went back to the card or wallet it came from. Banks may need some days to show it.`,
    'Votes that were paid with it do not count.',
  ]);
}
