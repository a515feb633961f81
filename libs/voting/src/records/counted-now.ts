import { type AfterRefund, cedisFromPesewas } from '@abato/contracts';

/** What counts now of a vote, and what has gone back of its money, in pesewas. */
export interface CountedNow {
  counted_votes: number;
  returned_money: number;
  /** What was taken for it; null before it is counted. */
  counted_money?: number | null;
}

/**
 * Joins `now.counted_votes`, `now.returned_money` and `now.counted_money` of a vote: the sum of its rows in the ledger, 0 before it is counted. The one
 * definition for receipts, find-my-vote, lists and exports.
 * @param vote SQL of the vote's id
 */
export const joinCountedNow = (vote: string): string =>
  `CROSS JOIN LATERAL (
     SELECT coalesce(sum(votes), 0)::integer AS counted_votes,
       coalesce(-sum(amount_pesewas) FILTER (WHERE kind <> 'COUNT'), 0)::bigint AS returned_money,
       sum(amount_pesewas) FILTER (WHERE kind = 'COUNT')::bigint AS counted_money
     FROM vote_ledger WHERE vote_id = ${vote}) now`;

/** What is shown besides the votes as cast; nothing while no money has gone back. */
export function afterRefundOf(row: CountedNow): { afterRefund?: AfterRefund } {
  if (row.returned_money === 0) return {};
  const { counted_votes: countedVotes, returned_money: returned } = row;
  return { afterRefund: { countedVotes, returnedAmount: cedisFromPesewas(returned) } };
}
