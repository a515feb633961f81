import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Transactions } from '@abato/database';
import type { Sweeps } from '@abato/jobs';
import { WitnessCalls } from '@abato/testing/transparency';
import { database, sql } from '../support/builders.js';
import {
  castFree,
  freeContest,
  logOf,
  startWitness,
  TEST_WITNESS,
  waitForLog,
} from '../support/transparency.js';

/** Witnesses that refuse or do not answer: they hold up neither each other nor other logs (ADR 111). */

/** A program of the verifier, which has no types. */
const COSIGNATURE: string = '../../apps/verifier/src/witness-key.mjs';
interface Cosignature {
  WitnessKey: new (secret: string) => { cosign: (note: string, at: Date) => string };
}

let server: Server;
let answer: (response: ServerResponse, body: string) => void;

/** Bodies that arrived. */
let asked: string[];
let now: Date;
let calls: WitnessCalls;

/** What the worker runs, and how often. */
let swept: Parameters<Sweeps['add']>[];

beforeEach(async () => {
  asked = [];
  now = new Date();
  server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts).toString();
      asked.push(body);
      answer(response, body);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const settings = {
    LOG_WITNESSES: TEST_WITNESS.line,
    LOG_WITNESS_URLS: `witness.test/1=http://127.0.0.1:${port}`,
  };
  swept = [];
  const sweeps = {
    add: (...sweep: Parameters<Sweeps['add']>) => void swept.push(sweep),
  } as unknown as Sweeps;
  calls = new WitnessCalls(new Transactions(database()), { now: () => now }, settings, sweeps);
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});
const refuse = (status: number, text = 'no\n') => {
  answer = (response) => response.writeHead(status).end(text);
};
const later = (ms: number) => {
  now = new Date(now.getTime() + ms);
};

it('a witness that is sent checkpoints is sent one that it refused again after a minute, then after two, and nothing of it in between', async () => {
  const { id } = await freeContest(1);
  refuse(403);
  const send = () => calls.sendAll(undefined, id);
  await expect(send()).rejects.toThrow('answers 403');
  await send();
  expect(asked).toHaveLength(1);
  later(60_000);
  await expect(send()).rejects.toThrow('answers 403');
  later(119_000);
  await send();
  expect(asked).toHaveLength(2);
  later(1_000);
  await expect(send()).rejects.toThrow('answers 403');
  expect(asked).toHaveLength(3);
});

it('a witness that is sent checkpoints is left alone until the next run when it does not answer', async () => {
  for (let nr = 0; nr < 8; nr++) await freeContest(1);
  answer = (response) => response.destroy();
  await expect(calls.sendAll()).rejects.toThrow('does not answer');
  // As many as are sent at once.
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.length).toBeLessThanOrEqual(4);
  const first = new Set(asked);
  asked = [];
  await expect(calls.sendAll()).rejects.toThrow('does not answer');
  // Others go first.
  expect(asked.filter((body) => first.has(body))).toEqual([]);
});

it('a witness that is sent checkpoints is asked again with the next run, ten seconds later, when it did not answer, and no log waits for it', async () => {
  const contest = await freeContest(1);
  const send = () => calls.sendAll(undefined, contest.id);
  answer = (response) => response.destroy();
  await expect(send()).rejects.toThrow('does not answer');
  await castFree(contest);
  await waitForLog(contest, 2, 2);
  await expect(send()).rejects.toThrow('does not answer');
  asked = [];
  expect(swept.map(([name, everyMs]) => [name, everyMs])).toEqual([['witnesses', 10_000]]);
  later(10_000);
  const { WitnessKey } = (await import(COSIGNATURE)) as Cosignature;
  answer = (response, body) => {
    const note = body.slice(body.indexOf('\n\n') + 2);
    response.end(`${new WitnessKey(TEST_WITNESS.secret).cosign(note, now)}\n`);
  };
  await send();
  expect(asked).toHaveLength(1);
  const witnessed = await fetch(`${logOf(contest)}/witnessed/${TEST_WITNESS.id}`);
  expect((await witnessed.text()).split('\n')[1]).toBe('3');
});

it('a witness that is sent checkpoints is asked once more when it names another size than the site knows, and not for ever', async () => {
  const contest = await freeContest(2);
  let seen = 0;
  answer = (response) => response.writeHead(409).end(`${++seen % 3}\n`);
  await expect(calls.sendAll(undefined, contest.id)).rejects.toThrow('answers 409');
  expect(asked.map((body) => body.split('\n')[0])).toEqual(['old 0', 'old 1']);
});

it.each([
  ['a cosignature of another checkpoint', 'made with its key'],
  ['a line of another key', '— witness.test/1 AAAAAAAAAAAAAAAA\n'],
  ['an answer without end', 'x'.repeat(1 << 20)],
])('a witness that is sent checkpoints %s is not kept', async (_, text) => {
  const { id } = await freeContest(1);
  const { WitnessKey } = (await import(COSIGNATURE)) as Cosignature;
  const other = new WitnessKey(TEST_WITNESS.secret).cosign('another.example/log\n1\nAAAA\n\n', now);
  refuse(200, text === 'made with its key' ? `${other}\n` : text);
  await expect(calls.sendAll(undefined, id)).rejects.toThrow('has not cosigned the checkpoint');
  expect(await sql`SELECT FROM log_cosignatures WHERE contest_id = ${id}`).toHaveLength(0);
});

it('a witness that is sent checkpoints is not followed to another address', async () => {
  const { id } = await freeContest(1);
  answer = (response) => response.writeHead(307, { location: '/elsewhere' }).end();
  await expect(calls.sendAll(undefined, id)).rejects.toThrow('does not answer');
  expect(asked).toHaveLength(1);
});

it('a sender that stops within its request keeps the witness neither from others nor from stopping', async () => {
  const contest = await freeContest(1);
  const folder = mkdtempSync(join(tmpdir(), 'abato-witness-'));
  writeFileSync(join(folder, 'key'), `${TEST_WITNESS.secret}\n`);
  const logKey = await (await fetch(`${logOf(contest)}/key`)).text();
  const files = ['--key', join(folder, 'key'), '--state', join(folder, 'state')];
  const running = await startWitness(...files, '--log-key', logKey.trim());
  const slow = connect(Number(new URL(running.address).port), '127.0.0.1');
  try {
    await once(slow, 'connect');
    slow.on('error', () => undefined);
    slow.write(
      'POST /add-checkpoint HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\nExpect: 100-continue\r\n\r\n',
    );
    // The program has begun to wait for the body.
    await once(slow, 'data');
    slow.write('old');
    const answered = await fetch(`${running.address}/add-checkpoint`, { method: 'POST', body: 'nothing\n' });
    expect(answered.status).toBe(400);
    expect(slow.destroyed).toBe(false);
  } finally {
    await running.stop();
    slow.destroy();
    rmSync(folder, { recursive: true });
  }
});
