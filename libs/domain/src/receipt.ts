import { cedisFromPesewas, formatCedis } from '@abato/contracts';

export interface ReceiptFacts {
  code: string;
  reference: string;
  contestTitle: string;
  contestantName: string;
  votes: number;
  amountPesewas: number;
  countedAt: Date;
  publicUrl: string;
}

/** The receipt a voter gets by mail after a paid vote was counted. */
export function receiptLetter(facts: ReceiptFacts): { subject: string; body: string } {
  const votes = facts.votes === 1 ? '1 vote' : `${facts.votes.toLocaleString('en-US')} votes`;
  const lines = [
    `Thank you! ${votes} for ${facts.contestantName} in "${facts.contestTitle}" counted.`,
    [
      `Receipt:    ${facts.code}`,
      `Amount:     ${formatCedis(cedisFromPesewas(facts.amountPesewas))}`,
      `Counted:    ${facts.countedAt.toISOString().slice(0, 16).replace('T', ' ')} (Ghana time)`,
      `Reference:  ${facts.reference}`,
    ].join('\n'),
    `Look at your vote on any device, with your phone number and this receipt: ${facts.publicUrl}/find-my-vote`,
    'The Abato team',
  ];
  // A line break in a name must not become a header.
  return {
    subject: `Your vote for ${facts.contestantName} was counted (${facts.code})`.replace(/\s+/g, ' '),
    body: `${lines.join('\n\n')}\n`,
  };
}
