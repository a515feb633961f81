import { linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive, processIdentity } from './processes.mjs';

/** Breaking a dead owner's lock takes milliseconds; a breaker older than this died while at it. */
const BREAKER_LIFE_MS = 10_000;

/** Read the owner of a lock file; undefined when there is none. */
export function lockOwner(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * Take the lock if no living process holds it.
 * The file appears together with its content (a hard link of a finished file), so an owner can always be read; a process that
 * was killed while holding it is recognised by its id and start time.
 * @returns a function that releases the lock, or undefined when a living process holds it
 */
export function tryLock(path) {
  mkdirSync(dirname(path), { recursive: true });
  const identity = processIdentity(process.pid);
  if (create(path, identity)) return () => release(path, identity);
  if (isAlive(lockOwner(path)?.identity)) return undefined;
  return breakDeadLock(path) && create(path, identity) ? () => release(path, identity) : undefined;
}

function create(path, identity) {
  const draft = `${path}.${process.pid}.${Math.random().toString(36).slice(2)}`;
  writeFileSync(draft, JSON.stringify({ pid: process.pid, identity }));
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function release(path, identity) {
  if (lockOwner(path)?.identity === identity) rmSync(path, { force: true });
}

/** Only one process at a time may judge and remove a dead owner's file, or the second would remove the first one's new lock. */
function breakDeadLock(path) {
  const breaker = `${path}.breaking`;
  try {
    writeFileSync(breaker, '', { flag: 'wx' });
  } catch {
    try {
      if (Date.now() - statSync(breaker).mtimeMs > BREAKER_LIFE_MS) rmSync(breaker, { force: true });
    } catch {
      // The other one has finished.
    }
    return false;
  }
  try {
    if (!isAlive(lockOwner(path)?.identity)) rmSync(path, { force: true });
    return true;
  } finally {
    rmSync(breaker, { force: true });
  }
}

/**
 * Run `work` while holding the lock, waiting for the process that holds it.
 * @param onWait called once with the owner's process id when there is a process to wait for
 */
export async function withLock(path, work, onWait = () => {}) {
  let told = false;
  let unlock;
  while (!(unlock = tryLock(path))) {
    if (!told) onWait(lockOwner(path)?.pid);
    told = true;
    await sleep(200);
  }
  try {
    return await work();
  } finally {
    unlock();
  }
}
