import type { Mail } from './outgoing-mail.js';

interface Reader {
  firstName: string;
  email: string;
  /** Null until a mailed link was used. */
  emailVerifiedAt: Date | null;
}

/**
 * A name is text that a stranger may have typed together with another person's address. Mails to unverified addresses hold no text of
 * users, so that nothing can be advertised through them (ADR 69).
 */
const mailTo = (to: Reader, subject: string, paragraphs: string[]): Mail => ({
  recipient: to.email,
  subject,
  body:
    [to.emailVerifiedAt ? `Hello ${to.firstName},` : 'Hello,', ...paragraphs, 'The Abato team'].join('\n\n') +
    '\n',
});

/** The first mail to an address. */
export function verificationMail(email: string, link: string, hours: number): Mail {
  return mailTo({ email, firstName: '', emailVerifiedAt: null }, 'Confirm your email address for Abato', [
    `An account on Abato was registered with this email address. Confirm within ${hours} hours that it is yours:`,
    link,
    'The link works once. If you did not register, ignore this mail; without the confirmation we write nothing personal to this address.',
  ]);
}

export function approvalMail(to: Reader, publicUrl: string): Mail {
  return mailTo(to, 'Your Abato account is approved', [
    'Good news: your account has been approved. You can now create hosts, contests, categories and contestants.',
    `Sign in here: ${publicUrl}/login`,
  ]);
}

export function rejectionMail(to: Reader, reason: string): Mail {
  return mailTo(to, 'Your Abato registration', [
    'We could not approve your registration.',
    `Reason: ${reason}`,
    'If you think this is a mistake, please reply to this mail.',
  ]);
}

export function deletionMail(to: Reader): Mail {
  return mailTo(to, 'Your Abato account was deleted', [
    'Your account has been deleted by an administrator, and your personal data with it.',
    'Your contests can no longer be seen. Records of payments are kept as the law asks.',
  ]);
}

export function resetMail(to: Reader, link: string, minutes: number): Mail {
  return mailTo(to, 'Reset your Abato password', [
    `A new password was asked for with your address, hopefully by you. Choose one here within ${minutes} minutes:`,
    link,
    'The link works once. If it was not you, ignore this mail; your password stays as it is.',
  ]);
}
