import { pluralIn } from '../plural.js';

const plural = pluralIn('en');
const freeVotes = (count: number): string => plural(count, { one: '# free vote', other: '# free votes' });
const minutes = (count: number): string => plural(count, { one: '# minute', other: '# minutes' });

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
  unpaid: {
    phone: (most: number, wait: number) =>
      `${most} votes with this number wait for payment. Please pay for one of them, or try again in ${minutes(wait)}.`,
    address: (wait: number) =>
      `Too many votes from your network wait for payment. Please try again in ${minutes(wait)}.`,
  },
  code: {
    notAsked: 'This contest does not ask for verified phone numbers.',
    notMobile: 'Codes can only be sent to mobile numbers of Ghana.',
    tooManyTries: 'Too many wrong codes. Please request a new one.',
    wrong: (left: number) =>
      plural(left, {
        one: 'This code is not right. # try left.',
        other: 'This code is not right. # tries left.',
      }),
    wrongLast: 'This code is not right. Please request a new one.',
  },
};
