/** Said beside every public count between a contest's end and its final results. */
export const provisionalText = (contest: { votePrice: number; paymentsWaiting: number | null }): string => {
  const waiting = contest.paymentsWaiting ?? 0;
  if (contest.votePrice === 0 && waiting === 0) return 'Provisional: the last votes are being counted';
  return `Provisional: payments begun before the end are being confirmed${waiting ? `, ${waiting} waiting` : ''}`;
};
