import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { demand, Failure } from './log.mjs';

/** Where a log is read from: an address or a folder with its files. Paths are those below the log's address. */

/** What is asked for is not there, or not now. Says nothing about whether the log holds. */
export class Unreadable extends Failure {}

/** @returns {never} */
const unreadable = (message) => {
  throw new Unreadable(message);
};

/** @param {string} place @returns {(path: string) => Promise<Buffer>} throws Unreadable for what is not there */
export function reader(place) {
  return isAddress(place) ? fromAddress(place.replace(/\/+$/, '')) : fromFolder(place);
}

/** @param {string} place */
export const isAddress = (place) => /^https?:\/\//.test(place);

function fromAddress(address) {
  return async (path) => {
    const answer = await ask(`${address}/${path}`);
    if (!answer.ok) unreadable(`${address}/${path} answers ${answer.status}`);
    return Buffer.from(await answer.arrayBuffer());
  };
}

function fromFolder(folder) {
  return (path) =>
    readFile(join(folder, path)).catch((error) => unreadable(`${path} cannot be read: ${error.message}`));
}

/** @param {string} address @param {RequestInit} [options] */
export function ask(address, options) {
  return fetch(address, options).catch((error) =>
    unreadable(`${address} cannot be reached: ${error.message}`),
  );
}

/** A checkpoint must be of the log that was asked for. @param {string} origin @param {string} place */
export function demandOrigin(origin, place) {
  if (!isAddress(place)) return;
  const path = new URL(place).pathname.replace(/\/+$/, '');
  demand(origin.endsWith(path), `the checkpoint is that of another log: ${origin}`);
}
