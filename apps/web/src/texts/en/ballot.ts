/** What voters of a contest with an electorate read in the vote dialog. */
export const ballotTexts = {
  code: 'Ballot code',
  codeHint: 'The 8 letters and digits on your slip. Without one, enter your phone number below.',
  codePlaceholder: 'XXXX-XXXX',
  phoneHint:
    'If your number is on the list of voters: it is proven once, by a code sent as SMS. The organiser cannot see how you vote.',
  oneNeeded: 'Enter your ballot code, or your phone number',
  oneOnly: 'Enter your ballot code or your phone number, not both',
  note: (change: boolean) =>
    `Listed voters have one vote per category. ${
      change ? 'You can change it until the end; only the last one counts.' : 'It cannot be changed.'
    }`,
};
