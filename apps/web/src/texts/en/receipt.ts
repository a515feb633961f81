import { voteDecisionReason, voteDecisionTexts, plural } from '@abato/contracts';

/** The page that checks a vote in the public log. */
export const receiptTexts = {
  pageTitle: 'Check a vote in the public log',
  title: 'Your vote in the public log',
  lead: 'Every counted vote of a contest is an entry of its public log. This device looks for the entry of this receipt and checks it.',
  decided: { ...voteDecisionTexts },
  decisionReason: voteDecisionReason,
  code: 'Receipt code',
  checking: 'Checking on this device…',
  qr: (code: string) => `QR code that leads to the receipt ${code}`,
  state: {
    WAITING: {
      title: 'Counted, and in the next checkpoint',
      text: 'The vote counts. The log is signed every few seconds, and in elections at the latest after a quarter of an hour; what is confirmed after a contest’s end is added when its results are final. This page looks again by itself.',
    },
    HELD: {
      title: 'Received, not counted yet',
      text: 'The organiser looks at this vote before it counts. Only counted votes are in the public log.',
    },
    NOT_COUNTED: {
      title: 'Not counted',
      text: 'This vote was received and was not counted: its payment did not succeed, or the organiser rejected it while it was held. It has no entry in the public log.',
    },
    HIDDEN: {
      title: 'Counted; its entry cannot be looked up now',
      text: 'The results of this contest are hidden. The entry of this vote is written together with others, at the latest after a quarter of an hour, and can then be checked here; an entry that was written before entries were encrypted is published when results are shown.',
    },
  },
  included: {
    title: 'Your vote is in the public log',
    text: (place: string, size: string) => `Entry ${place} of ${size}, checked on this device.`,
    hidden:
      'Results are hidden now: for whom the vote counts is encrypted in the entry. The key is published with the results, and opens the entry in one way only.',
  },
  notIncluded: {
    title: 'The log does not fit this receipt',
    text: 'The published log does not lead to the signed root with this entry. Keep this page’s code and the checkpoint below, and tell the organiser or an observer.',
  },
  unknown: {
    title: 'No vote has this code',
    text: 'Please compare it with the code on your receipt. A paid vote gets its code when the payment is counted.',
  },
  failed: 'The log could not be read. Try again.',
  again: 'Try again',
  checks: 'What was checked',
  root: (neighbours: number) =>
    neighbours === 0
      ? 'The entry, which is the only one so far, leads to the root of the checkpoint.'
      : plural(neighbours, {
          one: 'The entry and # hash of the published log lead to the root of the checkpoint.',
          other: 'The entry and # hashes of the published log lead to the root of the checkpoint.',
        }),
  ofHolds: 'Each later entry names this vote as the one that it changes.',
  ofWrong: 'A later entry names another vote than this one.',
  ballotHolds: 'The entry was made for this receipt code.',
  ballotWrong: 'The entry was not made for this receipt code.',
  rootWrong: 'The entry does not lead to the root of the checkpoint.',
  signature: {
    HOLDS: 'The checkpoint is signed with the key of this log.',
    WRONG: 'The checkpoint is not signed with the key of this log.',
    UNSUPPORTED:
      'This browser cannot check the signature of the checkpoint (Ed25519). A newer one can; so can the verifier.',
  },
  entry: 'The entry',
  contestant: 'Contestant',
  contest: 'Contest',
  votes: 'Votes',
  amount: 'Amount',
  kind: 'Kind',
  kinds: {
    free: 'Free vote',
    paid: 'Paid vote',
    manual: 'Entered by the organiser',
    reversal: 'Taken back',
    restore: 'Counted again',
  },
  channel: 'Channel',
  channels: {
    web: 'Website',
    light: 'Light page',
    ballot: 'Ballot of an election',
    ussd: 'USSD',
    manual: 'By hand',
    mobile_money: 'Mobile money',
    card: 'Card',
    cash: 'Cash',
  },
  nomineeCode: 'Contestant’s code',
  category: 'Category',
  provenBy: { number: 'Phone number', ballotCode: 'Ballot code', either: 'Phone number or ballot code' },
  proven: 'Proven before the vote counted',
  cast: 'Cast',
  minute: 'Counted',
  newer:
    'An entry of this vote is of a version that is newer than this page. Reload the page, or use a newer verifier.',
  namesSealed: 'Name, code and category are those that the public log had when the vote was counted.',
  namesNotSealed: 'Name, code and category are those of the page: the log does not say them for this vote.',
  since: {
    name: (name: string) => `Renamed since: the page says “${name}” now.`,
    code: (code: string) => `The code was changed since: the page says ${code} now.`,
    category: (name: string) => `In another category since, or it was renamed: the page says “${name}” now.`,
    takenOff: 'The page does not show this contestant any more.',
  },
  released: (time: string) => `A person looked at this vote and let it in, ${time}.`,
  unnamed: 'A contestant who is not shown any more',
  later: (votes: string) => `Later entries took back ${votes} of these votes.`,
  hidden: 'Encrypted until results are shown',
  takenBack: {
    REFUNDED: 'The payment went back to the payer.',
    REFUNDED_IN_PART: 'A part of the payment went back to the payer.',
    DISPUTED: 'The payer disputed the payment, and the money went back.',
    QUARANTINED:
      'The organiser took back a group of votes; the reason is on the page that checks the whole contest.',
    UNDONE: 'The organiser had entered this vote by hand, and undid it.',
    BALLOT_CHANGED: 'The voter changed the vote: a later ballot took its place.',
  },
  promise: {
    text: (minute: string) =>
      `The site has signed that this vote counted, and that the log has its entry by ${minute}. Keep the statement: with it you can show later what was promised.`,
    brokenTitle: 'The site promised this vote, and the log lacks it.',
    broken: (minute: string) =>
      `It has signed that the vote counted and that its entry is in the public log by ${minute}. Download the statement and show it to the organiser or an observer: the verifier checks it without this site.`,
    another:
      'The entry that the site names is not the one that it has signed for. Download the statement and show it to the organiser or an observer.',
    wrong: 'The statement that this browser keeps about the vote is not signed with the key of this log.',
    download: 'Download the signed statement',
  },
  laterHidden:
    'A later entry of this vote says what was taken back. It is encrypted until results are shown.',
  own: {
    title: 'Is it really yours?',
    text: 'The entry holds your number as a salted hash. Type the number you voted with: the site hands out the salt for that number alone, and this device compares.',
    phone: 'Phone number',
    submit: 'Compare',
    yes: 'The entry was made for this phone number.',
    no: 'The entry was not made for this phone number.',
    none: 'The entry holds no number.',
    ballot: 'The entry holds no number. It holds the receipt code of this vote as a salted hash.',
    notFound: 'This is not the number of the vote.',
    erased:
      'The voter’s data were erased. The entry stays and counts, and nothing ties it to a person any more.',
  },
  proves: 'What this shows',
  provesText: [
    'The vote is counted as the entry says, and the totals that anyone can add up from the log contain it.',
    'The entry cannot be changed or removed later without the log no longer fitting its earlier checkpoints.',
  ],
  provesNot: 'What it does not show',
  provesNotText: [
    'That all people are shown the same log: for that, checkpoints must be compared. Keep the one below.',
    'That every other entry is the vote of a real person. The log shows what was counted, not who was behind it.',
    'Whether your device runs the page as it was published. The verifier checks the same without this site.',
  ],
  checkpoint: 'Signed checkpoint',
  checkpointText: 'Keep it: a later log must continue it.',
  keep: 'Copy the checkpoint',
  kept: 'The checkpoint is copied.',
  copyFailed: 'Copying is not possible here. Please select the text.',
  toContest: 'Open the contest',
  find: 'Find my vote',
  audit: 'Check the whole contest',
};
