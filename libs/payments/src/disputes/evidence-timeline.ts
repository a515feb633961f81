import type { PaymentEvidence } from '@abato/contracts';

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
