/** How a contest is protected against votes that no person cast, as it stands beside each ranking. */
export const protectionTexts = {
  OPEN: 'Phone numbers are typed, not proven.',
  PHONE: 'Each number was proven.',
  ELECTORATE: 'Only listed voters, each of them proven.',
  PAID: 'Each vote was paid for.',
};
