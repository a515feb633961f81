import { type DisputeView, formatCedis, type PaymentEvidence, pesewasFromCedis } from '@abato/contracts';
import { pdfOf } from '@abato/platform';

/** The states that a payer's bank can make something of; others are shown by their names. */
const STEPS: Readonly<Record<string, string>> = {
  CREATED: 'Payment begun',
  INITIALIZED: 'The provider made a payment page for the payer',
  PROVIDER_PENDING: 'The provider asked the payer to approve the payment',
  COMPLETED: 'Payment confirmed by the provider',
  DISPUTED: 'The payer’s bank disputed the payment',
  FAILED: 'The provider reported a failure',
  EXPIRED: 'No longer payable',
  REFUND_DUE: 'A refund was ordered',
  REFUNDING: 'A refund is under way',
  REFUNDED: 'Refunded',
  REVERSED: 'The money went back',
};
const LEDGER: Readonly<Record<string, string>> = {
  COUNT: 'Counted',
  PARTIAL: 'Taken back in part',
  REVERSAL: 'Taken back',
};

/** Everything that happened, the oldest first: cast, asked to pay, what the provider told, counted. */
export function timelineOf(evidence: PaymentEvidence): { at: string; text: string }[] {
  const { vote, history, providerEvents, ledger, receipt, refund } = evidence;
  const events = [
    { at: vote.castAt, text: `Vote cast: ${vote.voteCount} for ${vote.contestant} (${vote.source})` },
    ...history.map(({ at, to, source }) => ({
      at,
      text: `${STEPS[to] ?? `State ${to}`} (learned by: ${source})`,
    })),
    ...providerEvents.map(({ receivedAt: at, event, sha256 }) => ({
      at,
      text: `Signed message of the provider: ${event ?? 'unknown'} (SHA-256 ${sha256})`,
    })),
    ...ledger.map(({ at, kind, votes, amount }) => ({
      at,
      text: `${LEDGER[kind] ?? kind}: ${votes} ${Math.abs(votes) === 1 ? 'vote' : 'votes'}, GHS ${amount.toFixed(2)}`,
    })),
    ...(receipt ? [{ at: receipt.madeAt, text: `Receipt ${receipt.code} made` }] : []),
    ...(receipt?.smsSentAt ? [{ at: receipt.smsSentAt, text: 'Receipt sent to the payer by SMS' }] : []),
    ...(refund ? [{ at: refund.orderedAt, text: `Refund of GHS ${refund.amount.toFixed(2)} ordered` }] : []),
  ];
  return events.sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

/** What is added to the evidence of a payment for the payer's bank. */
export interface EvidenceProof {
  /** The entry of the vote in the public log; null while it is not public, or not logged. */
  log: { index: number; hash: string; entry: string } | null;
  /** The newest signed checkpoint of that log. */
  checkpoint: { note: string; verifierKey: string; size: number } | null;
  /** The rules of the contest that were in force when the vote was cast. */
  rules: { document: string; hash: string; at: string } | null;
}

type Facts = [name: string, value: string][];

const NONE = 'none';
const timeOf = (iso: string | null): string => (iso ? `${iso.slice(0, 19).replace('T', ' ')} UTC` : NONE);

/** Everything that answers a dispute in one file: purchase, payment, receipt, log, timeline, terms. People are masked. */
export async function evidencePdf(
  dispute: DisputeView,
  evidence: PaymentEvidence,
  { proof, publicUrl }: { proof: EvidenceProof; publicUrl: string },
): Promise<Buffer> {
  const { payment, vote, receipt } = evidence;
  const title = `Evidence of payment ${payment.reference}`;
  return pdfOf({ title, at: new Date(evidence.madeAt) }, (file) => {
    file.title('Evidence of a payment', `${payment.reference} · dispute ${dispute.id} · ${vote.contest}`);
    file.facts([
      ['Disputed', `${formatCedis(dispute.amount)} of ${formatCedis(dispute.paid)}`],
      ['Answer due', timeOf(dispute.dueAt)],
      ['State', dispute.resolution ?? dispute.state],
      ['Made', timeOf(evidence.madeAt)],
    ]);
    file.heading('What was bought');
    file.facts([
      ['Contest', vote.contest],
      ['For', `${vote.contestant}, ${vote.category}`],
      ['Votes', votesText(vote)],
      ['Cast', timeOf(vote.castAt)],
      ['Counted', timeOf(vote.countedAt)],
      ['Voter', [vote.voterName, vote.voterPhone, vote.voterEmail].filter(Boolean).join(', ') || 'not given'],
    ]);
    file.heading('Payment');
    file.facts(paymentFacts(payment));
    file.heading('Receipt');
    file.facts([
      ['Receipt code', receipt?.code ?? NONE],
      ['Made', timeOf(receipt?.madeAt ?? null)],
      ['Sent by SMS', timeOf(receipt?.smsSentAt ?? null)],
      ['Checked at', receipt ? `${publicUrl}/r/${receipt.code}` : NONE],
    ]);
    file.heading('Place in the public log');
    file.facts(logFacts(proof));
    if (proof.log)
      file.paragraph(
        `Every counted vote is an entry of an append-only log whose checkpoints are signed. The page of the receipt shows in any browser that this entry is in it; ${publicUrl}/contests/${dispute.contestId}/audit shows the whole log.`,
      );
    file.heading('What happened');
    file.facts(timelineOf(evidence).map(({ at, text }) => [timeOf(at), text] as const));
    file.heading('Terms');
    file.paragraph(
      'The price and the number of votes were shown before the payer approved the payment with the provider. The votes were delivered by being counted. The rules of the contest were public; these were in force when the vote was cast:',
    );
    file.facts(termFacts(proof.rules));
  });
}

/** A bundle costs less than its votes at the price, and a window counts each bought vote several times. */
function votesText({ voteCount, boughtVotes, price, amount }: PaymentEvidence['vote']): string {
  const isAtPrice = pesewasFromCedis(amount) === boughtVotes * (pesewasFromCedis(price) ?? 0);
  const bought = isAtPrice
    ? `${boughtVotes} at ${formatCedis(price)}: ${formatCedis(amount)}`
    : `${boughtVotes} bought for ${formatCedis(amount)}`;
  return voteCount === boughtVotes
    ? bought
    : `${bought}; each counts ${voteCount / boughtVotes} times: ${voteCount}`;
}

function paymentFacts(payment: PaymentEvidence['payment']): Facts {
  const taken =
    payment.takenAmount === null ? NONE : `${payment.takenCurrency} ${payment.takenAmount.toFixed(2)}`;
  return [
    ['Reference', payment.reference],
    ['Transaction', payment.providerTransactionId ?? NONE],
    [
      'Paid by',
      [payment.channel, payment.network, payment.phoneNumber].filter(Boolean).join(', ') || payment.method,
    ],
    ['Asked for', formatCedis(payment.amount)],
    ['Taken', taken],
    ['Paid', timeOf(payment.paidAt)],
    ['Provider says', [payment.providerStatus, payment.providerMessage].filter(Boolean).join(': ') || NONE],
  ];
}

function logFacts({ log, checkpoint }: EvidenceProof): Facts {
  if (!log) return [['Entry', 'The log is not public yet, or the vote is not in it yet.']];
  return [
    ['Entry number', String(log.index)],
    ['SHA-256 of the entry', log.hash],
    ['Entry', log.entry],
    ['Checkpoint', checkpoint?.note.trim() ?? NONE],
    ['Key of the log', checkpoint?.verifierKey ?? NONE],
  ];
}

function termFacts(rules: EvidenceProof['rules']): Facts {
  if (!rules) return [['Rules', 'This contest has no sealed rules.']];
  const fields = Object.entries(JSON.parse(rules.document) as Record<string, unknown>);
  return [
    ['In force since', timeOf(new Date(rules.at).toISOString())],
    ['SHA-256 of the rules', rules.hash],
    ...fields.map(([name, value]): [string, string] => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  ];
}
