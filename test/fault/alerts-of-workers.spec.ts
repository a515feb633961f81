import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { findFreePort } from '../../apps/local/src/ports.js';
import { hasPromtool } from '../operators/promtool.js';
import { aContest, database } from '../support/builders.js';
import { type Exposition, largest, scrapeUntil } from '../support/live-alerts.js';
import { withoutRight } from '../support/missing-right.js';
import { redis, useRedis } from '../support/own-redis.js';
import { payCounted } from '../support/payments.js';
import { phonesOf } from '../support/phones.js';
import { OwnProcess } from '../support/process.js';
import { testRun } from '../support/state.js';
import { castFree, waitForLog } from '../support/transparency.js';
import { orderCode } from '../support/verification.js';
import { waitFor } from '../support/wait-for.js';
import { FaultProxy } from './harness/fault-proxy.mjs';
import {
  expectAlerts,
  healthy,
  others,
  processes,
  reaching,
  running,
  until,
  useOwnPlatform,
  useSecondApi,
} from './own-platform.js';

/** Alerts about what workers do and about processes as such, each in its real fault: its rule over what the processes really export. */
(hasPromtool ? describe : describe.skip)('an alert about workers and processes', () => {
  /** Between the worker and what it hands messages to. */
  let toMails: FaultProxy;
  let toSms: FaultProxy;
  const smsSettings = () => ({ SMS_API_KEY: 'local', SMS_BASE_URL: `http://127.0.0.1:${toSms.port}` });
  let smsWorker: OwnProcess | undefined;
  const mailServer = new SMTPServer({ disabledCommands: ['STARTTLS', 'AUTH'] });

  beforeAll(async () => {
    const listening = mailServer.listen(0, '127.0.0.1');
    await once(listening, 'listening');
    const { port } = listening.address() as AddressInfo;
    toMails = await new FaultProxy(() => [port]).listen();
    toSms = await new FaultProxy(() => [Number(new URL(running.state.simulatorUrl).port)]).listen();
  });
  afterAll(async () => {
    if (smsWorker && !smsWorker.hasEnded) await smsWorker.stop();
  });
  useOwnPlatform(() => ({
    SMTP_URL: `smtp://127.0.0.1:${toMails.port}`,
    ...smsSettings(),
    // The queue of SMS has a worker of its own, which starts in the test of its alert.
    WORKER_QUEUES: 'tally,payments,mail',
  }));
  useSecondApi();
  useRedis();
  afterAll(async () => {
    await Promise.all([toMails?.close(), toSms?.close()]);
    await new Promise<void>((closed) => mailServer.close(closed));
  });

  it('fires when no worker has the queue of a job', async () => {
    const contest = await aContest().active().verifiedPhones().save();
    const before = await healthy();
    expect((await orderCode(contest, phonesOf('builders')())).status).toBe(202);
    const [job] = await waitFor(async () => {
      const waiting = await redis.lrange('bull:sms:wait', 0, -1);
      return waiting.length > 0 && waiting;
    });
    // As if it had waited longer.
    await redis.hset(`bull:sms:${job}`, 'timestamp', Date.now() - 61_000);
    const during = await reaching('abato_queue_oldest_seconds{queue="sms"}', 61);
    const port = await findFreePort();
    smsWorker = OwnProcess.start(
      testRun().buildDir,
      'worker',
      { port, metricsPort: port },
      { ...smsSettings(), WORKER_QUEUES: 'sms' },
    );
    await smsWorker.ready();
    others.push(`http://127.0.0.1:${port}/metrics`);
    const healed = await until('abato_queue_oldest_seconds{queue="sms"}', 0);
    expectAlerts(['QueueOld'], before, during, { healed });
  });

  it('fires when mails are not taken, and when receipts by SMS are not', async () => {
    const contest = await aContest().active().paid('1.00').save();
    const before = await healthy();
    const [mailPort, smsPort] = [toMails.port, toSms.port];
    await Promise.all([toMails.close(), toSms.close()]);
    await payCounted(contest, { voterEmail: 'voter@example.com' });
    /** What waits in a table is older by this. */
    const age = (outbox: string, open: string) =>
      database().query(`UPDATE ${outbox} SET created_at = created_at - interval '31 minutes' WHERE ${open}`);
    await age('mail_outbox', 'sent_at IS NULL');
    const mailsWait = await reaching('abato_mail_outbox_oldest_seconds', 1_860);
    expectAlerts(['MailsWait'], before, mailsWait);

    await age('sms_outbox', `status = 'DUE'`);
    const bothWait = await reaching('abato_sms_outbox_oldest_seconds', 1_860);
    await Promise.all([toMails.listen(mailPort), toSms.listen(smsPort)]);
    for (const outbox of ['mail_outbox', 'sms_outbox'])
      await database().query(
        `UPDATE ${outbox} SET next_attempt_at = now() WHERE next_attempt_at IS NOT NULL`,
      );
    // A worker looks at its start, and then four times a minute.
    await running.platform.service('worker').restart();
    const healed = await healthy(
      (told) => ['mail', 'sms'].every((what) => largest(told, `abato_${what}_outbox_rows`) === 0),
      'all messages to be sent',
    );
    expectAlerts(['MailsWait', 'ReceiptsWait'], before, bothWait, { healed });
  });

  it('fires when the count of a public page is no longer that of the log', async () => {
    const contest = await aContest().active().save();
    await castFree(contest);
    await waitForLog(contest, 1, 1);
    const before = await healthy();
    /** Behind the log, and a worker compares at its start. */
    const change = async (by: number) => {
      await database().query('UPDATE contestant_tallies SET votes = votes + $2 WHERE contestant_id = $1', [
        contest.contestant.id,
        by,
      ]);
      await running.platform.service('worker').restart();
    };
    await change(1);
    const during = await reaching('abato_log_differences_rows', 1);
    await change(-1);
    const healed = await until('abato_log_differences_rows', 0);
    expectAlerts(['LogDiffers'], before, during, { healed });
  });

  it('fires when a process dies again and again', async () => {
    const before = await healthy();
    const startOf = (told: Exposition[]) => largest(told, 'abato_process_started_seconds{process="worker"');
    const starts = new Set([startOf(before)]);
    const through: Exposition[][] = [];
    while (starts.size < 4) {
      await running.platform.service('worker').kill();
      await running.platform.service('worker').waitReady(180_000);
      const told = await healthy();
      starts.add(startOf(told));
      through.push(told);
    }
    const during = through.at(-1) ?? [];
    expectAlerts(['ProcessRestarts'], before, during, { through: through.slice(0, -1), healed: during });
  });

  it('fires when a migration is missing', async () => {
    const before = await healthy();
    const missing = (told: Exposition[]) =>
      told.every(({ text }) => text.includes('abato_part_works{part="migrations"} 0'));
    const { rows } = await database().query<{ timestamp: string; name: string }>(
      'DELETE FROM migrations WHERE id = (SELECT max(id) FROM migrations) RETURNING timestamp, name',
    );
    const during = await scrapeUntil(processes(), missing, 'all processes to miss a migration');
    await database().query('INSERT INTO migrations (timestamp, name) VALUES ($1, $2)', [
      rows[0]?.timestamp,
      rows[0]?.name,
    ]);
    const healed = await healthy();
    expectAlerts(['MigrationsMissing'], before, during, { healed });
  });

  it('fires when a metric cannot be read', async () => {
    const before = await healthy();
    const during = await withoutRight('SELECT ON settlement_differences', () =>
      reaching('abato_scrape_errors_total', 1),
    );
    const differences = 'abato_settlement_differences_rows';
    const healed = await reaching(differences, 0);
    expect(largest(during, differences)).toBeNaN();
    expectAlerts(['ScrapeErrors'], before, during, { againEveryMinutes: 4, healed });
  });
});
