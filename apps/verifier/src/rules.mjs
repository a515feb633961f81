import { bytesOf, toBase64 } from './bytes.mjs';
import { canonical } from './entry.mjs';
import { isObject, shown } from './forms.mjs';
import { demand, Differs } from './log.mjs';
import { minuteOf, minuteText, MINUTE_MS } from './minutes.mjs';
import { sha256 } from './platform-node.mjs';
import { readRules } from './rules-in-force.mjs';

const REASON = 'amendmentReason';
/** A minute says when a version came into force, and when a vote was cast, to less than one. */
const COARSE = 1;

/** @typedef {{ hash: string, minute: string, at: number, index: number, rules: import('./rules-in-force.mjs').RulesInForce | null }} Version */

/** The rules that a log names: sealed once, amended later, and named by votes that were cast under them. */
export class SealedRules {
  /** In the order of the log. @type {Version[]} */
  versions = [];
  /** Entries of votes that name no rules: cast before any were sealed. */
  unnamed = 0;
  /** The newest cast under each version, by its place; -1: under none. @type {Map<number, { cast: number, index: number }>} */
  newestCasts = new Map();

  /** @param {ReturnType<typeof readPublished> | null} published null: entries are not checked against what the rules say */
  constructor(published = null) {
    this.published = published;
  }

  /** @param {Record<string, any>} entry of the kind `rules`, in its form @param {number} index */
  add({ rules: hash, minute }, index) {
    const place = this.versions.length;
    demand(
      hash !== this.versions.at(-1)?.hash,
      `entry ${index} amends nothing: the rules before it are the same`,
    );
    const at = minuteOf(minute);
    const before = this.versions.at(-1);
    demand(
      !before || at >= before.at,
      `entry ${index} has rules of ${minute}, and those before it are of ${before?.minute}`,
    );
    const late = this.newestCasts.get(place - 1);
    if (late && late.cast > at + COARSE)
      demand(
        false,
        `entry ${late.index} was cast at ${minuteText(late.cast)}, and does not name the rules of ${minute} that were in force then`,
      );
    this.versions.push({ hash, minute, at, index, rules: this.documentOf(place, hash) });
  }

  documentOf(place, hash) {
    if (!this.published) return null;
    const { versions } = this.published;
    if (place >= versions.length)
      throw new Differs(
        `the site publishes ${versions.length} versions of the rules, the log has ${place + 1} or more`,
      );
    demand(
      versions[place].hash === hash,
      `version ${place + 1} of the published rules is not the one that was sealed: its hash is ${versions[place].hash}, the log has ${hash}`,
    );
    return versions[place].rules;
  }

  /** The newest version before an entry. @param {number} index */
  newestAt(index) {
    for (let place = this.versions.length - 1; place >= 0; place -= 1)
      if (this.versions[place].index < index) return this.versions[place];
    return null;
  }

  /**
   * A vote names rules that were in force when it was cast.
   * @param {{ rules?: string, v: number }} vote @param {number} cast its minute; of version 1 the latest that it can be @param {number} index
   */
  use({ rules: hash, v }, cast, index) {
    const place = hash === undefined ? -1 : this.placeOf(hash, cast, v, index);
    if (place < 0) this.unnamed += 1;
    if (v === 1) return;
    if (place < 0) this.demandBefore(cast, index);
    const newest = this.newestCasts.get(place);
    if (!newest || newest.cast < cast) this.newestCasts.set(place, { cast, index });
  }

  /**
   * Documents that a vote can have been cast under, that which it names first.
   * @param {string} hash that it names @param {number} cast @param {number} v @param {number} index
   */
  *candidates(hash, cast, v, index) {
    const named = this.versions.findLast((version) => version.hash === hash && version.index < index);
    yield named.rules;
    const { versions } = this.published;
    for (const [place, { rules }] of versions.entries())
      if (rules !== named.rules && this.isCandidate(versions, place, cast, v)) yield rules;
  }

  /** @param {string | undefined} hash that an entry without a cast names @param {number} index */
  demandKnown(hash, index) {
    if (hash === undefined) this.unnamed += 1;
    else if (!this.versions.some((version) => version.hash === hash))
      demand(false, `entry ${index} names rules that are not in the log before it`);
  }

  placeOf(hash, cast, v, index) {
    let known = -1;
    for (let place = this.versions.length - 1; place >= 0; place -= 1) {
      if (this.versions[place].hash !== hash) continue;
      if (this.isCandidate(this.versions, place, cast, v)) return place;
      known = place;
    }
    demand(known >= 0, `entry ${index} names rules that are not in the log before it`);
    const { minute } = this.versions[known];
    const until = this.versions[known + 1]?.minute;
    return demand(
      false,
      `entry ${index} was cast at ${minuteText(cast)} and names rules that were in force from ${minute}${until ? ` until ${until}` : ''}`,
    );
  }

  isCandidate(versions, place, cast, v) {
    if (versions[place].at > cast + COARSE) return false;
    const next = versions[place + 1];
    return v === 1 || !next || next.at >= cast - COARSE;
  }

  demandBefore(cast, index) {
    const [first] = this.versions;
    if (first && first.at < cast - COARSE)
      demand(
        false,
        `entry ${index} was cast at ${minuteText(cast)} and names no rules: those of ${first.minute} were in force`,
      );
  }

  /** After the last entry: the log has no fewer versions than are published, and each where the site says it is. */
  compare() {
    const { versions } = this.published;
    if (versions.length !== this.versions.length)
      throw new Differs(
        `the site publishes ${versions.length} versions of the rules, the log has ${this.versions.length}`,
      );
    for (const [place, { at, time, index }] of versions.entries()) {
      const logged = this.versions[place];
      const what = place ? `amendment ${place}` : 'the sealed rules';
      demand(
        at === logged.at,
        `the site says that ${what} came at ${shown(time)}, the log says ${logged.minute}`,
      );
      demand(
        (index ?? null) === null || index === logged.index,
        `the site says that ${what} is entry ${shown(index)}, it is entry ${logged.index}`,
      );
    }
  }
}

/**
 * What `/api/contests/<contest>/rules` answers, checked in itself: hashes, reasons and changes follow from the documents.
 * @param {any} answer its `data`
 */
export function readPublished(answer) {
  demand(isObject(answer), `the published rules are no answer about rules: ${shown(answer)}`);
  const { sealed = null, amendments = [] } = answer;
  demand(sealed === null || isObject(sealed), `the sealed rules are no version of rules: ${shown(sealed)}`);
  demand(Array.isArray(amendments), `the amendments are no list: ${shown(amendments)}`);
  demand(
    sealed !== null || !amendments.length,
    'the site publishes amendments of rules that it does not publish',
  );
  const versions = (sealed ? [sealed, ...amendments] : []).map((version, place, all) =>
    readVersion(version, place, all[place - 1]),
  );
  demandNewest(answer, versions.at(-1));
  return { contestId: answer.contestId ?? null, versions };
}

function readVersion(version, place, before) {
  const what = `version ${place + 1} of the published rules`;
  demand(isObject(version) && isObject(version.rules), `${what} is no version of rules: ${shown(version)}`);
  const { rules: document, hash } = version;
  const isFlat = Object.values(document).every((value) => typeof value !== 'object' || value === null);
  demand(isFlat, `${what} is no flat document`);
  const found = toBase64(sha256(bytesOf(canonical(document))));
  demand(
    hash === undefined || hash === found,
    `${what} is not the one that was sealed: it is published with the hash ${shown(hash)}, and its document has ${found}`,
  );
  const reason = document[REASON] ?? null;
  demand(
    version.reason === undefined || version.reason === reason,
    `${what} is published with the reason ${shown(version.reason)}, and its document says ${shown(reason)}`,
  );
  if (place && version.changes !== undefined) demandChanges(version.changes, before.rules, document, what);
  return {
    hash: found,
    document,
    reason,
    time: version.at,
    at: Math.floor(Date.parse(version.at) / MINUTE_MS),
    index: version.index,
    rules: readRules(document, what),
  };
}

function demandChanges(changes, before, after, what) {
  const fields = Object.keys({ ...before, ...after }).filter(
    (field) => field !== REASON && before[field] !== after[field],
  );
  const expected = fields
    .sort()
    .map((field) => ({ field, from: before[field] ?? null, to: after[field] ?? null }));
  const isList =
    Array.isArray(changes) && changes.every((change) => isObject(change) && typeof change.field === 'string');
  const given = isList ? changes.toSorted((a, b) => (a.field < b.field ? -1 : 1)) : changes;
  demand(
    isList && canonicalOf(given) === canonicalOf(expected),
    `${what} is published with the changes ${shown(given)}, and the documents differ in ${shown(expected)}`,
  );
}

const canonicalOf = (changes) =>
  canonical(
    changes.map(({ field, from = null, to = null }) => [
      field,
      String(from),
      typeof from,
      String(to),
      typeof to,
    ]),
  );

/** The version beside `sealed` is the newest one. */
function demandNewest({ rules, hash }, newest) {
  if (rules !== undefined && rules !== null)
    demand(
      isObject(rules) && Object.values(rules).every((value) => typeof value !== 'object' || value === null),
      'the rules of now are no flat document',
    );
  demand(
    rules === undefined || canonical(rules) === canonical(newest?.document ?? null),
    'the site shows other rules of now than the newest version that it publishes',
  );
  demand(
    hash === undefined || hash === (newest?.hash ?? null),
    `the site shows the hash ${shown(hash)} of the rules of now, and the newest version has ${shown(newest?.hash ?? null)}`,
  );
}
