/** Fair-play figures on the public audit page. */
export const fairPlayTexts = {
  title: 'Fair play',
  lead: 'How free votes were treated. The figures count votes and name no person.',
  level: 'A free vote counts',
  levels: {
    OPEN: 'with a typed phone number, within the limits',
    PHONE: 'once its phone number was proven by a code',
    ELECTORATE: 'once per category for each voter on the organiser’s list',
  },
  hidden:
    'The results of this contest are hidden; the figures would tell about them. They are published with the results.',
  counted: 'Counted',
  held: 'Held for a decision',
  rejected: 'Rejected',
  verified: 'From proven voters',
  verifiedShare: (share: string) => `${share} of the counted votes`,
  byHand: 'Entered by the organiser',
  reasons: {
    DEVICE_MANY_PHONES: 'Many phones on one device',
    NEIGHBOURING_PHONES: 'Phone numbers in a row',
    OUTSIDE_NETWORKS: 'Rush of votes from outside Ghana',
    UNKNOWN_BROWSERS: 'Rush of votes from unknown browsers',
    ONE_ADDRESS: 'Rush of unproven numbers from one network address',
    SURGE: 'Rush of new voters in the contest',
  },
  why: 'Why votes were held',
  reason: 'Reason',
  hours: 'By hour',
  hourReason: (reason: string, held: number, rejected: number) =>
    `${reason}: ${[held && `${held.toLocaleString('en-US')} held`, rejected && `${rejected.toLocaleString('en-US')} rejected`].filter(Boolean).join(', ')}`,
  hour: 'Hour',
  none: 'No free vote yet.',
  paid: 'Votes of this contest are paid for, and proven by their payment.',
};
