import type {
  CastVoteResult,
  MobileNetwork,
  PricedVotes,
  PublicContestantView,
  PublicContestView,
} from '@abato/contracts';
import { rememberPayment } from '@/lib/payment/pending-payment';
import { toast } from '@/lib/toast';
import { voteTexts } from '@/texts/en/vote';
import { chargePhone, initializePayment } from './api';
import type { VoteAttempt } from './cast-vote';
import type { VoteForm } from './vote-draft';
import type { VoteOutcome } from './vote-outcome';

interface PayOptions {
  contest: PublicContestView;
  contestant: PublicContestantView;
  values: VoteForm;
  /** Whose wallet is asked directly; null leads to the provider's page. */
  network: MobileNetwork | null;
  /** Does the work again while the server asks to wait or the connection is away. */
  patiently: <T>(work: () => Promise<T>) => Promise<T>;
  signal: AbortSignal;
}

/** Pays a vote that was cast, unless it would cost another amount, or count less, than the voter read above the button. */
export async function payAsShown(
  vote: CastVoteResult,
  attempt: VoteAttempt,
  shown: Pick<PricedVotes, 'amountPesewas' | 'votes'>,
  options: PayOptions,
): Promise<VoteOutcome> {
  if (Math.round(vote.amount * 100) !== shown.amountPesewas || vote.voteCount < shown.votes) {
    attempt.done();
    return { kind: 'changed' };
  }
  // The same press again finds this vote; without one no money is asked for.
  options.signal.throwIfAborted();
  return (attempt.paying = payForVote(vote, options));
}

/** Starts the payment of a vote that was cast, and keeps what the return page has to know. */
async function payForVote(
  { id: voteId, voteCount, amount }: CastVoteResult,
  { contest, contestant, values, network, patiently, signal }: PayOptions,
): Promise<VoteOutcome> {
  const { voterPhone = '' } = values;
  const { id: contestId } = contest;
  const { id: contestantId, name: contestantName } = contestant;
  const remember = (reference: string) => {
    const vote = { voteId, contestId, contestantName, voteCount, amount, timestamp: Date.now() };
    const draft = { reference, contestId, contestantId, voteCount: values.voteCount };
    rememberPayment({ reference, ...vote }, draft);
  };
  if (network) {
    const startedAt = Date.now();
    const charge = () => chargePhone(voteId, voterPhone, network, signal);
    const { refusedField, ...begun } = await patiently(charge);
    sayRefused(refusedField);
    remember(begun.reference);
    const shown = { contestantId, phone: voterPhone, network, amount, startedAt };
    return { kind: 'charge', charge: { ...begun, ...shown } };
  }
  const initialize = () => initializePayment(voteId, voterPhone, signal);
  const { reference, authorizationUrl, refusedField } = await patiently(initialize);
  sayRefused(refusedField);
  remember(reference);
  return { kind: 'pay', authorizationUrl, reference };
}

/** The payment goes on without the address that the provider did not accept. */
function sayRefused(field: 'voterEmail' | undefined): void {
  if (field) toast.warning(voteTexts.addressRefused);
}
