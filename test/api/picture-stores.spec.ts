import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HostView } from '@abato/contracts';
import { startApiProcess } from '../support/api-process.js';
import { aContest, database, sql, withOwner } from '../support/builders.js';
import { ApiClient, formOf } from '../support/http.js';
import { aPicture } from '../support/pictures.js';
import type { TestPlatform } from '../support/platform.js';
import { type S3Server, signatureOf, startS3Server } from '../support/s3-server.js';
import { waitFor } from '../support/wait-for.js';

const HOUR_MS = 3_600_000;
const stem = (): string => randomBytes(16).toString('hex');
const namesOf = (one: string): string[] =>
  ['-320.webp', '-640.webp', '-1280.webp', '-640.jpg'].map((ending) => one + ending);
/** What a sweep finds: whose row is there, whose is not, who may still get one, and what is not ours. */
const found = { named: stem(), unnamed: stem(), young: stem(), strange: 'demo-banner-640.webp' };
const kept = [...namesOf(found.named), ...namesOf(found.young), found.strange];
const ageOf = (name: string): number => (name.startsWith(found.young) ? 1_000 : 2 * HOUR_MS);
const lying = [...namesOf(found.unnamed), ...kept];

const { owner, contest } = await withOwner();
await database().query('UPDATE hosts SET logo = $2 WHERE id = $1', [
  contest.hostId,
  `/uploads/${found.named}-640.webp`,
]);
const HOST = { name: 'H', email: 'h@h.example', phone: '0241234567', description: 'D' };
const form = async (fields: Record<string, string> = {}, logo?: Blob): Promise<FormData> =>
  formOf({ ...HOST, ...fields }, { logo: logo ?? (await aPicture()) });
const hosts = async (): Promise<number> =>
  (await sql`SELECT 1 FROM hosts WHERE user_id = ${owner.id}`).length ?? 0;

describe('pictures on the disk', () => {
  let api: TestPlatform | undefined;
  afterAll(() => api?.platform.destroy());

  it('go when they are old and no row names them; no other file does', async () => {
    const folderOf = (dataDir: string): string => join(dataDir, 'uploads');
    api = await startApiProcess({}, (dataDir) => {
      mkdirSync(folderOf(dataDir), { recursive: true });
      for (const name of lying) {
        const file = join(folderOf(dataDir), name);
        writeFileSync(file, 'picture');
        const then = new Date(Date.now() - ageOf(name));
        utimesSync(file, then, then);
      }
    });
    const folder = folderOf(api.state.dataDir);
    await waitFor(() => namesOf(found.unnamed).every((name) => !existsSync(join(folder, name))), {
      what: 'the sweep',
    });
    expect(readdirSync(folder).sort()).toEqual([...kept].sort());
  });
});

describe('pictures in an S3-compatible store', () => {
  let store: S3Server;
  /** Two API processes on two machines: they share the store and nothing of their disks. */
  let first: TestPlatform;
  let second: TestPlatform;
  const keys = (): string[] => [...store.objects.keys()].sort();
  const clientOf = (api: TestPlatform): ApiClient => new ApiClient(api.baseUrl, owner.token);

  beforeAll(async () => {
    store = await startS3Server();
    for (const name of lying) {
      store.objects.set(`uploads/${name}`, {
        bytes: Buffer.from('picture'),
        headers: { 'content-type': 'image/webp', 'cache-control': undefined },
        modified: new Date(Date.now() - ageOf(name)),
      });
    }
    first = await startApiProcess(store.settings);
    second = await startApiProcess({ ...store.settings, S3_PUBLIC_URL: 'https://cdn.example/abato' });
  });
  afterAll(async () => {
    await first?.platform.destroy();
    await second?.platform.destroy();
    await store?.close();
  });
  afterEach(() => {
    store.failWhen = () => false;
  });

  it('are signed for as the protocol’s description does it', () => {
    // "Example: GET Object" of Amazon's S3 API reference: the test's store knows the same signature as the real one.
    const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
    const headers = {
      host: 'examplebucket.s3.amazonaws.com',
      range: 'bytes=0-9',
      'x-amz-content-sha256': empty,
      'x-amz-date': '20130524T000000Z',
    };
    const by = {
      secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
      region: 'us-east-1',
      signedHeaders: Object.keys(headers),
    };
    expect(signatureOf({ method: 'GET', target: '/test.txt', headers }, by)).toBe(
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    );
  });

  it('go when they are old and no row names them; no other object does', async () => {
    await waitFor(() => namesOf(found.unnamed).every((name) => !store.objects.has(`uploads/${name}`)), {
      what: 'the sweep',
    });
    // The files of builds lie beside them (ADR 104).
    const pictures = keys().filter((key) => !key.startsWith('assets/'));
    expect(pictures).toEqual(kept.map((name) => `uploads/${name}`).sort());
  });

  it('come in through one process and are served by the other, for ever and as what they are', async () => {
    const created = await clientOf(second).post<HostView>('/hosts', await form());
    const path = created.data.logo ?? '';
    expect([created.status, path]).toEqual([
      201,
      expect.stringMatching(/^\/uploads\/[0-9a-f]{32}-640\.webp$/),
    ]);
    for (const [name, type] of [
      [path, 'image/webp'],
      [path.replace('.webp', '.jpg'), 'image/jpeg'],
    ] as const) {
      const object = store.objects.get(name.slice(1));
      expect(object?.headers).toEqual({
        'content-type': type,
        'cache-control': 'public, max-age=31536000, immutable',
      });
      const served = await fetch(first.baseUrl + name);
      expect(served.status).toBe(200);
      expect(Buffer.from(await served.arrayBuffer())).toEqual(object?.bytes);
      expect(Object.fromEntries(served.headers)).toMatchObject({
        'content-type': type,
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'cross-origin',
      });
      const again = await fetch(first.baseUrl + name, {
        headers: { 'if-none-match': served.headers.get('etag') ?? '' },
      });
      expect([again.status, await again.text()]).toEqual([304, '']);
      const head = await fetch(first.baseUrl + name, { method: 'HEAD' });
      expect(head.headers.get('content-type')).toBe(type);
    }
    expect(existsSync(join(second.state.dataDir, 'uploads'))).toBe(false);
  });

  it('are found at the bucket’s public address where there is one', async () => {
    const path = `/uploads/${found.named}-640.webp`;
    const answer = await fetch(second.baseUrl + path, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([
      302,
      `https://cdn.example/abato${path}`,
    ]);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it.each(['/uploads/nothing-640.webp', '/uploads/..%2Fsecrets.json', '/uploads/.env', '/uploads/a/b.webp'])(
    'are not there at %s',
    async (path) => {
      const answer = await fetch(first.baseUrl + path);
      expect([answer.status, await answer.json()]).toEqual([
        404,
        expect.objectContaining({ code: 'NOT_FOUND' }),
      ]);
    },
  );

  it('go when a newer one replaces them and when their owner is deleted', async () => {
    const before = keys();
    const { data } = await clientOf(first).post<HostView>('/hosts', await form());
    expect(keys()).toHaveLength(before.length + 4);
    const changed = await clientOf(second).put<HostView>(`/hosts/${data.id}`, await form());
    expect(changed.data.logo).not.toBe(data.logo);
    expect(keys()).toEqual([...before, ...namesOf(changed.data.logo?.slice(1, -9) ?? '')].sort());
    expect((await clientOf(first).delete(`/hosts/${data.id}`)).status).toBe(200);
    expect(keys()).toEqual(before);
  });

  it('leave nothing behind when they are refused or belong to nobody', async () => {
    const [before, rows] = [keys(), await hosts()];
    const svg = new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>'], { type: 'image/png' });
    expect((await clientOf(first).post('/hosts', await form({}, svg))).code).toBe('UPLOAD_TYPE');
    expect((await clientOf(first).post('/hosts', await form({ name: ' ' }))).status).toBe(400);
    const foreign = await aContest().save();
    expect((await clientOf(first).put(`/hosts/${foreign.hostId}`, await form())).status).toBe(404);
    expect([keys(), await hosts()]).toEqual([before, rows]);
  });

  it('leave nothing behind when the store fails half-way, which the answer says', async () => {
    const [before, rows] = [keys(), await hosts()];
    store.failWhen = (method, key) => method === 'PUT' && key.endsWith('-1280.webp');
    const answer = await clientOf(first).post('/hosts', await form());
    expect([answer.status, answer.code]).toEqual([503, 'UNAVAILABLE']);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect([keys(), await hosts()]).toEqual([before, rows]);
  });

  it('are asked for again later while the store does not answer', async () => {
    store.failWhen = (method) => method === 'GET';
    const answer = await fetch(`${first.baseUrl}/uploads/${found.named}-640.webp`);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([503, 'no-store']);
    expect(await answer.json()).toMatchObject({ success: false, code: 'UNAVAILABLE' });
  });
});
