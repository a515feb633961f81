import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { LocalFileStore } from '@abato/contests';
import { createLogger } from '@abato/testing/platform';
import { BuiltAssets } from './built-assets.js';

const log = createLogger('api', 'silent');
let folder: string;
let store: LocalFileStore;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'abato-builds-'));
  store = new LocalFileStore(folder, 'assets');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A build of the web client. @param builtAt in seconds since 1970 */
function aBuild(name: string, builtAt = 1_790_000_000): BuiltAssets {
  const root = join(folder, name);
  mkdirSync(join(root, 'assets'), { recursive: true });
  writeFileSync(join(root, 'index.html'), '<html>');
  utimesSync(join(root, 'index.html'), builtAt, builtAt);
  writeFileSync(join(root, 'assets', `shell-${name}.js`), `the shell of ${name}`);
  writeFileSync(join(root, 'assets', `style-${name}.css`), 'body {}');
  writeFileSync(join(root, 'assets', `shell-${name}.js.br`), 'packed');
  return new BuiltAssets(store, root, log);
}

const kept = (): string[] => readdirSync(join(folder, 'assets')).sort();

it('finds a file of another build, published before or after its own', async () => {
  const [older, newer] = [aBuild('one'), aBuild('two')];
  await older.publish();
  await newer.publish();
  const found = await newer.find('/assets/shell-one.js');
  expect(found).toEqual({ type: 'text/javascript; charset=utf-8', bytes: Buffer.from('the shell of one') });
  expect((await older.find('/assets/style-two.css'))?.type).toBe('text/css; charset=utf-8');
});

it('writes one file for all processes of one build', async () => {
  await Promise.all([aBuild('one').publish(), aBuild('one').publish()]);
  await aBuild('one').publish();
  expect(kept()).toHaveLength(1);
});

it('finds nothing that no build has, no packed file and no path', async () => {
  await aBuild('one').publish();
  const other = aBuild('two');
  await other.publish();
  expect(await other.find('/assets/shell-three.js')).toBeNull();
  for (const path of [
    '/assets/shell-one.js.br',
    '/assets/../index.html',
    '/assets/a/shell-one.js',
    '/assets/x.html',
  ])
    expect(await other.find(path)).toBeNull();
});

it('keeps the newest five builds and its own', async () => {
  for (let i = 1; i <= 6; i++) await aBuild(`build${i}`, 1_790_000_000 + i).publish();
  expect(kept().map((name) => name.slice(0, 10))).toEqual(
    [2, 3, 4, 5, 6].map((i) => String(1_790_000_000 + i)),
  );
  await aBuild('oldest', 1_780_000_000).publish();
  // A second process of it finds it there, and leaves it.
  await aBuild('oldest', 1_780_000_000).publish();
  expect(kept()).toHaveLength(6);
  expect(kept()[0]).toMatch(/^1780000000000-/);
});

it('looks into the store once for all that ask meanwhile', async () => {
  await aBuild('one').publish();
  let looks = 0;
  const counted = {
    put: () => Promise.resolve(),
    remove: () => Promise.resolve(),
    read: (name: string) => store.read(name),
    olderThan: (time: Date) => {
      looks++;
      return store.olderThan(time);
    },
  };
  const other = new BuiltAssets(counted, join(folder, 'none'), log);
  const found = await Promise.all(Array.from({ length: 20 }, () => other.find('/assets/shell-one.js')));
  expect(found.every((asset) => asset?.bytes.toString() === 'the shell of one')).toBe(true);
  // Paths that no build can have are no reason to look.
  for (const path of ['/assets/shell-one.js.br', '/assets/../index.html', '/assets/x.html'])
    expect(await other.find(path)).toBeNull();
  expect(looks).toBe(1);
});

it.each([
  ['of more than 32 MB', JSON.stringify({ 'big.js': 'A'.repeat(33 * 1024 * 1024) })],
  ['that is none', 'not a build'],
])('finds the files of older builds beside a newer one %s, which it does not serve', async (_what, text) => {
  await aBuild('one').publish();
  const packed = brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
  await store.put('1799999999999-0123456789abcdef.json.br', packed);
  const other = new BuiltAssets(store, join(folder, 'none'), log);
  expect(await other.find('/assets/big.js')).toBeNull();
  expect((await other.find('/assets/shell-one.js'))?.bytes.toString()).toBe('the shell of one');
});

it('is served without a store that answers', async () => {
  const broken = () => Promise.reject(new Error('no answer'));
  const root = join(folder, 'one');
  aBuild('one');
  const alone = new BuiltAssets({ put: broken, read: broken, remove: broken, olderThan: broken }, root, log);
  await expect(alone.publish()).resolves.toBeUndefined();
  expect(await alone.find('/assets/shell-two.js')).toBeNull();
});
