import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
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
