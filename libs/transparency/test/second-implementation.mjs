/*
 * A second implementation of a verifier, written from docs/trust.md, ADRs 111, RFC 6962 and the C2SP documents alone, in another
 * style than apps/verifier: functions over whole lists, the tree by its recursive definition. Reads a folder, prints what it found as JSON.
 */
import { createHash, createHmac, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const folder = process.argv[2];
const file = (path) => readFileSync(resolve(folder, path));
const sha = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();
const must = (what, truth) => truth || (process.stderr.write(`FAILED: ${what}\n`), process.exit(1));
const b64 = (text) => Buffer.from(text, 'base64');
const range = (count) => [...Array(count).keys()];

// RFC 6962, section 2.1
const powerBelow = (n) => 2 ** (Math.ceil(Math.log2(n)) - 1);
const leaf = (data) => sha('\x00', data);
const mth = (leaves) =>
  leaves.length === 0
    ? sha()
    : leaves.length === 1
      ? leaves[0]
      : ((k) => sha('\x01', mth(leaves.slice(0, k)), mth(leaves.slice(k))))(powerBelow(leaves.length));

// C2SP signed-note and tlog-checkpoint
const ED25519 = { key: 1, spki: Buffer.from('302a300506032b6570032100', 'hex') };
const openNote = (note, vkey) => {
  const [name, id, key] = [vkey.split('+')[0], vkey.split('+')[1], b64(vkey.split('+').slice(2).join('+'))];
  must('the key is of another type', key.length === 33 && key[0] === ED25519.key);
  must('the key has another id', sha(name, '\n', key).toString('hex').startsWith(id) && id.length === 8);
  const [, text, tail] = /^([^]*\n)\n([^]*)$/.exec(note) ?? [];
  const signature = tail
    .split('\n')
    .filter((line) => line.startsWith(`— ${name} `))
    .map((line) => b64(line.slice(name.length + 3)))
    .find((bytes) => bytes.toString('hex', 0, 4) === id);
  const spki = createPublicKey({
    key: Buffer.concat([ED25519.spki, key.subarray(1)]),
    format: 'der',
    type: 'spki',
  });
  must(
    'the signature does not hold',
    signature && verify(null, Buffer.from(text), spki, signature.subarray(4)),
  );
  const [origin, size, root] = text.split('\n');
  must('the checkpoint is of another log', origin === name);
  return { origin, size: Number(size), root: b64(root) };
};

// C2SP tlog-tiles
const tilePath = (level, n, width) => {
  const groups = String(n)
    .padStart(3 * Math.ceil(String(n).length / 3), '0')
    .match(/.{3}/g);
  const path = groups.map((group, i) => (i < groups.length - 1 ? `x${group}` : group)).join('/');
  return `tile/${level}/${path}${width < 256 ? `.p/${width}` : ''}`;
};
const tilesOf = (level, count) =>
  range(Math.ceil(count / 256)).map((n) => [n, file(tilePath(level, n, Math.min(256, count - 256 * n)))]);
const unbundle = (bytes) =>
  bytes.length === 0
    ? []
    : ((end) => [bytes.subarray(2, end), ...unbundle(bytes.subarray(end))])(2 + bytes.readUInt16BE());
const levels = (hashes) =>
  hashes.length
    ? [
        hashes,
        ...levels(
          range(Math.floor(hashes.length / 256)).map((n) => mth(hashes.slice(256 * n, 256 * n + 256))),
        ),
      ]
    : [];

// ADR 111: canonical JSON; ADR 111: what hidden entries count for
const readEntry = (bytes) => {
  const entry = JSON.parse(bytes);
  const pairs = Object.keys(entry)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${JSON.stringify(entry[key])}`);
  must('an entry is not canonical', `{${pairs.join(',')}}` === String(bytes));
  return entry;
};
const keysOf = (entries) =>
  new Map(
    entries
      .filter(({ kind }) => kind === 'reveal')
      .map(({ key }) => [sha(b64(key)).toString('base64'), b64(key)]),
  );
const open = (entry, key) => {
  const [nonce, covered] = [b64(entry.hidden).subarray(0, 16), b64(entry.hidden).subarray(16)];
  const facts = createHmac('sha256', key)
    .update(nonce)
    .digest()
    .map((byte, i) => byte ^ covered[i]);
  const id = facts.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return {
    ...entry,
    contestant: id,
    votes: Number(facts.readBigInt64BE(16)),
    amount: Number(facts.readBigInt64BE(24)),
  };
};
const sums = (entries) =>
  entries.reduce(
    (all, { contestant, votes }) => ({ ...all, [contestant]: (all[contestant] ?? 0) + votes }),
    {},
  );

const { origin, size, root } = openNote(String(file('checkpoint')), String(file('key')).trim());
const bundles = tilesOf('entries', size).flatMap(([, bytes]) => unbundle(bytes));
must('entries are missing, or too many', bundles.length === size);
const hashes = bundles.map(leaf);
must('the root is not that of the entries', mth(hashes).equals(root));
for (const [level, row] of levels(hashes).entries())
  for (const [n, bytes] of tilesOf(level, row.length))
    must(
      `tile ${n} of level ${level} is another`,
      Buffer.concat(row.slice(256 * n, 256 * n + 256)).equals(bytes),
    );

const entries = bundles.map(readEntry);
const keys = keysOf(entries);
const sealed = entries.map((entry, i) => [entry, i]).filter(([{ kind }]) => kind === 'rules');
for (const [i, { kind, rules }] of entries.entries())
  must(
    `entry ${i} names rules that were not sealed before it`,
    kind === 'rules' || !rules || sealed.some(([one, at]) => at < i && one.rules === rules),
  );
const votes = entries
  .filter(({ kind }) => ['free', 'paid', 'manual', 'reversal', 'restore'].includes(kind))
  .map((entry) => (keys.has(entry.hiddenBy) ? open(entry, keys.get(entry.hiddenBy)) : entry));
const known = votes.filter(({ contestant }) => contestant);
process.stdout.write(
  JSON.stringify({
    origin,
    size,
    root: root.toString('base64'),
    votes: sums(known),
    amount: known.reduce((sum, { amount }) => sum + amount, 0),
    hidden: votes.length - known.length,
    rules: sealed.map(([{ rules }]) => rules),
  }),
);
