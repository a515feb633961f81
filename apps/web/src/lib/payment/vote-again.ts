import { tabStorage } from '@/lib/tab-storage';

/*
 * What a payer typed, for "Vote for … again" after a payment that did not go through: the provider's page is another document. In this
 * tab only, and only until the payment has succeeded: phones are shared.
 */

const KEY = 'voteAgain';

export interface VoteAgain {
  reference: string;
  contestId: string;
  contestantId: string;
  values: { voteCount: string; voterName: string; voterEmail: string; voterPhone: string };
}

/** What succeeded last in this document, for one more vote. */
let succeeded: VoteAgain | null = null;

export function rememberVoteAgain(record: VoteAgain): void {
  tabStorage.write(KEY, record);
}

/** @param matches `reference` on the return page, `contestantId` on the contest's */
export function readVoteAgain(
  matches: Partial<Pick<VoteAgain, 'reference' | 'contestantId'>>,
): VoteAgain | null {
  const record = tabStorage.read<VoteAgain>(KEY) ?? succeeded;
  const { reference = record?.reference, contestantId = record?.contestantId } = matches;
  return record?.reference === reference && record?.contestantId === contestantId ? record : null;
}

/** After a success: storage forgets, this document does not. */
export function forgetVoteAgain(): void {
  succeeded = tabStorage.read<VoteAgain>(KEY) ?? succeeded;
  tabStorage.remove(KEY);
}
