import { textOf } from '../bytes.mjs';
import { Failure } from '../log.mjs';
import { Unsupported } from '../platform-browser.mjs';
import { fromAddress, readJson, Unreadable } from '../source.mjs';
import { verifyLog } from '../verify.mjs';
import { demandNoCheckpoint, openFiles } from './files.mjs';

/** The check, beside the page: it is told what to check by, and answers with progress and one result. */

const REPORT_EVERY_MS = 100;

self.onmessage = async ({ data }) => {
  try {
    self.postMessage({ report: await verifyLog(await askedOf(data)) });
  } catch (error) {
    if (error instanceof Unsupported) self.postMessage({ unsupported: error.message });
    else
      self.postMessage({
        failed: error instanceof Failure ? error.message : `it has another form: ${error.message}`,
      });
  }
};

/** @param {{ address: string, files: { path: string, file: File }[] | null, compares: boolean, given: object }} told by the page */
async function askedOf({ address, files, compares, given: { checkpoint, ...given } }) {
  if (!files) demandNoCheckpoint(checkpoint);
  const log = files ? await openFiles(files, checkpoint) : { read: fromAddress(address) };
  const { read } = log;
  const published = files ? (name) => ofFiles(read, `${name}.json`) : (name) => ofSite(address, name);
  let last = 0;
  return {
    ...given,
    ...log,
    place: files ? 'files' : address,
    ...(compares && { page: () => published('public'), rules: () => published('rules') }),
    report(done, size) {
      if (performance.now() - last < REPORT_EVERY_MS && done < size) return;
      last = performance.now();
      self.postMessage({ done, size });
    },
  };
}

async function ofSite(address, name) {
  const { origin, pathname } = new URL(address);
  const contest = pathname.replace(/\/+$/, '').split('/').at(-1);
  return (await readJson(`${origin}/api/contests/${contest}/${name}`)).data;
}

/** Nothing where the file was not saved with the log. */
async function ofFiles(read, path) {
  try {
    return JSON.parse(textOf(await read(path))).data;
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}
