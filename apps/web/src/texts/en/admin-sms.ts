import { plural } from './plural';

/** What a contest has sent by SMS. */
export const adminSms = {
  title: 'Messages by SMS',
  lead: 'Codes that confirm numbers, receipts and messages about refunds.',
  sent: 'Sent',
  messages: (count: number) => plural(count, 'message', 'messages'),
  arrived: 'Arrived',
  arrivedValue: (delivered: number, failed: number) =>
    `${delivered.toLocaleString('en-US')}${failed ? `, ${failed.toLocaleString('en-US')} not` : ''}`,
  cost: 'Cost',
  costNote: (price: string) => `${price} for each message of up to 160 letters`,
  today: 'Codes today',
  todayValue: (codes: number, most: number) =>
    `${codes.toLocaleString('en-US')} of ${most.toLocaleString('en-US')}`,
  usedUp: 'All codes of today are used',
  usedUpDial: 'Voters can still confirm their number by dialling. Codes by SMS go on tomorrow (UTC).',
  usedUpWait: 'Voters who have not confirmed their number yet can do so tomorrow (UTC).',
  free: 'Confirming a number by dialling costs nothing.',
};
