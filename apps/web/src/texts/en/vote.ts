export const voteTexts = {
  title: (name: string) => `Vote for ${name}`,
  voteCount: 'Number of votes',
  fewer: 'One vote fewer',
  more: 'One vote more',
  quick: (count: number) => (count === 1 ? '1 vote' : `${count} votes`),
  bundle: (count: number, amount: string) => `${count === 1 ? '1 vote' : `${count} votes`} for ${amount}`,
  details: 'Name and e-mail (optional)',
  voterName: 'Your name',
  voterEmail: 'Your email',
  voterPhone: 'Your phone number',
  phonePlaceholder: '+233 24 123 4567',
  phoneHint: 'Needed to keep voting fair. The organiser sees it masked.',
  total: 'Total',
  bundlePrice: 'bundle price',
  countAs: (votes: string) => `Count as ${votes} votes now`,
  totalFormula: (count: string, price: string) => `${count} × ${price}`,
  proceed: 'Proceed to Payment',
  cast: 'Cast Vote',
  sending: 'Sending...',
  checking: 'Checking that you are a person…',
  checkingHint: 'This takes a few seconds and happens by itself. Please keep this page open.',
  castSuccess: 'Vote cast successfully!',
  redirecting: 'Redirecting to payment...',
  categoryMissing: 'Category ID is missing. Please try again.',
  paymentNote: 'You pay by mobile money or card on the payment provider’s page and come back here.',
  checkFailed: 'Your browser could not finish the check. Please try again.',
  privacyNote: (months: number) =>
    `Your details are erased ${months} ${months === 1 ? 'month' : 'months'} after the contest ends.`,
  privacyLink: 'Privacy Policy',
  waitingForConnection: 'Waiting for the connection…',
  notSent: {
    title: 'Your vote was not sent',
    offline: 'You are offline',
    kept: 'What you type stays here. Press the button: your vote is sent as soon as you are back.',
    waiting: 'Your vote waits here and is sent by itself when you are back. It counts once only.',
    giveUp: 'Do not send it',
    network: 'The answer got lost on the way. Press the button again: the vote counts once only.',
    limit: (minutes: number) =>
      `This number or device has no free votes left for now. The next one is possible in about ${
        minutes < 60 ? `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}` : 'an hour'
      }.`,
    changed: 'The price was changed a moment ago. Look at the total and press the button again.',
    other: 'Nothing was counted and nothing was taken. What you typed is kept: you can try again.',
  },
  held: {
    title: 'Received, and waiting to be checked',
    text: (votes: number, name: string) =>
      `We have received your ${votes === 1 ? 'vote' : `${votes.toLocaleString('en-US')} votes`} for ${name}. Many votes came from the same device or from numbers in a row, so the organiser looks at ${votes === 1 ? 'it' : 'them'} before ${votes === 1 ? 'it counts' : 'they count'}.`,
    todo: 'You need not do anything, and need not vote again.',
    close: 'Close',
  },
  waiting: {
    title: 'Very many people are voting right now',
    position: (position: number) =>
      position === 1 ? 'You are next.' : `You are number ${position.toLocaleString('en-US')} in the queue.`,
    soon: 'You will be let through in a moment.',
    seconds: (seconds: number) =>
      seconds < 90
        ? `About ${seconds} ${seconds === 1 ? 'second' : 'seconds'} to wait.`
        : `About ${Math.ceil(seconds / 60)} minutes to wait.`,
    todo: 'Please keep this page open: it goes on by itself. Your vote is kept, and you pay only once.',
    button: 'Waiting for your turn…',
  },
  freeNote: (limit: number, verified: boolean) =>
    `Free: up to ${limit} ${limit === 1 ? 'vote' : 'votes'} per phone and hour.${verified ? ' Your number is confirmed once, by dialling or by a code sent as SMS.' : ''}`,
};
