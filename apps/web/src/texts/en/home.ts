import { plural } from '@abato/contracts';

export const homeTexts = {
  hero: {
    eyebrow: 'Live voting, made in Ghana',
    title: 'The whole room votes. The whole room sees it count.',
    lead: 'Award nights, pageants, campus elections: your audience votes by phone, free or paid in cedis, and every count can be checked by anyone.',
    browse: 'Browse Contests',
    start: 'Get Started',
  },
  stats: [
    { value: '500+', label: 'organisations' },
    { value: '1M+', label: 'votes cast' },
    { value: '99.9%', label: 'uptime' },
  ],
  live: {
    label: 'On this installation',
    open: (count: number) =>
      plural(count, { one: '# contest takes votes now', other: '# contests take votes now' }),
    hosts: (count: number) =>
      plural(count, { one: '# organisation on stage', other: '# organisations on stage' }),
    votes: (count: number) =>
      plural(count, { one: '# vote counted in public results', other: '# votes counted in public results' }),
    unread: 'The figures of this installation cannot be read right now.',
    loading: 'Counting...',
  },
  contests: { title: 'On stage now', all: 'All contests' },
  features: {
    title: 'Built for the night it matters',
    items: [
      {
        title: 'Secure voting',
        text: 'Each vote is written once, to a ledger that cannot be edited. A paid vote counts when the provider confirms the money, and only then.',
      },
      {
        title: 'Fast when it is full',
        text: 'Made for the last ten minutes before the envelope, when everyone votes at once, on any phone and any network.',
      },
      {
        title: 'Real-time analytics',
        text: 'Organisers see votes, revenue and payment methods as they happen, and the hall sees the ranking move.',
      },
    ],
  },
  how: {
    title: 'How It Works',
    steps: [
      {
        title: 'Register organization',
        text: 'Create your account with your organisation. We review it, usually within 24-48 hours.',
      },
      {
        title: 'Set up contest',
        text: 'Add categories and contestants with photos, choose dates and the price of a vote, or make it free.',
      },
      {
        title: 'Go live',
        text: 'Activate, share the link, and watch the votes arrive on every screen at once.',
      },
    ],
  },
  cta: {
    title: 'Your next awards night starts here',
    text: 'Start with a free trial: a free contest costs nothing, however many people vote.',
    action: 'Get Started',
  },
};
