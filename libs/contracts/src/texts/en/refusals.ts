import { plural } from '../plural.js';

const freeVotes = (count: number): string => plural(count, { one: '# free vote', other: '# free votes' });
const seconds = (count: number): string => plural(count, { one: '# second', other: '# seconds' });
const minutes = (count: number): string => plural(count, { one: '# minute', other: '# minutes' });
/** Seconds of a long wait are told as minutes. */
const wait = (count: number): string => (count < 90 ? seconds(count) : minutes(Math.ceil(count / 60)));

/** Why a vote or a code is refused, where the reason of its code (`ERROR_MESSAGES`) says too little. */
export const refusalTexts = {
  limit: {
    phone: {
      never: (limit: number) =>
        `This contest allows ${freeVotes(limit)} per phone and hour. Please choose a smaller number.`,
      left: (left: number, votes: number, time: string) =>
        `You have ${freeVotes(left)} left right now. You can cast ${votes} again at ${time}.`,
      used: (limit: number, time: string) =>
        `You have used your ${freeVotes(limit)} for this hour. You can vote again at ${time}.`,
    },
    device: {
      never: (limit: number) =>
        `This contest allows ${freeVotes(limit)} per device and hour. Please choose a smaller number.`,
      left: (left: number, votes: number, time: string) =>
        `This device has ${freeVotes(left)} left right now. You can cast ${votes} again at ${time}.`,
      used: (limit: number, time: string) =>
        `This device has used its ${freeVotes(limit)} for this hour. You can vote again at ${time}.`,
    },
  },
  /** PHONE_NOT_VERIFIED in an open contest. */
  proveInSurge:
    'Far more votes than usual are arriving in this contest. Please confirm your phone number to vote.',
  proveAtAddress:
    'Very many votes have come from your network in the last minutes. Please confirm your phone number to vote.',
  unpaid: {
    phone: (most: number, wait: number) =>
      `${most} votes with this number wait for payment. Please pay for one of them, or try again in ${minutes(wait)}.`,
    address: (wait: number) =>
      `Too many votes from your network wait for payment. Please try again in ${minutes(wait)}.`,
  },
  code: {
    sentBefore: (waitSeconds: number) =>
      `A code was sent to this number a short while ago. You can have another one in ${wait(waitSeconds)}.`,
    contestSpent:
      'This contest has sent all its codes of today. You can confirm your number by dialling, or by SMS tomorrow.',
    networkSpent: 'Too many codes were requested here. Please try again later.',
    byDialling: 'This number is confirmed by dialling.',
    noDialling: 'Numbers cannot be confirmed by dialling here.',
    notAsked: 'This contest does not ask for verified phone numbers.',
    notSent: 'Codes cannot be sent by SMS here.',
    notMobile: 'Codes can only be sent to mobile numbers of Ghana.',
    tooManyTries: 'Too many wrong codes. Please request a new one.',
    wrong: (left: number) =>
      plural(left, {
        one: 'This code is not right. # try left.',
        other: 'This code is not right. # tries left.',
      }),
    wrongLast: 'This code is not right. Please request a new one.',
  },
  nominee: {
    otherCategory: 'The contestant is not in this category',
    otherContest: 'The contestant is not in this contest',
  },
  ballot: {
    votedLater:
      'Who has voted is listed after the end, when the last votes are counted: before it, the counts would show for whom.',
    oneVote: 'In this contest each voter has one vote per category',
    oneProof: 'Enter your ballot code or your phone number, not both',
    unknownCode: 'This ballot code is not one of this contest.',
    unproven: 'Enter your ballot code, or verify the phone number that is on the list of voters.',
    notListed: 'This phone number is not on the list of voters of this contest.',
    changed: (times: number) =>
      plural(times, {
        one: 'You have changed your vote in this category # time; it cannot be changed again.',
        other: 'You have changed your vote in this category # times; it cannot be changed again.',
      }),
  },
  payment: {
    prompts: (wait: number) =>
      `This number was asked to pay several times and did not approve. Please try again in ${minutes(wait)}, or pay on the payment page.`,
    busy: (wait: number) => `Very many people are paying right now. Please try again in ${seconds(wait)}.`,
    walletLimit: (limit: string) =>
      `Many mobile-money wallets may pay at most ${limit} a day. Choose fewer votes, or pay on the payment page.`,
    promptOpen: 'Please approve the payment on your phone first, or wait until it has run out.',
    reversed: 'This payment was reversed. Please cast a new vote instead.',
    held: 'A payment for this vote is being checked. You do not need to pay again.',
    prepared: 'This payment is being prepared already.',
    notAsked: {
      otp: 'This payment does not wait for a voucher code.',
      pin: 'This payment does not wait for a PIN.',
      phone: 'This payment does not wait for a phone number.',
      birthday: 'This payment does not wait for a date of birth.',
      address: 'This payment does not wait for an address.',
    },
    unanswered: 'The payment provider did not answer. Please wait a moment; do not pay again.',
  },
};
