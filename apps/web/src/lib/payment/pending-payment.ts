import type { PendingPaymentRecord } from '@abato/contracts';
import { tabStorage } from '@/lib/tab-storage';

/*
 * What this tab keeps of a payment while the payer is on the provider's page, which is another document: what the return page shows while
 * it verifies (specification §3), and for whom and how many votes it was, for "Vote for … again" after a payment that did not go through. Neither name
 * nor e-mail address nor phone number. In this tab only, and only until the payment has succeeded: phones are shared.
 */

const PENDING = 'pendingPayment';
const AGAIN = 'voteAgain';

interface VoteAgain {
  reference: string;
  contestId: string;
  contestantId: string;
  voteCount: string;
}

/** What succeeded last in this document, for one more vote. */
let succeeded: VoteAgain | null = null;

/** Before the payer leaves for the provider's page. */
export function rememberPayment(pending: PendingPaymentRecord, again: VoteAgain): void {
  tabStorage.write(AGAIN, again);
  tabStorage.write(PENDING, pending);
}

/** @returns null unless the record of this tab belongs to this payment */
export function readPendingPayment(reference: string): PendingPaymentRecord | null {
  const record = tabStorage.read<PendingPaymentRecord>(PENDING);
  return record?.reference === reference ? record : null;
}

/** @param matches `reference` on the return page, `contestantId` on the contest's */
export function readVoteAgain(
  matches: Partial<Pick<VoteAgain, 'reference' | 'contestantId'>>,
): VoteAgain | null {
  const record = tabStorage.read<VoteAgain>(AGAIN) ?? succeeded;
  const { reference = record?.reference, contestantId = record?.contestantId } = matches;
  return record?.reference === reference && record?.contestantId === contestantId ? record : null;
}

/** After a successful verification: storage forgets, this document does not. */
export function forgetPayment(): void {
  succeeded = tabStorage.read<VoteAgain>(AGAIN) ?? succeeded;
  tabStorage.remove(PENDING);
  tabStorage.remove(AGAIN);
}
