import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { CheckpointSigner, openCheckpoint } from './checkpoint.js';
import { canonical, type LogEntry, type RulesEntry, type VoteEntry } from './entry.js';
import { hideEntry, revealEntryOf } from './hidden-entry.js';
import { leafHash } from './merkle.js';
import { entryBundle, TILE_WIDTH, tilePath } from './tiles.js';
import { TreeEdge } from './tree-edge.js';

const VERIFIER = join(import.meta.dirname, '..', '..', '..', 'apps', 'verifier', 'src', 'main.mjs');
const signer = new CheckpointSigner(Buffer.alloc(32, 3).toString('base64'));
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'abato-log-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function put(path: string, content: Buffer | string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}

const contestant = (nr: number): string => `0199aaaa-0000-7000-8000-00000000000${nr}`;

/** Write a log of free votes as the product publishes one. @param change makes the published entries differ from those that were signed */
function publish(
  size: number,
  change = (entries: Buffer[]): Buffer[] => entries,
  make: (votes: VoteEntry[]) => LogEntry[] = (votes) => votes,
): void {
  const votes = Array.from({ length: size }, (_, i): VoteEntry => ({
    v: 1,
    kind: 'free',
    contestant: contestant(i % 3),
    votes: (i % 5) + 1,
    amount: 0,
    channel: 'web',
    minute: '2026-11-22T21:35Z',
  }));
  const entries = make(votes).map(canonical);
  const edge = new TreeEdge(0, []);
  const levels: Buffer[][] = [entries.map(leafHash), [], []];
  for (const hash of levels[0] ?? [])
    for (const node of edge.append(hash)) levels[node.level]?.push(node.hash);
  for (const [level, hashes] of levels.entries()) {
    for (const [index, row] of tilesOf(hashes).entries()) {
      put(tilePath({ level, index, width: row.length }), Buffer.concat(row));
    }
  }
  for (const [index, row] of tilesOf(change(entries)).entries()) {
    put(tilePath({ level: 'entries', index, width: row.length }), entryBundle(row));
  }
  put('key', `${signer.verifierKey('vote.example/log/1')}\n`);
  put('checkpoint', signer.sign('vote.example/log/1', { size: entries.length, root: edge.root() }));
}

function tilesOf(row: readonly Buffer[]): Buffer[][] {
  return Array.from({ length: Math.ceil(row.length / TILE_WIDTH) }, (_, i) =>
    row.slice(i * TILE_WIDTH, (i + 1) * TILE_WIDTH),
  );
}

function verifier(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, [VERIFIER, folder, ...args], { encoding: 'utf8' });
}

describe('the verifier, written from the documents alone,', () => {
  it.each([0, 1, 255, 256, 257, 70_000])('accepts a log of %d entries that the product made', (size) => {
    publish(size);
    const votes = Array.from({ length: size }, (_, i) => (i % 5) + 1).reduce((a, b) => a + b, 0);
    expect(verifier()).toMatchObject({
      status: 0,
      stdout: expect.stringContaining(`${votes} votes, root `),
      stderr: '',
    });
  });

  const document = (price: number) => `{"freeVotesPerHour":10,"votePricePesewas":${price}}`;
  const hashOf = (price: number) => createHash('sha256').update(document(price)).digest('base64');
  const rules = (price: number): RulesEntry => ({
    v: 1,
    kind: 'rules',
    minute: '2026-11-22T21:35Z',
    rules: hashOf(price),
  });
  const under = (vote: VoteEntry | undefined, price: number): VoteEntry => ({
    ...(vote as VoteEntry),
    rules: hashOf(price),
  });

  it('accepts sealed rules, an amendment and votes under both, also a vote that was paid after the amendment', () => {
    publish(3, undefined, ([a, b, c]) => [
      rules(100),
      under(a, 100),
      rules(200),
      under(b, 200),
      under(c, 100),
    ]);
    const accepted = verifier();
    expect(accepted).toMatchObject({ status: 0, stderr: '' });
    expect(accepted.stdout).toContain(`rules    sealed 2026-11-22T21:35Z ${hashOf(100)}`);
    expect(accepted.stdout).toContain(`rules    amended 2026-11-22T21:35Z ${hashOf(200)}`);
    expect(accepted.stdout).not.toContain('name no rules');
    publish(3, undefined, ([a, b, c]) => [a, rules(100), under(b, 100), under(c, 100)] as LogEntry[]);
    expect(verifier().stdout).toContain('1 entries name no rules');
  });

  it('adds up verified votes beside entries that do not say so, and refuses them under rules that do not ask for it', () => {
    const sealed = (verification: string) => {
      const text = `{"verification":"${verification}"}`;
      const hash = createHash('sha256').update(text).digest('base64');
      publish(3, undefined, ([a, b, c]) => [
        { ...rules(100), rules: hash },
        { ...a, rules: hash } as LogEntry,
        { ...b, rules: hash, verified: true } as LogEntry,
        { ...c, rules: hash, channel: 'ussd', verified: true } as LogEntry,
      ]);
      const data = { sealed: { hash, rules: { verification } }, amendments: [] };
      return verifier('--rules', `data:application/json,${encodeURIComponent(JSON.stringify({ data }))}`);
    };
    expect(sealed('PHONE')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('verified 5 of them'),
    });
    expect(sealed('OPEN')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('entry 2 is verified under rules that do not ask for it'),
    });
  });

  it.each<[string, (votes: VoteEntry[]) => LogEntry[], RegExp]>([
    ['a vote that names rules never sealed', ([a]) => [rules(100), under(a, 200)], /entry 1 names rules/],
    ['a vote before its rules', ([a]) => [under(a, 100), rules(100)], /entry 0 names rules/],
    ['an amendment that amends nothing', () => [rules(100), rules(100)], /entry 1 amends nothing/],
    ['rules without a hash', () => [Object.assign(rules(100), { rules: 'x' })], /no hash of rules/],
    [
      'a verified vote of the organiser',
      ([a]) => [{ ...a, kind: 'manual', verified: true } as LogEntry],
      /entry 0 is verified and cannot be/,
    ],
    [
      'a vote that says it is not verified',
      ([a]) => [{ ...a, verified: false } as unknown as LogEntry],
      /entry 0 is verified and cannot be/,
    ],
    [
      'a verified vote of the website without rules',
      ([a]) => [{ ...a, verified: true } as LogEntry],
      /entry 0 is verified under no rules/,
    ],
    ['rules with votes', () => [{ ...rules(100), votes: 9 } as LogEntry], /other fields/],
  ])('refuses %s', (_what, make, reason) => {
    publish(1, undefined, make);
    expect(verifier()).toMatchObject({ status: 1, stderr: expect.stringMatching(reason) });
  });

  describe('while results are hidden and after', () => {
    const [key, later] = [Buffer.alloc(32, 5), Buffer.alloc(32, 6)];
    const now = new Date('2026-11-22T21:36:00Z');
    const page = (...counts: (number | null)[]) => {
      const contestants = counts.map((voteCount, nr) => ({ id: contestant(nr), voteCount }));
      const data = { categories: [{ contestants }] };
      return ['--totals', `data:application/json,${encodeURIComponent(JSON.stringify({ data }))}`];
    };
    const hide = (votes: VoteEntry[], by = key) => votes.map((vote) => hideEntry(vote, by));

    it('checks root and number of entries, and knows no total of the hidden ones', () => {
      publish(300, undefined, (votes) => [...votes.slice(0, 3), ...hide(votes.slice(3))]);
      expect(verifier(...page(null, null, null))).toMatchObject({
        status: 0,
        stdout: expect.stringMatching(
          /^hidden {3}297 entries are encrypted[^]+hides its totals[^]+^6 votes, root /m,
        ),
      });
      expect(verifier(...page(1, 2, 3))).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('the page shows counts, and the log has no key for 297 entries'),
      });
      expect(readFileSync(join(folder, 'tile', 'entries', '001.p', '44'), 'latin1')).not.toContain(
        contestant(0),
      );
    });

    it('opens every entry when its key is in the log, also after results were hidden again', () => {
      const made = (...more: LogEntry[]) =>
        publish(6, undefined, ([a, b, c, d, e, f]) => [
          ...hide([a, b] as VoteEntry[]),
          revealEntryOf(key, now),
          c as VoteEntry,
          ...hide([d, e] as VoteEntry[], later),
          ...more,
          ...(more.length ? [f as VoteEntry] : []),
        ]);
      made();
      expect(verifier()).toMatchObject({
        status: 0,
        stdout: expect.stringMatching(/^opened {3}2 entries[^]+^hidden {3}2 entries[^]+^6 votes, root /m),
      });
      made(revealEntryOf(later, now));
      expect(verifier(...page(1 + 4, 2 + 5, 3 + 1))).toMatchObject({
        status: 0,
        stdout: expect.stringMatching(/^opened {3}4 entries[^]+same totals[^]+^16 votes, root /m),
        stderr: '',
      });
      expect(verifier(...page(5, 8, 3))).toMatchObject({ status: 1 });
    });

    it('opens a reversal with its sign, and the sums of payments', () => {
      publish(1, undefined, ([vote]) => {
        const paid: VoteEntry = { ...(vote as VoteEntry), kind: 'paid', votes: 100_000, amount: 1_000_000 };
        const back: VoteEntry = { ...paid, kind: 'reversal', votes: -99_999, amount: -999_990 };
        return [...hide([paid, back]), revealEntryOf(key, now)];
      });
      expect(verifier(...page(1))).toMatchObject({ status: 0, stdout: expect.stringContaining('GHS 0.10') });
    });

    it.each<[string, (votes: VoteEntry[]) => LogEntry[], RegExp]>([
      [
        'another key than was promised',
        (votes) => [...hide(votes), revealEntryOf(later, now)],
        /entry 1 reveals a key that has hidden nothing/,
      ],
      [
        'votes under a key that is known',
        (votes) => [...hide(votes), revealEntryOf(key, now), ...hide(votes)],
        /entry 2 is hidden by a key that was revealed/,
      ],
      [
        'a key with more',
        (votes) => [...hide(votes), Object.assign(revealEntryOf(key, now), { votes: 1 })],
        /other fields than a key/,
      ],
      [
        'a short key',
        (votes) => [...hide(votes), revealEntryOf(Buffer.alloc(31), now)],
        /entry 1 has no key/,
      ],
      [
        'a count beside a hidden one',
        (votes) => hide(votes).map((entry) => Object.assign(entry, { votes: 1 })),
        /entry 0 is hidden and open/,
      ],
      [
        'something of another length',
        (votes) => hide(votes).map((entry) => ({ ...entry, hidden: 'AAAA' })),
        /another length/,
      ],
      [
        'a vote that names no key',
        (votes) => hide(votes).map((entry) => ({ ...entry, hiddenBy: 'AAAA' })),
        /entry 0 names no key/,
      ],
      [
        'a count below zero',
        ([vote]) => [...hide([{ ...(vote as VoteEntry), votes: -1 }]), revealEntryOf(key, now)],
        /entry 0 has the wrong sign/,
      ],
      [
        'what opens to no number',
        (votes) => [
          ...hide(votes).map((entry) => ({ ...entry, hidden: 'A'.repeat(64) })),
          revealEntryOf(key, now),
        ],
        /entry 0 does not open/,
      ],
      ['rules that were not sealed', ([vote]) => hide([under(vote, 200)]), /entry 0 names rules/],
    ])('refuses %s', (_what, make, reason) => {
      publish(1, undefined, make);
      expect(verifier()).toMatchObject({ status: 1, stderr: expect.stringMatching(reason) });
    });
  });

  const other = Buffer.from('{"v":1}');
  it.each<[string, (entries: Buffer[]) => Buffer[]]>([
    [
      'a changed entry',
      (entries) => entries.with(7, Buffer.from(String(entries[7]).replace('"votes":3', '"votes":4'))),
    ],
    ['a missing entry', (entries) => entries.toSpliced(7, 1)],
    ['an exchange', (entries) => entries.with(7, entries[8] ?? other).with(8, entries[7] ?? other)],
    ['an entry too many', (entries) => entries.toSpliced(7, 0, entries[7] ?? other)],
    ['an entry of another form', (entries) => entries.with(7, other)],
    ['another spelling', (entries) => entries.with(7, Buffer.from(String(entries[7]).replace(',', ', ')))],
  ])('refuses %s', (_what, change) => {
    publish(300, change);
    expect(verifier()).toMatchObject({ status: 1, stderr: expect.stringMatching(/^FAILED: /) });
  });

  it('refuses a tile that differs, a note of another key and a missing file', () => {
    publish(300);
    put('tile/0/001.p/44', Buffer.alloc(44 * 32));
    expect(verifier()).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('tile/0/001.p/44 is not'),
    });
    publish(300);
    const key = new CheckpointSigner(Buffer.alloc(32, 4).toString('base64')).verifierKey(
      'vote.example/log/1',
    );
    expect(verifier('--key', key)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('not signed by'),
    });
    expect(verifier('--key', signer.verifierKey('vote.example/log/1'))).toMatchObject({ status: 0 });
    rmSync(join(folder, 'tile', 'entries', '000'));
    expect(verifier()).toMatchObject({ status: 1, stderr: expect.stringContaining('cannot be read') });
  });

  const ORIGIN = 'vote.example/log/1';
  const checkpoint = () => readFileSync(join(folder, 'checkpoint'), 'utf8');

  it('refuses a checkpoint whose signature is another one’s', () => {
    publish(299);
    const { length, [length - 2]: signature = '' } = checkpoint().split('\n');
    publish(300);
    const lines = checkpoint().split('\n');
    put('checkpoint', lines.with(-2, signature).join('\n'));
    expect(verifier()).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('the signature is wrong'),
    });
  });

  it('refuses entries and tiles that agree, under a signed root that is not theirs', () => {
    publish(300);
    put('checkpoint', signer.sign(ORIGIN, { size: 300, root: leafHash(other) }));
    expect(verifier()).toMatchObject({ status: 1, stderr: expect.stringContaining('to the signed root') });
  });

  it.each([0, 256, 300])('accepts a log that continues a kept checkpoint of %d entries', (size) => {
    publish(size);
    put('kept', checkpoint());
    publish(300);
    expect(verifier('--older', join(folder, 'kept'))).toMatchObject({
      status: 0,
      stdout: expect.stringContaining(`continues the older checkpoint of ${size} entries`),
    });
  });

  it('refuses a log that is shorter than a kept checkpoint, has another beginning, or was kept under another key', () => {
    publish(300);
    put('kept', signer.sign(ORIGIN, { size: 299, root: leafHash(other) }));
    expect(verifier('--older', join(folder, 'kept'))).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('does not continue the older checkpoint of 299 entries'),
    });
    put('kept', checkpoint());
    const before = new CheckpointSigner(Buffer.alloc(32, 4).toString('base64'));
    put('old', before.sign(ORIGIN, openCheckpoint(checkpoint(), signer.verifierKey(ORIGIN))));
    const old = ['--older', join(folder, 'old')];
    expect(verifier(...old)).toMatchObject({ status: 1, stderr: expect.stringContaining('not signed by') });
    expect(verifier(...old, '--older-key', before.verifierKey(ORIGIN))).toMatchObject({ status: 0 });
    publish(299);
    expect(verifier('--older', join(folder, 'kept'))).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('has 299 entries and had 300'),
    });
  });

  it('demands of a witness that the log continues what it has cosigned', () => {
    const file = join(folder, 'key.secret');
    const run = (...args: string[]) =>
      spawnSync(process.execPath, [join(dirname(VERIFIER), 'witness.mjs'), ...args], { encoding: 'utf8' });
    const line = run('key', 'auditor.example', '--key', file).stdout.trim();
    const cosign = (state: string) =>
      run(folder, '--key', file, '--state', join(folder, state)).stdout.split('\n')[1] ?? '';
    put('witnesses', `${line}\n`);
    publish(200);
    const path = `witnessed/${line.split('+')[1]}`;
    expect(verifier('--witness', line)).toMatchObject({ status: 1 });
    expect(verifier()).toMatchObject({ status: 0, stdout: expect.not.stringContaining('witness  ') });
    put(path, `${checkpoint()}${cosign('one')}\n`);
    publish(300);
    for (const args of [[], ['--witness', line]]) {
      expect(verifier(...args)).toMatchObject({
        status: 0,
        stdout: expect.stringContaining('auditor.example cosigned 200 entries at '),
      });
    }
    put(path, readFileSync(join(folder, path), 'utf8').replace('\n200\n', '\n199\n'));
    expect(verifier()).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('auditor.example is wrong'),
    });
    publish(200, undefined, (votes) => votes.toReversed());
    put(path, `${checkpoint()}${cosign('two')}\n`);
    publish(300);
    expect(verifier()).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('does not continue the checkpoint that auditor.example cosigned'),
    });
  });
});
