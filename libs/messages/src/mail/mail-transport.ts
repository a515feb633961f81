import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createTransport } from 'nodemailer';
import { type Environment, SWITCHED_OFF } from '@abato/platform';

export interface OutgoingMail {
  id: string;
  recipient: string;
  subject: string;
  body: string;
}

/** Hands a mail to the delivering service. Rejects when it was not taken; `off` when the operator wants no mails. */
export type MailTransport = (mail: OutgoingMail) => Promise<void | 'off'>;

/** An SMTP server that does not answer must not hold a worker. */
const SMTP_TIMEOUT_MS = 20_000;

/** By SMTP when `SMTP_URL` is set, not at all when it is `none`, else (never in production) as `.eml` files under `DATA_DIR/mail`. */
export function createMailTransport(
  env: Pick<Environment, 'SMTP_URL' | 'MAIL_FROM' | 'DATA_DIR' | 'PUBLIC_URL'>,
): MailTransport {
  if (env.SMTP_URL === SWITCHED_OFF) return async () => 'off';
  return env.SMTP_URL ? smtpTransport(env) : fileTransport(env);
}

function smtpTransport(env: Pick<Environment, 'SMTP_URL' | 'MAIL_FROM' | 'PUBLIC_URL'>): MailTransport {
  const smtp = createTransport({
    url: env.SMTP_URL,
    connectionTimeout: SMTP_TIMEOUT_MS,
    greetingTimeout: SMTP_TIMEOUT_MS,
    socketTimeout: SMTP_TIMEOUT_MS,
  });
  return async (mail) => {
    await smtp.sendMail(messageOf(mail, env));
  };
}

function fileTransport(env: Pick<Environment, 'MAIL_FROM' | 'DATA_DIR' | 'PUBLIC_URL'>): MailTransport {
  const folder = resolve(env.DATA_DIR, 'mail');
  const composer = createTransport({ streamTransport: true, buffer: true });
  return async (mail) => {
    const { message } = await composer.sendMail(messageOf(mail, env));
    await mkdir(folder, { recursive: true, mode: 0o700 });
    // Ids grow with time: the folder lists mails in their order. Renamed when complete, so that half a mail is never read.
    const file = join(folder, `${mail.id}.eml`);
    // Other accounts of the machine may not read links that set a password.
    await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 });
    await rename(`${file}.part`, file);
  };
}

function messageOf(mail: OutgoingMail, env: Pick<Environment, 'MAIL_FROM' | 'PUBLIC_URL'>) {
  return {
    from: env.MAIL_FROM,
    // An object, never text to be parsed: an address cannot add recipients.
    to: { name: '', address: mail.recipient },
    subject: mail.subject,
    text: mail.body,
    // The same for every try of the same mail, so that a mailbox can tell a repetition.
    messageId: `<${mail.id}@${new URL(env.PUBLIC_URL).hostname}>`,
  };
}
