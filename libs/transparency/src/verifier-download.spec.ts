import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectRefused, LogFolder, ORIGIN, otherSigner, signer } from '../test/log-folder.js';

const log = new LogFolder();
const file = () => join(log.path, 'entries.jsonl');
const KEY = ['--key', signer.verifierKey(ORIGIN)];
const checkpoint = () => ['--checkpoint', join(log.path, 'checkpoint')];
const rootOf = (stdout: string) => /root (\S{44})$/m.exec(stdout)?.[1];

it.each([0, 1, 255, 256, 257, 70_000])(
  'the verifier and a download of all entries: adds up %d entries as those of the log, under the signed root, and says what it did not look at',
  (size) => {
    log.publish(size);
    const whole = log.verify();
    const found = log.verifyDownload(...checkpoint(), ...KEY);
    expect(found).toMatchObject({ status: 0, stderr: '' });
    expect(found.stdout).toContain('Not looked at: whether the site serves this log at its address.');
    expect(found.stdout).not.toContain('NOT PROVEN');
    expect(rootOf(found.stdout)).toBe(rootOf(whole.stdout));
    expect(found.stdout.match(/^ {2}0199\S+ +\d+$/gm)).toEqual(whole.stdout.match(/^ {2}0199\S+ +\d+$/gm));
  },
);

it('the verifier and a download of all entries: is no proof without the checkpoint or its key, and the program ends 1', () => {
  log.publish(300);
  const alone = log.verifyDownload();
  expect(alone).toMatchObject({ status: 1, stderr: '' });
  expect(alone.stdout).toContain('NOT PROVEN: without --checkpoint, what the file says is not signed');
  expect(rootOf(alone.stdout)).toBe(rootOf(log.verify().stdout));
  const unsigned = log.verifyDownload(...checkpoint());
  expect(unsigned).toMatchObject({ status: 1, stderr: '' });
  expect(unsigned.stdout).toContain('NOT PROVEN: without --key');
});

it('the verifier and a download of all entries: counts no more than the checkpoint covers, and refuses fewer', () => {
  log.publish(300);
  const earlier = readFileSync(join(log.path, 'checkpoint'));
  log.publish(400);
  log.put('checkpoint', earlier);
  const found = log.verifyDownload(...checkpoint(), ...KEY);
  expect(found.status).toBe(0);
  expect(found.stdout).toMatch(/^entries {2}300$[^]*^The file has 100 entries more than the checkpoint/m);
  log.publish(299);
  log.put('checkpoint', earlier);
  expectRefused(
    log.verifyDownload(...checkpoint(), ...KEY),
    'the file has 299 entries, and its checkpoint has 300',
  );
});

it.each<[string, () => unknown, RegExp]>([
  [
    'a vote was changed',
    () => writeFileSync(file(), readFileSync(file(), 'utf8').replace('"votes":1', '"votes":9')),
    /do not lead to the signed root/,
  ],
  [
    'the download broke off',
    () => writeFileSync(file(), readFileSync(file()).subarray(0, -9)),
    /ends within a line/,
  ],
  ['a line is no entry', () => appendFileSync(file(), `${'x'.repeat(70_000)}\n`), /a line that is no entry/],
  [
    'another key has signed the checkpoint',
    () => log.put('checkpoint', otherSigner.sign(ORIGIN, { size: 300, root: Buffer.alloc(32) })),
    /not signed by this key/,
  ],
])('the verifier and a download of all entries: refuses one in which %s', (_what, change, reason) => {
  log.publish(300);
  if (reason.source.includes('no entry')) log.publish(299);
  change();
  const head = reason.source.includes('no entry') ? [] : [...checkpoint(), ...KEY];
  expectRefused(log.verifyDownload(...head), reason);
});

it('the verifier and a download of all entries: is compared with an older checkpoint, with a receipt, and with a witness who cosigned its checkpoint', () => {
  log.publish(200);
  const kept = readFileSync(join(log.path, 'checkpoint'));
  log.publish(300);
  log.put('kept', kept);
  log.put('receipt', `7 ${readFileSync(file(), 'utf8').split('\n')[7]}`);
  const given = ['--older', join(log.path, 'kept'), '--receipt', join(log.path, 'receipt')];
  const found = log.verifyDownload(...checkpoint(), ...KEY, ...given);
  expect(found.stdout).toMatch(/continues the older checkpoint of 200[^]*entry 7 is in the log/);
  const witness = 'witness.test/1+d89a584a+BCCCi/XFvcrLaEhjM2wgL7VZnaSL5VlmFXQhcHBb7Kn3';
  expectRefused(
    log.verifyDownload(...checkpoint(), ...KEY, '--witness', witness),
    'is not cosigned by witness.test/1',
  );
  expect(log.verifyDownload('--older', join(log.path, 'kept')).stderr).toContain('with the key of the log');
});
