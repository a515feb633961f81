import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { createMailTransport, type OutgoingMail } from './mail-transport.js';

interface Taken {
  from: string;
  to: string[];
  message: string;
}

let server: SMTPServer | undefined;
const taken: Taken[] = [];

/** A server on a free port. @returns its address, as in `SMTP_URL` */
async function smtpServer(options: SMTPServerOptions = {}, user = ''): Promise<string> {
  server = new SMTPServer({
    disabledCommands: ['STARTTLS', ...(user ? [] : ['AUTH'])],
    onData: (stream, { envelope }, done) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        const to = envelope.rcptTo.map(({ address }) => address);
        taken.push({ from, to, message: Buffer.concat(parts).toString() });
        done();
      });
    },
    ...options,
  });
  // Refusals of the tests are no failures of the server.
  server.on('error', () => undefined);
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  return `smtp://${user}127.0.0.1:${(listening.address() as AddressInfo).port}`;
}

beforeEach(() => {
  taken.length = 0;
});
afterEach(() => new Promise<void>((resolve) => (server ? server.close(resolve) : resolve())));

const transportTo = (SMTP_URL: string) =>
  createMailTransport({
    SMTP_URL,
    MAIL_FROM: 'Abato <votes@abato.example>',
    DATA_DIR: '/nowhere',
    PUBLIC_URL: 'https://abato.example',
  });
const mail: OutgoingMail = {
  id: '01a20432-0dd7-7332-a71b-06f30e46644f',
  recipient: 'ama@example.com',
  subject: 'Your vote for Nana Ɛsi is in',
  body: 'Medaase pa ara.\nGH₵ 5.00',
};

it('a mail arrives at an SMTP server with its sender, recipient, text and an id that stays the same', async () => {
  const send = transportTo(await smtpServer());
  await send(mail);
  await send(mail);
  expect(taken.map(({ from, to }) => ({ from, to }))).toEqual([
    { from: 'votes@abato.example', to: ['ama@example.com'] },
    { from: 'votes@abato.example', to: ['ama@example.com'] },
  ]);
  for (const { message } of taken) {
    expect(message).toContain(`Message-ID: <${mail.id}@abato.example>`);
    expect(message).toContain('To: ama@example.com');
    expect(message).toMatch(/^Subject: =\?UTF-8\?/m);
    const [, text = ''] = message.split('\r\n\r\n');
    const isBase64 = /^Content-Transfer-Encoding: base64/m.test(message);
    const plain = isBase64 ? Buffer.from(text, 'base64').toString() : decodeQuotedPrintable(text);
    expect(plain.trim().replaceAll('\r\n', '\n')).toBe(mail.body);
  }
});

it.each(['ama@example.com, eve@example.com', 'ama@example.com>\r\nRCPT TO:<eve@example.com'])(
  'an address cannot add a recipient (%j)',
  async (recipient) => {
    const send = transportTo(await smtpServer());
    await send({ ...mail, recipient }).catch(() => undefined);
    expect(taken.flatMap(({ to }) => to)).not.toContain('eve@example.com');
    expect(taken.flatMap(({ to }) => to).length).toBeLessThanOrEqual(1);
  },
);

it.each([
  [450, 'try again in five minutes'],
  [550, 'no such mailbox'],
])('a mail that the server refuses with %i is reported, not taken for sent', async (responseCode, reason) => {
  const url = await smtpServer({
    onRcptTo: (_address, _session, done) => done(Object.assign(new Error(reason), { responseCode })),
  });
  await expect(transportTo(url)(mail)).rejects.toThrow(reason);
  expect(taken).toEqual([]);
});

it('a sign-in that the server refuses is reported without the password', async () => {
  const url = await smtpServer(
    { onAuth: (_auth, _session, done) => done(new Error('unknown user')) },
    'mailer:s3cret-word@',
  );
  const refusal = await transportTo(url)(mail).catch((error: unknown) => error as Error);
  expect(refusal).toBeInstanceOf(Error);
  expect(String(refusal)).not.toContain('s3cret-word');
});

it('a server that is away is reported', async () => {
  const url = await smtpServer();
  await new Promise<void>((resolve) => server?.close(resolve));
  server = undefined;
  await expect(transportTo(url)(mail)).rejects.toThrow('ECONNREFUSED');
});

function decodeQuotedPrintable(text: string): string {
  const bytes = text
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
