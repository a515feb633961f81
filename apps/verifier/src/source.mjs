import { demand, Failure } from './log.mjs';

/** Where a log is read from. Paths are those below the log's address. */

/** What is asked for is not there, or not now. Says nothing about whether the log holds. */
export class Unreadable extends Failure {}

/** @param {string} message @returns {never} */
export const unreadable = (message) => {
  throw new Unreadable(message);
};

/** @param {string} place */
export const isAddress = (place) => /^https?:\/\//.test(place);

/**
 * What a site serves of the contest whose log, page or audit page is at an address.
 * @param {string} address @returns {{ log: string, published: ((name: 'rules' | 'public') => string) | null }} null for an address of another form
 */
export function placesOf(address) {
  const { origin, pathname } = new URL(address);
  const [, before, kind, contest] = /^(.*)\/(log|contests)\/([^/]+)(?:\/audit)?\/*$/.exec(pathname) ?? [];
  if (!contest) return { log: address, published: null };
  return {
    log: kind === 'log' ? address : `${origin}${before}/log/${contest}`,
    published: (name) => `${origin}/api/contests/${contest}/${name}`,
  };
}

/**
 * What can be there and need not.
 * @template T
 * @param {() => Promise<T>} read @param {(reason: string) => void} onMissing
 * @returns {Promise<T | null>}
 */
export async function unlessMissing(read, onMissing) {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    onMissing(error.message);
    return null;
  }
}

/** @param {string} place an address @returns {(path: string) => Promise<Uint8Array>} throws Unreadable for what is not there */
export function fromAddress(place) {
  const address = place.replace(/\/+$/, '');
  return async (path) => {
    const answer = await ask(`${address}/${path}`);
    if (!answer.ok) unreadable(`${address}/${path} answers ${answer.status}`);
    const body = answer.arrayBuffer();
    return new Uint8Array(
      await body.catch(({ message }) => unreadable(`${address}/${path} breaks off: ${message}`)),
    );
  };
}

/** @param {string} address @param {RequestInit} [options] */
export function ask(address, options) {
  return fetch(address, options).catch((error) =>
    unreadable(`${address} cannot be reached: ${error.message}`),
  );
}

/** Hosts that have no name which a log could have: an address of a network, and this machine. */
const NAMELESS = /^(localhost|[\d.]+|\[.*\])$/;

/**
 * A checkpoint must be of the log that was asked for: that of the address which a person gave, host and path. An address without a name says
 * nothing of the host.
 * @param {string} origin of the checkpoint @param {string} place @param {string} [expected] instead of the address's
 */
export function demandOrigin(origin, place, expected) {
  if (!expected && !isAddress(place)) return;
  const { host, hostname, pathname } = isAddress(place) ? new URL(place) : {};
  const path = pathname?.replace(/\/+$/, '');
  const found = !expected && NAMELESS.test(hostname) ? origin.slice(origin.indexOf('/')) : origin;
  const wanted = expected ?? (NAMELESS.test(hostname) ? path : `${host}${path}`);
  demand(found === wanted, `the checkpoint is that of another log: ${origin}, and not ${wanted}`);
}

/**
 * What the site of a log answers about a receipt.
 * @param {string} place address of the log @param {string} code
 * @returns {Promise<string | null>} null when it says that there is no such vote
 */
export async function askReceipt(place, code) {
  const address = new URL(`/api/receipts/${encodeURIComponent(code)}`, place).href;
  const answer = await ask(address);
  if (answer.status === 404) return null;
  if (!answer.ok) unreadable(`${address} answers ${answer.status}`);
  return answer.text();
}

/** @param {string} address @returns {Promise<any>} */
export async function readJson(address) {
  const answer = await ask(address);
  if (!answer.ok) unreadable(`${address} answers ${answer.status}`);
  return answer.json().catch(() => demand(false, `${address} is not JSON`));
}

/** The part of an answer that says what was asked for. @param {any} answer @param {string} what @returns {any} */
export function dataOf(answer, what) {
  demand(
    typeof answer?.data === 'object' && answer.data !== null,
    `${what} is no answer of the site: it has no data`,
  );
  return answer.data;
}

/** @param {string} text @param {string} name for what is said about another form @returns {any} */
export function jsonOf(text, name) {
  try {
    return JSON.parse(text);
  } catch {
    return demand(false, `${name} is not JSON`);
  }
}
