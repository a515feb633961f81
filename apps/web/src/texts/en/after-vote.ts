import { plural } from '@abato/contracts';

/** Of votes whose money went back, or a part of it. */
export const votesAfterRefund = (cast: string, counted: string, returned: string) =>
  `${cast} cast, ${counted} counted after a refund of ${returned}`;

/** After a vote that counts, free or paid. */
export const doneTexts = {
  title: (votes: number) => plural(votes, { one: 'Your vote is in', other: 'Your # votes are in' }),
  leads: (name: string, votes: number) =>
    `${name} leads, ${plural(votes, { one: '# vote', other: '# votes' })} ahead.`,
  alone: (name: string) => `${name} leads.`,
  level: (name: string, rank: string) => `${name} is ${rank}, level with another nominee.`,
  behind: (name: string, rank: string, votes: number, next: string) =>
    `${name} is ${rank}, ${plural(votes, { one: '# vote', other: '# votes' })} behind ${next}.`,
  hidden: (name: string) => `Counted for ${name}. The organiser shows the ranking later.`,
  code: 'Receipt code',
  copy: 'Copy the code',
  copied: 'The code is copied.',
  copyFailed: 'Copying is not possible here. Please write the code down.',
  find: 'Find my vote',
  checkInLog: 'Check that your vote is in the public log',
  download: 'Download the signed receipt',
  showQr: 'Show the QR code of this receipt',
  hideQr: 'Hide the QR code of this receipt',
  qr: (code: string) => `QR code that leads to the receipt ${code}`,
  share: 'Share',
  shareText: (name: string, title: string, code: string) =>
    `I voted for ${name} (code ${code}) – ${title}. Vote here:`,
  linkCopied: 'The link is copied.',
  again: 'Vote again',
  close: 'Close',
};
