import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { aUser } from '../support/builders.js';
import { testState } from '../support/state.js';
import { waitFor } from '../support/wait-for.js';

it('a mail without an SMTP server becomes a file that its owner alone may read, once', async () => {
  const [admin, user] = await Promise.all([aUser().superAdmin().save(), aUser().pending().save()]);
  await admin.api.put(`/users/${user.id}/reject`, { reason: 'The paper is unreadable – “café”' });
  const folder = join(testState().dataDir, 'mail');
  const mails = async () => {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.eml'));
    const files = await Promise.all(
      names.map(async (name) => ({
        text: await readFile(join(folder, name), 'utf8'),
        mode: (await stat(join(folder, name))).mode & 0o777,
      })),
    );
    return files.filter(({ text }) => text.includes(`To: ${user.email}`));
  };
  const [mail] = await waitFor(async () => {
    const found = await mails();
    return found.length ? found : null;
  });
  expect(mail?.mode).toBe(0o600);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  expect(mail?.text).toContain('Subject: Your Abato registration');
  expect(mail?.text).toContain('From: Abato <no-reply@abato.test>');
  expect(await mails()).toHaveLength(1);
});
