import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockOwner, tryLock, withLock } from './lock.mjs';
import { processIdentity } from './processes.mjs';

let folder;
let path;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-spec-'));
  path = join(folder, 'a.lock');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const take = `
  import { tryLock } from ${JSON.stringify(new URL('./lock.mjs', import.meta.url).href)};
  process.stdout.write(tryLock(process.argv[1]) ? 'taken' : 'refused');
  setInterval(() => {}, 1000);
`;

async function takeInAnotherProcess() {
  const child = spawn(process.execPath, ['--input-type=module', '-e', take, path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [answer] = await once(child.stdout, 'data');
  return { child, answer: String(answer) };
}

async function end(child) {
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

test('only one of two takes the lock, and the other can as soon as it is released', () => {
  const release = tryLock(path);
  expect(tryLock(path)).toBeUndefined();
  release();
  expect(tryLock(path)).toBeDefined();
});

test('a lock of a living process is respected; one of a process killed while holding it is not', async () => {
  const { child, answer } = await takeInAnotherProcess();
  expect(answer).toBe('taken');
  expect(tryLock(path)).toBeUndefined();
  expect(lockOwner(path).pid).toBe(child.pid);
  await end(child);
  expect(tryLock(path)).toBeDefined();
});

test('a process that merely got the dead owner’s id does not keep the lock', () => {
  writeFileSync(path, JSON.stringify({ pid: process.pid, identity: `${process.pid}@1` }));
  expect(tryLock(path)).toBeDefined();
});

test('withLock lets the second work begin only after the first has ended', async () => {
  const events = [];
  let finish;
  const first = withLock(path, () => {
    events.push('first begins');
    return new Promise((resolve) => (finish = resolve)).then(() => events.push('first ends'));
  });
  let waits;
  const waiting = new Promise((resolve) => (waits = resolve));
  const second = withLock(path, () => events.push('second begins'), waits);
  expect(await waiting).toBe(process.pid);
  finish();
  await Promise.all([first, second]);
  expect(events).toEqual(['first begins', 'first ends', 'second begins']);
});

test('work that fails releases the lock, and nothing is left in the folder', async () => {
  await expect(withLock(path, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(readdirSync(folder)).toEqual([]);
});

test('a process has the same identity every time it is asked, and none when it is gone', async () => {
  const { child } = await takeInAnotherProcess();
  const identity = processIdentity(child.pid);
  expect(processIdentity(child.pid)).toBe(identity);
  await end(child);
  expect(processIdentity(child.pid)).toBeUndefined();
});
