import type { Mail } from './outgoing-mail.js';

interface Reader {
  firstName: string;
  email: string;
}

const letter = (to: Reader, subject: string, paragraphs: string[]): Mail => ({
  recipient: to.email,
  subject,
  body: [`Hello ${to.firstName},`, ...paragraphs, 'The Abato team'].join('\n\n') + '\n',
});

export function approvalLetter(to: Reader, publicUrl: string): Mail {
  return letter(to, 'Your Abato account is approved', [
    'Good news: your account has been approved. You can now create hosts, contests, categories and contestants.',
    `Sign in here: ${publicUrl}/login`,
  ]);
}

export function rejectionLetter(to: Reader, reason: string): Mail {
  return letter(to, 'Your Abato registration', [
    'We could not approve your registration.',
    `Reason: ${reason}`,
    'If you think this is a mistake, please reply to this mail.',
  ]);
}

export function deletionLetter(to: Reader): Mail {
  return letter(to, 'Your Abato account was deleted', [
    'Your account has been deleted by an administrator, and your personal data with it.',
    'Your contests can no longer be seen. Records of payments are kept as the law asks.',
  ]);
}

export function resetLetter(to: Reader, link: string, minutes: number): Mail {
  return letter(to, 'Reset your Abato password', [
    `Somebody, hopefully you, asked for a new password. Choose one here within ${minutes} minutes:`,
    link,
    'The link works once. If it was not you, ignore this mail; your password stays as it is.',
  ]);
}
