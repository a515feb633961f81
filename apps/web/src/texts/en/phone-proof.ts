import { plural } from '@abato/contracts';

/** The proof of a phone number by dialling or by SMS. */
export const phoneProofTexts = {
  title: 'Confirm your number',
  sent: (phone: string, isCrowd: boolean) =>
    isCrowd
      ? `We have sent a code to ${phone}. Very many votes come from your network right now, so numbers there are proven once.`
      : `We have sent a code to ${phone}. In this contest each number is proven once, so that invented ones do not count.`,
  code: 'Code from the SMS',
  hint: '6 digits, valid for 5 minutes. It costs you nothing.',
  submit: 'Confirm and vote',
  again: 'Send another code',
  againIn: (seconds: number) =>
    seconds < 90
      ? plural(seconds, { one: 'Another code in # second', other: 'Another code in # seconds' })
      : plural(Math.ceil(seconds / 60), { other: 'Another code in # minutes' }),
  otherNumber: 'Use another number',
  dialNote: (phone: string, isCrowd: boolean) =>
    isCrowd
      ? `Very many votes come from your network right now, so numbers there are proven once. Only ${phone} itself can do it.`
      : `In this contest each number is proven once, so that invented ones do not count. Only ${phone} itself can do it.`,
  dialFrom: (phone: string) => `Dial from ${phone}: it is free`,
  dial: 'Dial now',
  dialWaiting: 'Waiting for your phone. This page goes on by itself.',
  dialled: 'Your number is confirmed.',
  dialExpired: 'This number is no longer valid.',
  dialAgain: 'Get a new number',
  or: 'or',
  bySms: 'Get a code by SMS',
  unproven: 'Send it unconfirmed',
  unprovenNote: 'The organiser then decides whether it counts.',
};
