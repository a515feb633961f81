import { closeSync, fstatSync, mkdirSync, openSync, readFileSync, readSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fromAddress, isAddress, unreadable } from './source.mjs';

/** @param {string} place an address or a folder @returns {(path: string) => Promise<Uint8Array>} throws Unreadable for what is not there */
export const reader = (place) => (isAddress(place) ? fromAddress(place) : fromFolder(place));

/** Nothing else is done while a file is read: thousands of small ones are read in a third of the time. */
function fromFolder(folder) {
  return async (path) => {
    try {
      return readFileSync(join(folder, path));
    } catch (error) {
      return unreadable(`${path} cannot be read: ${error.message}`);
    }
  };
}

/** Keep what is read. @param {ReturnType<typeof reader>} read @param {string} folder */
export function saving(read, folder) {
  return async (path) => {
    const bytes = await read(path);
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes);
    return bytes;
  };
}

/**
 * A file that is read in parts while `use` runs.
 * @template T
 * @param {string} path @param {(file: import('./download.mjs').LineFile) => Promise<T>} use
 */
export async function withFile(path, use) {
  let opened;
  try {
    opened = openSync(path);
  } catch (error) {
    unreadable(`${path} cannot be read: ${error.message}`);
  }
  const slice = async (from, to) => {
    const bytes = new Uint8Array(to - from);
    for (let at = 0; at < bytes.length;) {
      const count = readSync(opened, bytes, at, bytes.length - at, from + at);
      if (!count) unreadable(`${path} has become shorter`);
      at += count;
    }
    return bytes;
  };
  try {
    return await use({ size: fstatSync(opened).size, slice });
  } finally {
    closeSync(opened);
  }
}
