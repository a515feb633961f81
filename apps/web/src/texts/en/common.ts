/** Words that every page uses. */
export const brand = {
  name: 'Abato',
  titleAlone: 'Abato · Live voting that anyone can check',
  promise: 'Live voting for Ghana’s awards, pageants and competitions. Every count can be checked.',
};

/** How to reach us; shown in the footer and wherever help is offered. */
export const contact = {
  email: 'hello@abato.test',
  phone: '+233 30 255 0147',
  phoneLink: 'tel:+233302550147',
  city: 'Accra, Ghana',
};

export const common = {
  offline: 'You are offline. What you see may be old, and votes cannot be sent until you are back.',
  unreachable: 'Abato cannot be reached. What you see may be old, and votes cannot be sent until it answers.',
  loading: 'Loading...',
  close: 'Close',
  cancel: 'Cancel',
  back: 'Back',
  skipToContent: 'Skip to content',
  optional: 'optional',
  confirmTitle: 'Are you sure?',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  notifications: 'Notifications',
  scrollTable: 'Table, scrolls sideways',
};

export const nav = {
  label: 'Main',
  home: 'Home',
  contests: 'Contests',
  dashboard: 'Dashboard',
  login: 'Login',
  register: 'Register',
  profile: 'My Profile',
  logout: 'Logout',
  openMenu: 'Open menu',
  closeMenu: 'Close menu',
  userMenu: (name: string) => `Account of ${name}`,
  toDark: 'Switch to dark colours',
  toLight: 'Switch to light colours',
};

export const footer = {
  quickLinks: 'Quick Links',
  contact: 'Contact',
  social: 'Follow us',
  socialSoon: (network: string) => `${network} (coming soon)`,
  networks: ['Facebook', 'X', 'Instagram'],
  legal: 'Legal',
  privacy: 'Privacy Policy',
  terms: 'Terms of Service',
  cookies: 'Cookie Policy',
  findVote: 'Find my vote',
  status: 'Status',
  support: 'Contact support',
  rights: (year: number) => `© ${year} Abato. All rights reserved.`,
};

export const paging = {
  label: 'Pages',
  previous: 'Previous',
  next: 'Next',
  position: (page: number, pages: number) => `Page ${page} of ${pages}`,
};

export const live = {
  live: 'Live',
  /** Connected, while the contest takes no votes. */
  current: 'Up to date',
  connecting: 'Connecting',
  reconnecting: 'Reconnecting',
  polling: 'Updates every 5 seconds',
  offline: 'You are offline',
  unreachable: 'No connection',
  asOf: (clock: string) => `as of ${clock}`,
};

export const statusNames = {
  DRAFT: 'Draft',
  UPCOMING: 'Upcoming',
  ACTIVE: 'Active',
  PAUSED: 'Paused',
  ENDED: 'Ended',
  COMPLETED: 'Completed',
  PENDING: 'Pending',
  FAILED: 'Failed',
  APPROVED: 'Approved',
  REJECTED: 'Rejected',
};

export const roleNames = {
  SUPER_ADMIN: 'Super Admin',
  COMPANY_ADMIN: 'Company Admin',
  USER: 'User',
};
