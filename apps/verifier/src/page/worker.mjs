import { textOf } from '../bytes.mjs';
import { Newer } from '../forms.mjs';
import { Failure } from '../log.mjs';
import { Unsupported } from '../platform-browser.mjs';
import { dataOf, fromAddress, jsonOf, placesOf, readJson, unlessMissing, unreadable } from '../source.mjs';
import { verifyServed } from '../served.mjs';
import { verifyLog } from '../verify.mjs';
import { demandNoCheckpoint, openFiles } from './files.mjs';

/** The check, beside the page: it is told what to check by, and answers with progress and one result. */

const REPORT_EVERY_MS = 100;

self.onmessage = async ({ data }) => {
  try {
    const missing = {};
    const asked = await askedOf(data, missing);
    const report = await (data.files ? verifyLog(asked) : verifyServed(asked, missing));
    self.postMessage({ report: { ...report, missing } });
  } catch (error) {
    if (error instanceof Newer) self.postMessage({ newer: error.message });
    else if (error instanceof Unsupported) self.postMessage({ unsupported: error.message });
    else
      self.postMessage({
        failed: error instanceof Failure ? error.message : `it has another form: ${error.message}`,
      });
  }
};

/** @param {{ address: string, files: { path: string, file: File }[] | null, compares: boolean, given: object }} told by the page
 * @param {{ public?: string, rules?: string }} missing gets why page or rules could not be read */
async function askedOf({ address, files, compares, given: { checkpoint, ...given } }, missing) {
  if (!files) demandNoCheckpoint(checkpoint);
  const site = files ? null : placesOf(address);
  const log = files ? await openFiles(files, checkpoint) : { read: fromAddress(site.log) };
  const published = (name) => async () => {
    const answer = await unlessMissing(
      () => answerOf(name, site, log.read),
      (reason) => (missing[name] = reason),
    );
    return answer && dataOf(answer, `${name}.json`);
  };
  let last = 0;
  return {
    ...given,
    ...log,
    place: site?.log ?? 'files',
    ...(compares && { page: published('public'), rules: published('rules') }),
    report(done, size) {
      if (performance.now() - last < REPORT_EVERY_MS && done < size) return;
      last = performance.now();
      self.postMessage({ done, size });
    },
  };
}

/** What the site answers, or what was saved with the log. */
async function answerOf(name, site, read) {
  if (!site) return jsonOf(textOf(await read(`${name}.json`)), `${name}.json`);
  return site.published
    ? readJson(site.published(name))
    : unreadable('the address is not that of a contest or its log');
}
