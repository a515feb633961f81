import { open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { demand } from './log.mjs';

/**
 * What a witness remembers of each log, in one file: the newest checkpoint that it cosigned, and the roots of the perfect subtrees of that tree,
 * from which it goes on.
 *
 * @typedef {{ size: number, root: string, note: string, key: string, peaks: { height: number, hash: string }[] }} Seen
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

  /** Durable before the cosignature is shown to any other: a witness that forgets could cosign another history. */
  async remember(origin, seen) {
    this.logs[origin] = seen;
    const draft = `${this.path}.new`;
    const file = await open(draft, 'w', 0o600);
    try {
      await file.writeFile(`${JSON.stringify(this.logs, null, 1)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, this.path);
  }

  /** Two checkpoints of one log that cannot both be true, to show to others. @returns where they are kept */
  async keepConflict(before, after) {
    const path = `${this.path}.conflict`;
    await writeFile(path, `${before}\n\n${after}`);
    return path;
  }

  async release() {
    await rm(`${this.path}.lock`, { force: true });
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
