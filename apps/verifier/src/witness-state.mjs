import { createHash } from 'node:crypto';
import { open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { demand } from './log.mjs';
import { isAddress } from './source.mjs';

/**
 * What a witness remembers of each log, in one file: the newest checkpoint that it cosigned, and the roots of the perfect subtrees of that tree,
 * from which it goes on; without these, when a log sent the checkpoint, they are read again from its tiles. And the places at which it was seen:
 * releases before this one did not write them.
 *
 * @typedef {{ size: number, root: string, note: string, key: string, peaks?: { height: number, hash: string }[], places?: string[] }} Seen
 */
export class WitnessState {
  /** @type {Record<string, Seen>} by origin */
  logs = {};

  /** @param {string} path */
  constructor(path) {
    this.path = path;
  }

  /** One process per file: two that read the same state could cosign two histories. @param {string} path */
  static async take(path) {
    const lock = `${path}.lock`;
    await writeFile(lock, String(process.pid), { flag: 'wx' }).catch(async (error) => {
      if (error.code !== 'EEXIST') throw error;
      const holder = Number(await readFile(lock, 'utf8'));
      demand(!isRunning(holder), `process ${holder} uses ${path} already`);
      await writeFile(lock, String(process.pid));
    });
    const state = new WitnessState(path);
    const text = await readFile(path, 'utf8').catch((error) => {
      if (error.code === 'ENOENT') return '{}';
      throw error;
    });
    state.logs = JSON.parse(text);
    return state;
  }

  /**
   * The origin of the log that was seen at this place. In a state of an earlier release the contest tells, unless the origin was seen.
   * @param {string} place @param {string} origin that is shown there now
   */
  originAt(place, origin) {
    const at = nameOf(place);
    const path = isAddress(at) && !this.logs[origin] ? new URL(at).pathname : undefined;
    const isAt = ([name, { places }]) => places?.includes(at) ?? name.slice(name.indexOf('/')) === path;
    return Object.entries(this.logs).find(isAt)?.[0];
  }

  /**
   * Durable before the cosignature is shown to any other: a witness that forgets could cosign another history.
   * @param {string} origin @param {string | null} place where it was seen; null when the log sent the checkpoint @param {Seen} seen @param {string} [before] the origin that it had, when it has moved
   */
  async remember(origin, place, seen, before = origin) {
    const places = new Set(this.logs[before]?.places);
    if (place) places.add(nameOf(place));
    delete this.logs[before];
    this.logs[origin] = { ...seen, places: [...places] };
    const draft = `${this.path}.new`;
    await writeDurably(draft, `${JSON.stringify(this.logs, null, 1)}\n`, 'w');
    await rename(draft, this.path);
    await syncFolderOf(this.path);
  }

  /**
   * Two checkpoints that contradict each other, to show to others. What is kept is never overwritten.
   * @param {string} origin @param {string} before @param {string} after @returns where they are kept
   */
  async keepConflict(origin, before, after) {
    const pair = `${before}\n\n${after}`;
    const sizes = [before, after].map((note) => note.split('\n')[1]);
    const hash = createHash('sha256').update(pair).digest('hex').slice(0, 16);
    const name = [origin.replaceAll(/[^\w.-]/g, '_').slice(0, 100), ...sizes, hash].join('-');
    const path = `${this.path}.conflict-${name}`;
    await writeDurably(path, pair, 'wx').catch((error) => {
      // The same pair was met before.
      if (error.code !== 'EEXIST') throw error;
    });
    await syncFolderOf(path);
    return path;
  }

  async release() {
    await rm(`${this.path}.lock`, { force: true });
  }
}

/** A place as it is kept: the same however it was written. @param {string} place */
function nameOf(place) {
  return isAddress(place) ? new URL(place).href.replace(/\/+$/, '') : resolve(place);
}

async function writeDurably(path, text, flag) {
  const file = await open(path, flag, 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A new name is on the disk when its folder is. Windows has no such call. */
async function syncFolderOf(path) {
  if (process.platform === 'win32') return;
  const folder = await open(dirname(path), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function isRunning(pid) {
  if (!(pid > 0) || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
