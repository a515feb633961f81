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
  skipToContent: 'Skip to content',
  notifications: 'Notifications',
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

/** Of contests. */
export const statusNames = {
  DRAFT: 'Draft',
  UPCOMING: 'Upcoming',
  ACTIVE: 'Active',
  PAUSED: 'Paused',
  ENDED: 'Ended',
};

/** How dates, places and free things are written. */
export const formats = {
  months: 'January,February,March,April,May,June,July,August,September,October,November,December'.split(','),
  date: (month: string, day: number, year: number) => `${month} ${day}, ${year}`,
  /** @param hour 0 to 23; `minute` has two digits */
  dateTime: (date: string, hour: number, minute: string) =>
    `${date} at ${hour % 12 || 12}:${minute} ${hour < 12 ? 'AM' : 'PM'}`,
  /** 1st, 2nd, 3rd, 4th … 11th, 12th, 13th, 21st. */
  ordinal: (rank: number) => {
    const lastTwo = rank % 100;
    const suffix = lastTwo >= 11 && lastTwo <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][rank % 10] ?? 'th');
    return `${rank}${suffix}`;
  },
  free: 'Free',
};
