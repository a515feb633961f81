import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { findFreePort } from '../../apps/local/src/ports.js';
import { Program, replaced, versionOf } from '../support/programs.js';
import { waitFor } from '../support/wait-for.js';
import { repository } from './kustomize.js';
import { hasPromtool } from './promtool.js';
import { alertRules } from './queries.js';

const PACKAGE = { from: 'apt-get install prometheus-alertmanager', tests: 'the tests of where alerts go' };
const hasAlertmanager = versionOf('prometheus-alertmanager', PACKAGE) !== undefined;
const test = hasAlertmanager ? it : it.skip;
const FILE = repository('deploy', 'compose', 'alertmanager.yml');
const folder = mkdtempSync(join(tmpdir(), 'abato-alertmanager-'));

interface Mail {
  to: string[];
  text: string;
}
const mails: Mail[] = [];
/** A mail server, in place of the catcher or of the operators' own. */
const mailServer = new SMTPServer({
  disabledCommands: ['STARTTLS', 'AUTH'],
  onData: (stream, { envelope }, done) => {
    const parts: Buffer[] = [];
    stream.on('data', (part: Buffer) => parts.push(part));
    stream.on('end', () => {
      mails.push({ to: envelope.rcptTo.map(({ address }) => address), text: plain(Buffer.concat(parts)) });
      done();
    });
  },
});
let url: string;
let alertmanager: Program | undefined;

/** Lines of a mail are folded (quoted-printable). */
const plain = (mail: Buffer): string =>
  mail
    .toString()
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

beforeAll(async () => {
  if (!hasAlertmanager) return;
  const listening = mailServer.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  const config = replaced(readFileSync(FILE, 'utf8'), 'mail:1025', `127.0.0.1:${port}`);
  const file = join(folder, 'alertmanager.yml');
  // A group is sent when the test says so (`sendsNow`), not when time has passed.
  writeFileSync(file, replaced(config, 'group_wait: 10s', 'group_wait: 1h'));
  const web = await findFreePort();
  url = `http://127.0.0.1:${web}`;
  const args = [`--config.file=${file}`, `--storage.path=${folder}`, `--web.listen-address=127.0.0.1:${web}`];
  alertmanager = await Program.start('prometheus-alertmanager', [...args, '--cluster.listen-address='], {
    ready: async () => (await fetch(`${url}/-/ready`)).ok,
  });
});

afterAll(async () => {
  await alertmanager?.stop();
  if (alertmanager) await new Promise<void>((resolve) => mailServer.close(resolve));
  rmSync(folder, { recursive: true });
});

const AN_HOUR_AND_MORE_MS = 4_000_000;

/** As Prometheus hands alerts over. @param began an alert that began before the time groups wait has its group sent at once */
async function fire(names: readonly string[], began = new Date()): Promise<void> {
  const alerts = names.map((name) => {
    const rule = alertRules().find(({ alert }) => alert === name);
    if (!rule) throw new Error(`there is no alert ${name}`);
    const { labels, annotations } = rule;
    return { labels: { ...labels, alertname: name }, annotations, startsAt: began.toISOString() };
  });
  const { status } = await fetch(`${url}/api/v2/alerts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(alerts),
  });
  expect(status).toBe(200);
}
const sendsNow = (): Date => new Date(Date.now() - AN_HOUR_AND_MORE_MS);

async function stateOf(name: string): Promise<string | undefined> {
  const alerts = (await (await fetch(`${url}/api/v2/alerts`)).json()) as {
    labels: { alertname: string };
    status: { state: string };
  }[];
  return alerts.find(({ labels }) => labels.alertname === name)?.status.state;
}

/** The mail that names an alert. */
const mailAbout = (name: string): Promise<Mail> =>
  waitFor(() => mails.find(({ text }) => text.includes(name)), { what: `a mail about ${name}` });

test('is a configuration that amtool takes', () => {
  const { status, stdout, stderr } = spawnSync('amtool', ['check-config', FILE], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain('SUCCESS');
});

(hasPromtool ? it : it.skip)('gets its alerts from a configuration that promtool takes', () => {
  const own = replaced(
    readFileSync(repository('deploy', 'compose', 'prometheus.yml'), 'utf8'),
    '/etc/prometheus/alerts/',
    `${repository('monitoring', 'alerts')}/`,
  );
  const file = join(folder, 'prometheus.yml');
  writeFileSync(file, own);
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'config', file], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain('2 rule files found');
});

test('mails critical alerts together, with what to do, and without what follows from a database that is away', async () => {
  const critical = ['PostgresDown', 'ServerErrors'];
  await fire([...critical, 'ScrapeErrors', 'SlowCasts']);
  for (const name of ['ServerErrors', 'ScrapeErrors', 'SlowCasts'])
    await waitFor(async () => (await stateOf(name)) === 'suppressed', { what: `${name} to be held back` });
  expect(await stateOf('PostgresDown')).not.toBe('suppressed');
  await fire(['ApiDown'], sendsNow());
  const mail = await mailAbout('ApiDown');
  expect(mail.to).toEqual(['operators@abato.test']);
  expect(mail.text).toContain('PostgresDown');
  expect(mail.text).toContain('docs/runbook.md#postgres-down');

  // Warnings come in a mail of their own, less often.
  await fire(['RedisDown'], sendsNow());
  const warning = await mailAbout('RedisDown');
  expect(warning.text).not.toContain('PostgresDown');
  expect(mails.map(({ text }) => /ServerErrors|ScrapeErrors|SlowCasts/.exec(text))).toEqual([null, null]);
});
