import type { Mail } from './outgoing-mail.js';

interface Reader {
  firstName: string;
  email: string;
  /** Null until a mailed link was used. */
  emailVerifiedAt: Date | null;
}

/**
 * A name is text that a stranger may have typed together with another person's address. Mails to unverified addresses hold no text of
 * users, so that nothing can be advertised through them (ADR 25).
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

/** @param cash.amount as it is shown, with its currency, null of free votes; `end` when voting ends: afterwards the entry can only be rejected */
export function cashWaitsMail(
  to: Reader,
  cash: { amount: string | null; votes: number; contestTitle: string; end: Date; publicUrl: string },
): Mail {
  const contest = to.emailVerifiedAt ? `the contest "${cash.contestTitle}"` : 'a contest';
  const end = cash.end.toISOString().slice(0, 16).replace('T', ' ');
  const votes = `${cash.votes.toLocaleString('en-US')} votes`;
  const [subject, entered, source] =
    cash.amount === null
      ? [
          `${votes} entered by hand wait for your confirmation`,
          `${votes} were entered by hand in ${contest}. They count only when a second person has confirmed them.`,
          'paper ballots',
        ]
      : [
          `${cash.amount} in cash waits for your confirmation`,
          `${cash.amount} in cash was entered for ${votes} in ${contest}. They count only when a second person has confirmed the cash.`,
          'receipt',
        ];
  return mailTo(to, subject, [
    entered,
    `See the ${source} first. Then confirm or reject the entry here: ${cash.publicUrl}/admin/votes/cash`,
    `It can be confirmed while voting is open, at the latest until ${end} (Ghana time). More entries may wait there; the next mail about the same person's entries comes in an hour at the earliest.`,
  ]);
}

/** Far more new voters come to a contest than usual, and are asked for their numbers. */
export function surgeMail(
  to: Reader,
  of: { contestTitle: string; contestId: string; publicUrl: string },
): Mail {
  const contest = to.emailVerifiedAt ? `your contest "${of.contestTitle}"` : 'one of your contests';
  return mailTo(to, 'Far more votes than usual arrive in your contest', [
    `Far more votes than usual arrive in ${contest}, from voters who have not voted in it before. They may be real, and they may be a program.`,
    'While this lasts, new voters are asked to confirm their phone number before their vote counts. Who voted before votes as ever. Nothing is lost: votes of people who cannot confirm a number are held until you decide.',
    `See how votes arrive, and decide about held ones: ${of.publicUrl}/admin/votes/held?contest=${of.contestId}`,
    'If it is a program, choose "verified phone numbers" for the next contest. The next mail about this contest comes in some hours at the earliest.',
  ]);
}

export function resetMail(to: Reader, link: string, minutes: number): Mail {
  return mailTo(to, 'Reset your Abato password', [
    `A new password was asked for with your address, hopefully by you. Choose one here within ${minutes} minutes:`,
    link,
    'The link works once. If it was not you, ignore this mail; your password stays as it is.',
  ]);
}

/** To super admins. @param facts.by name of the account's owner; `number` of persons within an hour */
export function manyRevealsMail(
  to: Reader,
  facts: { by: string; number: number; reason: string; publicUrl: string; actorId: string },
): Mail {
  const { by, number, reason, publicUrl, actorId } = facts;
  return mailTo(to, `${number} persons were shown in full within an hour`, [
    to.emailVerifiedAt
      ? `${by} has looked at the full details of ${number} persons within an hour and goes on, with this reason: “${reason}”`
      : `An account has looked at the full details of ${number} persons within an hour and goes on.`,
    `What was shown is in the audit log: ${publicUrl}/admin/audit?actor=${actorId}`,
    'Ask the person. If another person used the account, delete the account or reset its password: its sessions end at once.',
  ]);
}
