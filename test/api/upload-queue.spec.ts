import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import type { HostView } from '@abato/contracts';
import { startApiProcess } from '../support/api-process.js';
import { aUser, type BuiltUser } from '../support/builders.js';
import { ApiClient } from '../support/http.js';
import { aPicture } from '../support/pictures.js';
import type { TestPlatform } from '../support/platform.js';
import { waitFor } from '../support/wait-for.js';

/** A process of its own: its places are full during this test. */
let api: TestPlatform;
let users: BuiltUser[];
let picture: Buffer;
beforeAll(async () => {
  api = await startApiProcess();
  users = await Promise.all(Array.from({ length: 4 }, () => aUser().save()));
  picture = Buffer.from(await (await aPicture({ width: 300, height: 200 })).arrayBuffer());
});
afterAll(() => api.platform.destroy());

const TEXTS = { name: 'H', email: 'h@h.example', phone: '0241234567', description: 'D' };
const userOf = (index: number): BuiltUser => users[index] as BuiltUser;
const clientOf = (user: BuiltUser): ApiClient => new ApiClient(api.baseUrl, user.token);
const upload = (user: BuiltUser) => {
  const data = new FormData();
  for (const [field, value] of Object.entries(TEXTS)) data.set(field, value);
  data.set('logo', new Blob([new Uint8Array(picture)]), 'a.png');
  return clientOf(user).post<HostView>('/hosts', data);
};

interface OpenUpload {
  finish: () => void;
  abort: () => void;
  /** Resolves with the status, or with 0 when the connection was closed. */
  status: Promise<number>;
}

/** An upload that sends all but the end of its picture, and the rest when it is told to. */
function openUpload(user: BuiltUser): OpenUpload {
  const boundary = 'boundary-of-the-test';
  const fields = Object.entries(TEXTS).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const start = `${fields.join('')}--${boundary}\r\nContent-Disposition: form-data; name="logo"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(start), picture, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  const open = request(`${api.baseUrl}/api/hosts`, {
    method: 'POST',
    agent: false,
    headers: {
      authorization: `Bearer ${user.token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': body.length,
    },
  });
  const status = new Promise<number>((resolve) => {
    open.on('response', (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    open.on('error', () => resolve(0));
  });
  open.write(body.subarray(0, body.length - 40));
  return {
    finish: () => open.end(body.subarray(body.length - 40)),
    abort: () => open.destroy(),
    status,
  };
}

async function inHand(): Promise<{ held: number; waiting: number; decodes: number }> {
  const lines = (await (await fetch(api.state.metricsUrl)).text()).split('\n');
  const value = (start: string): number =>
    Number(lines.find((line) => line.startsWith(`${start} `))?.slice(start.length + 1));
  return {
    held: value('abato_uploads{state="held"}'),
    waiting: value('abato_uploads{state="waiting"}'),
    decodes: value('abato_picture_decodes_total'),
  };
}
const waitForHand = (held: number, waiting: number): Promise<unknown> =>
  waitFor(
    async () => {
      const now = await inHand();
      return now.held === held && now.waiting === waiting;
    },
    { what: `${held} uploads held and ${waiting} waiting` },
  );
const files = (): string[] => {
  try {
    return readdirSync(join(api.state.dataDir, 'uploads'));
  } catch {
    return [];
  }
};

it('refuses uploads beyond its places while reads go on, then takes all that waited', async () => {
  const [busy, second, third, late] = [userOf(0), userOf(1), userOf(2), userOf(3)];
  const open = Array.from({ length: 8 }, () => openUpload(busy));
  await waitForHand(2, 6);
  const ninth = await upload(busy);
  expect([ninth.status, ninth.code, ninth.headers.get('retry-after')]).toEqual([503, 'OVERLOADED', '5']);
  // One organiser's uploads leave room for the others'.
  expect((await upload(late)).status).toBe(201);

  open.push(...[second, third].flatMap((user) => Array.from({ length: 8 }, () => openUpload(user))));
  await waitForHand(4, 20);
  const refused = await upload(late);
  expect([refused.status, refused.code, refused.headers.get('retry-after')]).toEqual([
    503,
    'OVERLOADED',
    '5',
  ]);
  expect((await clientOf(late).get('/contests/public')).status).toBe(200);
  expect((await clientOf(late).get('/hosts')).status).toBe(200);
  expect((await clientOf(late).post('/hosts', TEXTS)).status).toBe(201);
  expect((await inHand()).decodes).toBe(1);

  for (const one of open) one.finish();
  expect(await Promise.all(open.map(({ status }) => status))).toEqual(Array<number>(24).fill(201));
  await waitForHand(0, 0);
  expect((await upload(late)).status).toBe(201);
  // Four files per stored picture; the two refused ones left none.
  expect(files()).toHaveLength(26 * 4);
});

it('gives the place of a broken connection away and keeps nothing of its upload', async () => {
  const before = files();
  const open = [openUpload(userOf(0)), openUpload(userOf(0)), openUpload(userOf(0))];
  await waitForHand(2, 1);
  for (const one of open) one.abort();
  await waitForHand(0, 0);
  expect(await Promise.all(open.map(({ status }) => status))).toEqual([0, 0, 0]);
  expect(files()).toEqual(before);
});
