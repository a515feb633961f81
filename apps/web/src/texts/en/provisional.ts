import { plural } from '@abato/contracts';

/** Said beside every public count between a contest's end and its final results. */
export const provisionalTexts = {
  free: 'Provisional: the last votes are being counted',
  payments: 'Provisional: payments begun before the end are being confirmed',
  waiting: (count: number) =>
    plural(count, {
      other: 'Provisional: payments begun before the end are being confirmed, # waiting',
    }),
};

export const provisionalText = (contest: { votePrice: number; paymentsWaiting: number | null }): string => {
  const waiting = contest.paymentsWaiting ?? 0;
  if (waiting) return provisionalTexts.waiting(waiting);
  return contest.votePrice === 0 ? provisionalTexts.free : provisionalTexts.payments;
};
