import { bytesOf, toBase64 } from './bytes.mjs';
import { canonical } from './entry.mjs';
import { demand } from './log.mjs';
import { sha256 } from './platform-node.mjs';

const HASH = /^[A-Za-z0-9+/]{43}=$/;
const FIELDS = 'kind,minute,rules,v';

/** The rules that a log names: sealed once, amended later, and named by votes that were cast under them. */
export class SealedRules {
  /** In the order of the log. @type {{ hash: string, minute: string, index: number }[]} */
  versions = [];
  /** Entries of votes that name no rules: cast before any were sealed. */
  unnamed = 0;
  /** Rules that ask for proven numbers, as the entries have it: hash and first entry. @type {Map<string, number>} */
  asking = new Map();

  /** @param {Record<string, unknown>} entry of the kind `rules` @param {number} index */
  add(entry, index) {
    demand(Object.keys(entry).sort().join() === FIELDS, `entry ${index} has other fields than rules have`);
    demand(HASH.test(String(entry.rules)), `entry ${index} has no hash of rules`);
    demand(entry.rules !== this.versions.at(-1)?.hash, `entry ${index} amends nothing`);
    this.versions.push({ hash: entry.rules, minute: entry.minute, index });
  }

  /** @param {unknown} hash that a vote names, if it names one @param {number} index */
  use(hash, index) {
    if (hash === undefined) this.unnamed += 1;
    else {
      const isKnown = this.versions.some((version) => version.hash === hash);
      demand(isKnown, `entry ${index} names rules that are not in the log before it`);
    }
  }

  /** @param {unknown} hash that a verified free vote names @param {number} index */
  askForNumbers(hash, index) {
    demand(typeof hash === 'string', `entry ${index} is verified under no rules`);
    if (!this.asking.has(hash)) this.asking.set(hash, index);
  }

  /**
   * Compare with the documents that the site publishes.
   * @param {{ sealed: { hash: string, rules: object } | null, amendments: { hash: string, rules: object }[] }} published
   */
  compare({ sealed, amendments }) {
    const documents = sealed ? [sealed, ...amendments] : [];
    demand(
      documents.length === this.versions.length,
      `the site publishes ${documents.length} versions of the rules, the log has ${this.versions.length}`,
    );
    for (const [place, { rules }] of documents.entries()) {
      const hash = toBase64(sha256(bytesOf(canonical(rules))));
      demand(
        hash === this.versions[place].hash,
        `version ${place + 1} of the published rules is not the one that was sealed`,
      );
      demand(
        (rules.verification ?? 'OPEN') !== 'OPEN' || !this.asking.has(hash),
        `entry ${this.asking.get(hash)} is verified under rules that do not ask for it`,
      );
    }
  }
}
