import { transformFile } from '@swc/core';
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { settingsFrom } from '../src/core/settings.js';
import { Client, Merchant, SECRET_KEY } from './harness.js';

const ROOT = join(import.meta.dirname, '../../..');
const SOURCE = join(ROOT, 'apps/simulator/src');
/** Below the repository, where the packages are found. */
const BUILT = join(ROOT, `.cache/simulator-${process.pid}`);

/** The simulator as a process of its own, with no compiler in it. */
async function build(): Promise<void> {
  await cp(SOURCE, BUILT, { recursive: true });
  const files = await readdir(SOURCE, { recursive: true });
  for (const file of files.filter((name) => name.endsWith('.ts'))) {
    const { code } = await transformFile(join(SOURCE, file), { sourceMaps: false, swcrc: true });
    await writeFile(join(BUILT, file.replace(/\.ts$/, '.js')), code);
  }
}

const dataFile = join(BUILT, 'data.jsonl');
let merchant: Merchant;
let child: ChildProcess | undefined;

beforeAll(async () => {
  await build();
  merchant = await Merchant.open();
});
afterEach(async () => {
  if (child && child.exitCode === null && child.signalCode === null) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
});
afterAll(async () => {
  await merchant.close();
  await rm(BUILT, { recursive: true, force: true });
});

/** Started and heard to be ready. */
async function started(): Promise<Client> {
  child = fork(join(BUILT, 'main.js'), {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: {
      ...process.env,
      NODE_ENV: 'test',
      NODE_OPTIONS: '',
      LOG_LEVEL: 'info',
      SIMULATOR_PORT: '0',
      SIMULATOR_WEBHOOK_URL: merchant.url,
      SIMULATOR_DATA_FILE: dataFile,
      SIMULATOR_RETRY_SCALE: '0.001',
      PAYSTACK_SECRET_KEY: SECRET_KEY,
    },
  });
  const ready = once(child, 'message');
  let output = '';
  const listening = new Promise<void>((resolve) => {
    child?.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('"listening"')) resolve();
    });
  });
  expect(await ready).toMatchObject([{ type: 'ready' }, undefined]);
  await listening;
  const line = output.split('\n').find((text) => text.includes('"listening"')) ?? '{}';
  return new Client((JSON.parse(line) as { url: string }).url);
}

it('the simulator as a process forgets nothing it acknowledged when it is killed', async () => {
  let client = await started();
  const paid = await client.paidReference({ reference: 'paid-1' });
  await merchant.got(1);
  const open = await client.newReference({ reference: 'open-1' });
  const page = String((await client.call('GET', `/simulator/transactions/${open}`)).json.checkout);
  const { id } = (await client.call('POST', '/refund', { transaction: paid, amount: 100 })).data;
  await client.next({ amount: 123 });
  // A webhook nobody took is still owed.
  merchant.answers.push(...Array.from({ length: 50 }, () => 503));
  await client.complete(open);
  await merchant.got(3);
  child?.kill('SIGKILL');
  if (child) await once(child, 'exit');
  merchant.answers.length = 0;

  client = await started();
  expect((await client.verify(paid)).data).toMatchObject({ status: 'success', amount: 500 });
  expect((await fetch(client.url + page)).status).toBe(200);
  const owed = await client.until(
    () => client.call('GET', `/refund/${String(id)}`),
    ({ data }) => data.status === 'processed',
  );
  expect(owed.data.amount).toBe(100);
  expect(await client.totals()).toMatchObject({ paid: 1000, refunded: 100, net: 900 });
  const again = await client.paidReference();
  expect((await client.verify(again)).data.amount).toBe(123);
  await client.until(
    () => client.call('GET', '/simulator/webhooks'),
    ({ json }) => Array.isArray(json) && json.length === 0,
  );
  expect(merchant.received.filter(({ data }) => data.reference === open).length).toBeGreaterThan(0);
});

it('the simulator as a process stops with 0 when asked, and when its parent goes', async () => {
  await started();
  child?.kill('SIGTERM');
  if (child) expect(await once(child, 'exit')).toEqual([0, null]);
  await started();
  // A parent that is killed takes the log's reader with it.
  child?.stdout?.destroy();
  child?.disconnect();
  if (child) expect(await once(child, 'exit')).toEqual([0, null]);
});

it('the simulator as a process does not start in production, with a live key, or with a setting that is wrong', () => {
  expect(() => settingsFrom({ NODE_ENV: 'production' })).toThrow('production');
  expect(() => settingsFrom({ PAYSTACK_SECRET_KEY: 'sk_live_1' })).toThrow('PAYSTACK_SECRET_KEY');
  expect(() => settingsFrom({ SIMULATOR_PORT: 'http', SIMULATOR_WEBHOOK_URL: 'x' })).toThrow(
    /SIMULATOR_PORT.*SIMULATOR_WEBHOOK_URL/,
  );
  expect(settingsFrom({}).SIMULATOR_PORT).toBe(3001);
});
