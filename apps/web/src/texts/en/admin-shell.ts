/** The frame around the organiser's screens. */
export const adminShell = {
  label: 'Administration',
  command: 'Search',
  dashboard: 'Dashboard',
  hosts: 'My Hosts',
  contests: 'My Contests',
  votes: 'Votes',
  payments: 'Payments',
  attention: 'To decide',
  disputes: 'Disputes',
  reconciliation: 'Reconciliation',
  statistics: 'Statistics',
  users: 'Users',
  audit: 'Audit log',
  help: {
    title: 'Need help?',
    text: 'Questions about setting up a contest, payments or results? We answer within one working day.',
    action: 'Contact support',
  },
  notApproved: {
    title: 'Account Pending Approval',
    text: 'Hosts, contests, votes and payments open as soon as an administrator has approved your account. This usually takes 24-48 hours.',
    rejectedTitle: 'Account Rejected',
    rejectedText: 'An administrator did not approve this registration.',
    details: 'See the status of your account',
    profile: 'View Profile',
  },
};
