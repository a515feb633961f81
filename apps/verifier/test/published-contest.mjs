import { createHash, createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { canonical } from '../src/entry.mjs';
import { pathOf, Tree, WIDTH } from '../src/log.mjs';

/**
 * Contests as a site publishes them, from the document of the format alone: a log under a key of its own, and the answers about rules and page that
 * follow from it. For the table of forgeries, whose forger has the key and makes everything follow.
 */

export const CONTEST = '01a21cc4-98ca-76d0-bc35-4909f87c4a5e';
export const ORIGIN = `vote.example/log/${CONTEST}`;
const { privateKey, publicKey } = generateKeyPairSync('ed25519');

const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();
export const hashOf = (text) => sha256(text).toString('base64');
/** A commitment like that of a vote's salt. */
export const commitment = (value) => hashOf(`salt ${value}`);
export const id = (nr) => `0199aaaa-0000-7000-8000-${String(nr).padStart(12, '0')}`;

/** @typedef {{ entries: Record<string, any>[], rules: { at: string, document: Record<string, any> }[], keys: Map<string, Buffer> }} Contest */

/** The contest's rules entry in its place. @param {Contest} contest @param {number} nr */
export const rulesEntry = ({ rules }, nr) => ({
  v: 1,
  kind: 'rules',
  minute: `${rules[nr].at.slice(0, 16)}Z`,
  rules: hashOf(canonical(rules[nr].document)),
});

/** The entry of a vote without what it counts for. @param {Record<string, any>} entry @param {Buffer} key @param {number} nr of its random bytes */
export function hide({ contestant, votes, amount, ...open }, key, nr) {
  const nonce = Buffer.alloc(16, nr);
  const facts = Buffer.alloc(32);
  Buffer.from(contestant.replaceAll('-', ''), 'hex').copy(facts);
  facts.writeBigInt64BE(BigInt(votes), 16);
  facts.writeBigInt64BE(BigInt(amount), 24);
  const pad = createHmac('sha256', key).update(nonce).digest();
  const hidden = Buffer.concat([nonce, facts.map((byte, at) => byte ^ pad[at])]);
  return { ...open, hidden: hidden.toString('base64'), hiddenBy: hashOf(key) };
}

function opened(entry, keys) {
  const key = keys.get(entry.hiddenBy);
  if (!key) return entry;
  const bytes = Buffer.from(entry.hidden, 'base64');
  const pad = createHmac('sha256', key).update(bytes.subarray(0, 16)).digest();
  const facts = Buffer.from(bytes.subarray(16).map((byte, at) => byte ^ pad[at]));
  const contestant = facts.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  return {
    ...entry,
    contestant,
    votes: Number(facts.readBigInt64BE(16)),
    amount: Number(facts.readBigInt64BE(24)),
  };
}

/** The rules' answer, as it follows from the documents and from where their entries are. @param {Contest} contest */
export function rulesAnswer({ rules, entries }) {
  const indexes = entries.flatMap(({ kind }, index) => (kind === 'rules' ? [index] : []));
  const versions = rules.map(({ at, document }, nr) => ({
    at,
    hash: hashOf(canonical(document)),
    rules: document,
    reason: document.amendmentReason ?? null,
    index: indexes[nr] ?? null,
  }));
  const newest = versions.at(-1);
  return {
    contestId: CONTEST,
    rules: newest?.rules ?? null,
    hash: newest?.hash ?? null,
    sealed: versions[0] ?? null,
    amendments: versions
      .slice(1)
      .map((version, nr) => ({ ...version, changes: changesOf(versions[nr].rules, version.rules) })),
  };
}

function changesOf(before, after) {
  return Object.keys({ ...before, ...after })
    .filter((field) => field !== 'amendmentReason' && before[field] !== after[field])
    .map((field) => ({ field, from: before[field] ?? null, to: after[field] ?? null }));
}

const bundlesOf = (text) =>
  (text ? text.split(',') : [])
    .map((bundle) => bundle.split(':').map(Number))
    .map(([votes, price]) => ({ votes, price: price / 100 }));

/** The page, as it follows from the newest names, the newest rules and the entries. @param {Contest} contest */
export function pageAnswer({ entries, rules, keys }) {
  const names = entries.findLast(({ kind }) => kind === 'roster');
  const { document } = rules.at(-1);
  const isFree = document.votePricePesewas === 0;
  const counted = entries.map((entry) => opened(entry, keys));
  const votes = (who) =>
    counted.filter(({ contestant }) => contestant === who).reduce((sum, entry) => sum + entry.votes, 0);
  const released = (who) =>
    counted
      .filter((entry) => entry.contestant === who && entry.released && entry.kind === 'free')
      .reduce((sum, entry) => sum + entry.votes, 0);
  const total = names.contestants.reduce((sum, one) => sum + votes(one.id), 0);
  const share = (part, whole) => (whole > 0 ? Math.round((1000 * part) / whole) / 10 : 0);
  const windows = (document.voteWindows ?? '').split(',').filter(Boolean);
  const prices = new Map(
    (document.categoryPrices ?? '')
      .split(';')
      .filter(Boolean)
      .map((one) => one.split('=')),
  );
  const newest = rules.at(-1);
  return {
    id: CONTEST,
    title: 'A contest',
    startDate: document.startDate,
    endDate: document.endDate,
    votePrice: document.votePricePesewas / 100,
    showResults: document.showResults,
    _count: { categories: names.categories.length, contestants: names.contestants.length, votes: total },
    totalVotes: total,
    bundles: bundlesOf(document.bundles),
    windows: windows
      .map((text) => text.split(/[/*]/))
      .map(([from, until, times]) => ({ from, until, multiplier: Number(times) })),
    freeVotesPerHour: isFree ? document.freeVotesPerHour : null,
    verification: isFree ? (document.verification ?? 'OPEN') : null,
    allowBallotChange: document.allowBallotChange ?? false,
    retentionMonths: document.retentionMonths,
    amendment:
      rules.length > 1
        ? {
            count: rules.length - 1,
            at: newest.at,
            reason: newest.document.amendmentReason ?? null,
            corrections: 0,
          }
        : null,
    categories: names.categories.map(({ id: category, name }) => {
      const people = names.contestants.filter(({ categoryId }) => categoryId === category);
      const sum = people.reduce((so, one) => so + votes(one.id), 0);
      const [price, ...bundles] = (prices.get(category) ?? '').split(',');
      return {
        id: category,
        contestId: CONTEST,
        name,
        votePrice: price ? Number(price) / 100 : null,
        bundles: bundlesOf(bundles.join(',')),
        _count: { contestants: people.length, votes: sum },
        contestants: people.map((one) => ({
          ...one,
          voteCount: votes(one.id),
          releasedVotes: released(one.id),
          rank: 1 + people.filter((other) => votes(other.id) > votes(one.id)).length,
          percentage: share(votes(one.id), total),
          categoryPercentage: share(votes(one.id), sum),
          _count: { votes: votes(one.id) },
        })),
      };
    }),
  };
}

/** A text with which an entry is published as it is. @param {unknown} entry */
const bytesOf = (entry) => Buffer.from(typeof entry === 'string' ? entry : canonical(entry));

/** The files of a log, signed by its key. @param {Iterable<unknown>} entries texts are taken as they are @returns {Map<string, Buffer>} */
export function filesOf(entries) {
  const leaves = Array.from(entries, bytesOf);
  const levels = [];
  const tree = new Tree((height, hash) => {
    if (height % 8 === 0) (levels[height / 8] ??= []).push(hash);
  });
  for (const leaf of leaves) tree.add(leaf);
  const files = new Map();
  const put = (level, list, join) => {
    for (let at = 0; at * WIDTH < list.length; at += 1) {
      const row = list.slice(at * WIDTH, (at + 1) * WIDTH);
      files.set(pathOf(level, at, row.length), Buffer.concat(row.map(join)));
    }
  };
  put('entries', leaves, (leaf) => Buffer.concat([Buffer.of(leaf.length >> 8, leaf.length & 255), leaf]));
  for (const [level, hashes] of levels.entries()) put(level, hashes, (hash) => Buffer.from(hash));
  const typed = Buffer.concat([
    Buffer.of(1),
    Buffer.from(publicKey.export({ format: 'jwk' }).x, 'base64url'),
  ]);
  const keyId = sha256(`${ORIGIN}\n`, typed).subarray(0, 4);
  const text = `${ORIGIN}\n${leaves.length}\n${Buffer.from(tree.root()).toString('base64')}\n`;
  const signature = Buffer.concat([keyId, sign(null, Buffer.from(text), privateKey)]).toString('base64');
  files.set('key', Buffer.from(`${ORIGIN}+${keyId.toString('hex')}+${typed.toString('base64')}\n`));
  files.set('checkpoint', Buffer.from(`${text}\n— ${ORIGIN} ${signature}\n`));
  return files;
}

/**
 * What the site of a forger serves, by the path below its log; `page` and `rules` are the answers.
 * @param {import('./forgeries.mjs').Forgery} forgery @param {(contest: Contest) => Contest} [as] how the contest is published
 */
export function published({ of, log, page: onPage, answer }, as = (contest) => contest) {
  const forged = of();
  log?.(forged);
  const contest = as(forged);
  const [page, rules] = [pageAnswer(forged), rulesAnswer(contest)];
  onPage?.(page);
  answer?.(rules);
  return { files: filesOf(contest.entries.map(withoutEmpty)), page, rules };
}

/** Absent fields are not undefined in what is published. */
const withoutEmpty = (entry) => (typeof entry === 'string' ? entry : JSON.parse(JSON.stringify(entry)));
