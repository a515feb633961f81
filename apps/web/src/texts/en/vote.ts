import { plural } from '@abato/contracts';

const votes = (count: number): string => plural(count, { one: '# vote', other: '# votes' });

export const voteTexts = {
  title: (name: string) => `Vote for ${name}`,
  voteCount: 'Number of votes',
  fewer: 'One vote fewer',
  more: 'One vote more',
  quick: votes,
  bundle: (count: number, amount: string) => `${votes(count)} for ${amount}`,
  details: 'Name and e-mail (optional)',
  voterName: 'Your name',
  voterEmail: 'Your email',
  voterPhone: 'Your phone number',
  phonePlaceholder: '+233 24 123 4567',
  phoneHint: 'Keeps voting fair. Masked for the organiser; each look at all of it is recorded.',
  total: 'Total',
  bundlePrice: 'bundle price',
  countAs: (count: number) => plural(count, { one: 'Count as # vote now', other: 'Count as # votes now' }),
  totalFormula: (count: string, price: string) => `${count} × ${price}`,
  proceed: 'Proceed to Payment',
  cast: 'Cast Vote',
  checking: 'Checking that you are a person…',
  checkingHint: 'This takes a few seconds and happens by itself. Please keep this page open.',
  castSuccess: 'Vote cast successfully!',
  redirecting: 'Redirecting to payment...',
  addressRefused: 'The receipt address was not accepted. Your vote is not affected.',
  categoryMissing: 'Category ID is missing. Please try again.',
  paymentNote: 'You pay by mobile money or card on the payment provider’s page and come back here.',
  checkFailed: 'Your browser could not finish the check. Please try again.',
  privacyNote: (months: number) =>
    plural(months, {
      one: 'Your details are erased # month after the contest ends.',
      other: 'Your details are erased # months after the contest ends.',
    }),
  privacyLink: 'Privacy Policy',
  waitingForConnection: 'Waiting for the connection…',
  notSent: {
    title: 'Your vote was not sent',
    offline: 'You are offline',
    kept: 'What you type stays here. Press the button: your vote is sent as soon as you are back.',
    waiting: 'Your vote waits here and is sent by itself when you are back. It counts once only.',
    giveUp: 'Do not send it',
    doubt: 'We do not know yet whether your vote was taken',
    asking:
      'The answer got lost on the way. We keep asking, and show you what became of it. It counts once, and you pay once.',
    stopAsking: 'Stop asking',
    network: 'The answer got lost on the way. Press the button again: the vote counts once only.',
    limit: (minutes: number) =>
      `This number or device has no free votes left for now. The next one is possible in about ${
        minutes < 60 ? plural(minutes, { one: '# minute', other: '# minutes' }) : 'an hour'
      }.`,
    changed: 'The price was changed a moment ago. Look at the total and press the button again.',
    undone:
      'This vote was counted and taken back since, because it was changed or entered by mistake. To vote again, press the button once more.',
    other: 'Nothing was counted and nothing was taken. What you typed is kept: you can try again.',
  },
  held: {
    title: 'Received, and waiting to be checked',
    text: (count: number, name: string) =>
      `We have received your ${plural(count, { one: 'vote', other: '# votes' })} for ${name}. More votes of this kind came than usual, so the organiser looks at ${plural(count, { one: 'it before it counts', other: 'them before they count' })}.`,
    todo: 'You need not do anything, and need not vote again.',
    close: 'Close',
  },
  waiting: {
    title: 'Very many people are voting right now',
    position: (position: number) =>
      plural(position, { one: 'You are next.', other: 'You are number # in the queue.' }),
    soon: 'You will be let through in a moment.',
    seconds: (seconds: number) =>
      seconds < 90
        ? plural(seconds, { one: 'About # second to wait.', other: 'About # seconds to wait.' })
        : plural(Math.ceil(seconds / 60), { other: 'About # minutes to wait.' }),
    todo: 'Please keep this page open: it goes on by itself. Your vote is kept, and you pay only once.',
    button: 'Waiting for your turn…',
  },
  freeNote: (limit: number, verified: boolean) =>
    `Free: up to ${votes(limit)} per phone and hour.${verified ? ' Your number is confirmed once, by dialling or by a code sent as SMS.' : ''}`,
};
