import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { aUser, closeDatabase } from '../support/builders.js';
import { testState } from '../support/state.js';
import { waitFor } from '../support/wait-for.js';

afterAll(closeDatabase);

it('a mail without an SMTP server becomes a readable file, once', async () => {
  const [admin, user] = await Promise.all([aUser().superAdmin().save(), aUser().pending().save()]);
  await admin.api.put(`/users/${user.id}/reject`, { reason: 'The paper is unreadable – “café”' });
  const folder = join(testState().dataDir, 'mail');
  const mails = async () => {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.eml'));
    const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
    return texts.filter((text) => text.includes(`To: ${user.email}`));
  };
  const [mail] = await waitFor(async () => {
    const found = await mails();
    return found.length ? found : null;
  });
  expect(mail).toContain('Subject: Your Abato registration');
  expect(mail).toContain('From: Abato <no-reply@abato.test>');
  expect(await mails()).toHaveLength(1);
});
