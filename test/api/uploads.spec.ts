import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import sharp from 'sharp';
import type { ContestView, HostView } from '@abato/contracts';
import { aContest, aUser, type BuiltContest, type BuiltUser, sql } from '../support/builders.js';
import { type ApiAnswer, ApiClient, formOf } from '../support/http.js';
import { aPicture } from '../support/pictures.js';
import { testState } from '../support/state.js';
import { waitFor } from '../support/wait-for.js';
import { useApiProcess } from '../support/api-process.js';
import { expectRefusal } from '../support/refusal.js';

const owner = await aUser().save();
/** A process of its own: its places are full during a test, and no other file's pictures are in its folder. */
const api = useApiProcess();
const HOST = { name: 'H', email: 'h@h.example', phone: '0241234567', description: 'D' };
const form = (picture: Blob | null, name = 'logo.png', fields: Record<string, string> = {}): FormData =>
  formOf({ ...HOST, ...fields }, picture ? { logo: new File([picture], name, picture) } : {});
const upload = (picture: Blob | null, name?: string, fields?: Record<string, string>) =>
  owner.api.post<HostView>('/hosts', form(picture, name, fields));
const clientOf = (user: BuiltUser): ApiClient => new ApiClient(api.baseUrl, user.token);
const ownFiles = (): string[] => {
  try {
    return readdirSync(join(api.state.dataDir, 'uploads'));
  } catch {
    return [];
  }
};
const hosts = async (): Promise<number> =>
  (await sql`SELECT 1 FROM hosts WHERE user_id = ${owner.id}`).length ?? 0;
const fetchFile = (path: string) => fetch(`${testState().baseUrl}${path}`);

it.each(['png', 'jpeg', 'gif', 'webp'] as const)(
  'a picture may be a %s, whatever its name says',
  async (format) => {
    const answer = await upload(await aPicture({ format, width: 900, height: 600 }), 'picture.exe');
    expect(answer.status).toBe(201);
    const served = await fetchFile(answer.data.logo ?? '');
    expect(served.headers.get('content-type')).toBe('image/webp');
    expect(served.headers.get('x-content-type-options')).toBe('nosniff');
    expect(served.headers.get('cache-control')).toContain('immutable');
    const { width, height } = await sharp(Buffer.from(await served.arrayBuffer())).metadata();
    expect([width, height]).toEqual([640, 427]);
  },
);

it('a picture comes in the sizes that pages need, with a JPEG for old readers, and is never enlarged', async () => {
  const { data } = await upload(await aPicture({ width: 1000, height: 500 }));
  const stem = data.logo?.replace('-640.webp', '') ?? '';
  const widths = [];
  for (const name of ['-320.webp', '-640.webp', '-1280.webp', '-640.jpg']) {
    const bytes = Buffer.from(await (await fetchFile(stem + name)).arrayBuffer());
    widths.push((await sharp(bytes).metadata()).width);
  }
  expect(widths).toEqual([320, 640, 1000, 640]);
});

it('a picture loses its metadata: where and with what it was taken is nobody’s business', async () => {
  const picture = await aPicture({ format: 'jpeg', exif: true });
  expect(Buffer.from(await picture.arrayBuffer()).includes('SecretModel')).toBe(true);
  const { data } = await upload(picture);
  for (const path of [data.logo ?? '', (data.logo ?? '').replace('.webp', '.jpg')]) {
    const bytes = Buffer.from(await (await fetchFile(path)).arrayBuffer());
    expect(bytes.includes('SecretModel')).toBe(false);
    expect((await sharp(bytes).metadata()).exif).toBeUndefined();
  }
});

it('a picture is replaced by a newer one, and the old files go', async () => {
  const created = await upload(await aPicture());
  const form = formOf({}, { logo: await aPicture() });
  const changed = await owner.api.put<HostView>(`/hosts/${created.data.id}`, form);
  expect(changed.data).toMatchObject({ name: 'H' });
  expect(changed.data.logo).not.toBe(created.data.logo);
  expect((await fetchFile(created.data.logo ?? '')).status).toBe(404);
  expect((await owner.api.delete(`/hosts/${created.data.id}`)).status).toBe(200);
  expect((await fetchFile(changed.data.logo ?? '')).status).toBe(404);
});

describe('an existing picture', () => {
  it.each([
    ['JSON null', { logo: null }],
    ['removeLogo in JSON', { removeLogo: true }],
    ['removeLogo in a form', formOf({ removeLogo: 'true' })],
  ])('is removed from a host by %s, and its files go', async (_, body) => {
    const { data } = await upload(await aPicture());
    const changed = await owner.api.put<HostView>(`/hosts/${data.id}`, body);
    expect([changed.status, changed.data.logo, changed.data.name]).toEqual([200, null, 'H']);
    expect((await fetchFile(data.logo ?? '')).status).toBe(404);
  });

  it('is removed from a contest', async () => {
    const contest = await aContest().ownedBy(owner).save();
    const path = `/contests/${contest.id}`;
    const { data } = await owner.api.put<ContestView>(path, formOf({}, { banner: await aPicture() }));
    expect((await fetchFile(data.banner ?? '')).status).toBe(200);
    expect((await owner.api.put<ContestView>(path, formOf({ removeBanner: 'true' }))).data.banner).toBeNull();
    expect((await fetchFile(data.banner ?? '')).status).toBe(404);
  });

  it('stays when a change does not name it or says false', async () => {
    const { data } = await upload(await aPicture());
    for (const body of [{ name: 'I' }, { logo: 'text' }, formOf({ removeLogo: 'false' })])
      expect((await owner.api.put<HostView>(`/hosts/${data.id}`, body)).data.logo).toBe(data.logo);
    expect((await owner.api.put(`/hosts/${data.id}`, formOf({ removeLogo: 'yes' }))).status).toBe(400);
    expect((await fetchFile(data.logo ?? '')).status).toBe(200);
  });

  it('is replaced when a new one comes with a request to remove it', async () => {
    const { data } = await upload(await aPicture());
    const both = formOf({ removeLogo: 'true' });
    both.set('logo', await aPicture(), 'b.png');
    const changed = await owner.api.put<HostView>(`/hosts/${data.id}`, both);
    expect(changed.data.logo).toEqual(expect.any(String));
    expect((await fetchFile(changed.data.logo ?? '')).status).toBe(200);
    expect(changed.data.logo).not.toBe(data.logo);
  });

  it('cannot be removed from a contestant, who must have a photo', async () => {
    const contest = await aContest().ownedBy(owner).save();
    const answer = await owner.api.put(`/contestants/${contest.contestant.id}`, { photo: null });
    expect([answer.status, answer.message]).toEqual([400, 'Photo is required']);
  });
});

const svg = new Blob(['<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'], {
  type: 'image/png',
});
const bomb = async () =>
  new Blob([
    new Uint8Array(
      await sharp({
        create: { width: 8_000, height: 6_000, channels: 3, background: 'white' },
        limitInputPixels: false,
      })
        .png()
        .toBuffer(),
    ),
  ]);
it.each([
  ['an SVG under a PNG’s name', () => svg, 400, 'UPLOAD_TYPE'],
  ['a text', () => new Blob(['hello']), 400, 'UPLOAD_TYPE'],
  [
    'half a PNG',
    async () => new Blob([new Uint8Array(await (await aPicture()).arrayBuffer()).slice(0, 500)]),
    400,
    'UPLOAD_UNREADABLE',
  ],
  ['more than 5 MB', () => new Blob([new Uint8Array(5 * 1024 * 1024 + 1)]), 413, 'UPLOAD_TOO_LARGE'],
  ['more than 40 megapixels', bomb, 413, 'UPLOAD_TOO_LARGE'],
])('a refused upload leaves no file and no row: %s', async (_, picture, status, code) => {
  const before = [ownFiles(), await hosts()];
  expect(await clientOf(owner).post('/hosts', form(await picture()))).toMatchObject({ status, code });
  expect([ownFiles(), await hosts()]).toEqual(before);
});

it('a refused upload leaves no file and no row: a good picture with a bad field', async () => {
  const before = ownFiles();
  const answer = await clientOf(owner).post('/hosts', form(await aPicture(), 'a.png', { name: ' ' }));
  expect([answer.status, answer.message]).toEqual([400, 'Name is required']);
  expect(ownFiles()).toEqual(before);
});

it('a refused upload leaves no file and no row: a good picture for another organiser’s host', async () => {
  const created = await upload(null);
  const stranger = await aUser().save();
  const before = ownFiles();
  const answer = await clientOf(stranger).put(`/hosts/${created.data.id}`, form(await aPicture()));
  expect(answer.status).toBe(404);
  expect(ownFiles()).toEqual(before);
});

describe('is refused before its picture is looked at:', () => {
  const noPicture = new Blob(['not a picture']);
  let stranger: BuiltUser;
  let theirs: BuiltContest;
  let own: BuiltContest;
  let ended: BuiltContest;
  beforeAll(async () => {
    stranger = await aUser().save();
    theirs = await aContest().ownedBy(stranger).save();
    own = await aContest().ownedBy(owner).withContestants(1, 1).save();
    ended = await aContest().ownedBy(owner).ended().save();
  });
  const withPicture = (field: string, fields: Record<string, string>): FormData =>
    formOf(fields, { [field]: noPicture });
  const texts = { title: 'T', description: 'D' };
  const dates = { startDate: '2026-12-01T00:00:00Z', endDate: '2026-12-02T00:00:00Z' };
  const contestant = { name: 'C', bio: 'B' };

  it.each<[string, () => Promise<ApiAnswer<unknown>>, number, string]>([
    [
      'a change of another organiser’s host',
      () => owner.api.put(`/hosts/${theirs.hostId}`, withPicture('logo', {})),
      404,
      'HOST_NOT_FOUND',
    ],
    [
      'a contest under another organiser’s host',
      () => owner.api.post('/contests', withPicture('banner', { hostId: theirs.hostId, ...texts, ...dates })),
      404,
      'HOST_NOT_FOUND',
    ],
    [
      'a change of another organiser’s contest',
      () => owner.api.put(`/contests/${theirs.id}`, withPicture('banner', texts)),
      404,
      'CONTEST_NOT_FOUND',
    ],
    [
      'a contest moved under another organiser’s host',
      () => owner.api.put(`/contests/${own.id}`, withPicture('banner', { hostId: theirs.hostId })),
      404,
      'HOST_NOT_FOUND',
    ],
    [
      'a new price of an ended contest',
      () => owner.api.put(`/contests/${ended.id}`, withPicture('banner', { votePrice: '5' })),
      409,
      'RESULT_CLOSED',
    ],
    [
      'a contestant in another organiser’s category',
      () =>
        owner.api.post(
          '/contestants',
          withPicture('photo', { categoryId: theirs.contestant.categoryId, ...contestant }),
        ),
      404,
      'CATEGORY_NOT_FOUND',
    ],
    [
      'a change of another organiser’s contestant',
      () => owner.api.put(`/contestants/${theirs.contestant.id}`, withPicture('photo', contestant)),
      404,
      'CONTESTANT_NOT_FOUND',
    ],
    [
      'a contestant moved to another contest',
      () =>
        owner.api.put(
          `/contestants/${own.contestant.id}`,
          withPicture('photo', { categoryId: ended.contestant.categoryId }),
        ),
      400,
      'VALIDATION_FAILED',
    ],
    [
      'a host without a name',
      () => owner.api.put(`/hosts/${own.hostId}`, withPicture('logo', { name: ' ' })),
      400,
      'VALIDATION_FAILED',
    ],
  ])('%s', async (_, call, status, code) => {
    expect(await call()).toMatchObject({ status, code });
  });

  it('the picture itself is refused where everything else is right', async () => {
    await expectRefusal(owner.api.put(`/hosts/${own.hostId}`, withPicture('logo', {})), 400, 'UPLOAD_TYPE');
  });
});

it('a form’s texts become what JSON would have said, and nothing else', async () => {
  const host = await upload(null);
  const texts = {
    hostId: host.data.id,
    title: 'T',
    description: 'D',
    startDate: '2026-12-01T00:00:00Z',
    endDate: '2026-12-02T00:00:00Z',
  };
  const contest = (fields: Record<string, string>) =>
    owner.api.post<{ votePrice: number; showResults: boolean }>('/contests', formOf({ ...texts, ...fields }));
  const good = await contest({ votePrice: '1.50', showResults: 'false' });
  expect([good.status, good.data.votePrice, good.data.showResults]).toEqual([201, 1.5, false]);
  for (const votePrice of ['-1', '1e3', '0x10', '1,5', 'NaN'])
    expect((await contest({ votePrice })).message).toBe('Vote price must be 0 or greater');
  expect((await contest({ showResults: 'yes' })).status).toBe(400);
  const json = await owner.api.post('/contests', { ...texts, votePrice: '1.50' });
  expect(json.message).toBe('Vote price must be 0 or greater');
});

it('multipart is refused where no picture belongs', async () => {
  await expectRefusal(owner.api.post('/categories', form(null)), 415, 'UNSUPPORTED_MEDIA_TYPE');
});

let users: BuiltUser[];
let picture: Buffer;
beforeAll(async () => {
  users = await Promise.all(Array.from({ length: 4 }, () => aUser().save()));
  picture = Buffer.from(await (await aPicture({ width: 300, height: 200 })).arrayBuffer());
});

const userOf = (index: number): BuiltUser => users[index] as BuiltUser;
const uploadOf = (user: BuiltUser) =>
  clientOf(user).post<HostView>('/hosts', formOf(HOST, { logo: new Blob([new Uint8Array(picture)]) }));

interface OpenUpload {
  finish: () => void;
  abort: () => void;
  /** Resolves with the status, or with 0 when the connection was closed. */
  status: Promise<number>;
}

/** An upload that sends all but the end of its picture, and the rest when it is told to. */
function openUpload(user: BuiltUser): OpenUpload {
  const boundary = 'boundary-of-the-test';
  const fields = Object.entries(HOST).map(
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
  return { finish: () => open.end(body.subarray(body.length - 40)), abort: () => open.destroy(), status };
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

it('refuses uploads beyond its places while reads go on, then takes all that waited', async () => {
  const [busy, second, third, late] = [userOf(0), userOf(1), userOf(2), userOf(3)];
  const { decodes } = await inHand();
  const open = Array.from({ length: 8 }, () => openUpload(busy));
  await waitForHand(2, 6);
  const ninth = await uploadOf(busy);
  expect([ninth.status, ninth.code, ninth.headers.get('retry-after')]).toEqual([503, 'OVERLOADED', '5']);
  // One organiser's uploads leave room for the others'.
  expect((await uploadOf(late)).status).toBe(201);

  open.push(...[second, third].flatMap((user) => Array.from({ length: 8 }, () => openUpload(user))));
  await waitForHand(4, 20);
  const refused = await uploadOf(late);
  expect([refused.status, refused.code, refused.headers.get('retry-after')]).toEqual([
    503,
    'OVERLOADED',
    '5',
  ]);
  expect((await clientOf(late).get('/contests/public')).status).toBe(200);
  expect((await clientOf(late).get('/hosts')).status).toBe(200);
  expect((await clientOf(late).post('/hosts', HOST)).status).toBe(201);
  expect((await inHand()).decodes).toBe(decodes + 1);

  for (const one of open) one.finish();
  expect(await Promise.all(open.map(({ status }) => status))).toEqual(Array<number>(24).fill(201));
  await waitForHand(0, 0);
  expect((await uploadOf(late)).status).toBe(201);
  // Four files per stored picture; the two refused ones left none.
  expect(ownFiles()).toHaveLength(26 * 4);
});

it('gives the place of a broken connection away and keeps nothing of its upload', async () => {
  const before = ownFiles();
  const open = [openUpload(userOf(0)), openUpload(userOf(0)), openUpload(userOf(0))];
  await waitForHand(2, 1);
  for (const one of open) one.abort();
  await waitForHand(0, 0);
  expect(await Promise.all(open.map(({ status }) => status))).toEqual([0, 0, 0]);
  expect(ownFiles()).toEqual(before);
});
