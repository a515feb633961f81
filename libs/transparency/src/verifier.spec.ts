import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  expectAccepted,
  expectRefused,
  FIXTURES,
  LogFolder,
  ORIGIN,
  OTHER,
  otherSigner,
  runProgram,
  signer,
  VERIFIER,
} from '../test/log-folder.js';
import type { LogEntry, RulesEntry, VoteEntry } from './entry.js';
import { leafHash } from './merkle.js';

const log = new LogFolder();

it.each([0, 1, 255, 256, 257, 70_000])(
  'the verifier, written from the documents alone, accepts a log of %d entries that the product made',
  (size) => {
    log.publish(size);
    const votes = Array.from({ length: size }, (_, i) => (i % 5) + 1).reduce((a, b) => a + b, 0);
    expect(log.verify()).toMatchObject({
      status: 0,
      stdout: expect.stringContaining(`${votes} votes, root `),
      stderr: '',
    });
  },
);

it.each([
  ['paid', /^150 votes, root /m],
  ['free', /^manual {3}4 votes$[^]+^restore {2}5 votes$[^]+^104 votes, root /m],
  ['demo', /^verified 465 of them[^]+^465 votes, root /m],
])(
  'the verifier, written from the documents alone, accepts the log of version 1 that was kept of a %s contest, with its rules and its page',
  (name, found) => {
    const { status, stdout, stderr } = runProgram(VERIFIER, join(FIXTURES, 'version-1', name));
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(found);
    expect(stdout).toContain('Names are not sealed in this log');
    expect(stdout).toContain('The public page shows the same totals.');
    expect(stdout).toContain('Every entry is one that the rules in force allow.');
  },
);

it('the verifier, written from the documents alone, says what it could not check without the rules, and ends 2 where a log is newer than it is', () => {
  log.publish(2);
  const { stdout } = log.verify();
  expect(stdout).toContain('NOT CHECKED against the rules: rules.json cannot be read');
  expect(stdout).toContain('The public page was not compared: public.json cannot be read');
  log.publish(2, undefined, ([a]) => [a as VoteEntry, { ...a, v: 3 } as unknown as VoteEntry]);
  expect(log.verify()).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('entry 1 has version 3, which is newer than this verifier'),
  });
  log.put('rules.json', '{"data":[]');
  expect(log.verify()).toMatchObject({ status: 1, stderr: 'FAILED: rules.json is not JSON\n' });
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

it('the verifier, written from the documents alone, accepts sealed rules, an amendment and votes under both, also a vote that was paid after the amendment', () => {
  log.publish(3, undefined, ([a, b, c]) => [
    rules(100),
    under(a, 100),
    rules(200),
    under(b, 200),
    under(c, 100),
  ]);
  const accepted = log.verify();
  expect(accepted).toMatchObject({ status: 0, stderr: '' });
  expect(accepted.stdout).toContain(`rules    sealed 2026-11-22T21:35Z ${hashOf(100)}`);
  expect(accepted.stdout).toContain(`rules    amended 2026-11-22T21:35Z ${hashOf(200)}`);
  expect(accepted.stdout).not.toContain('name no rules');
  log.publish(3, undefined, ([a, b, c]) => [a, rules(100), under(b, 100), under(c, 100)] as LogEntry[]);
  expect(log.verify().stdout).toContain('1 entries name no rules');
});

it('the verifier, written from the documents alone, adds up verified votes beside entries that do not say so, and refuses them under rules that do not ask for it', () => {
  const sealed = (verification: string) => {
    const text = `{"verification":"${verification}"}`;
    const hash = createHash('sha256').update(text).digest('base64');
    log.publish(3, undefined, ([a, b, c]) => [
      { ...rules(100), rules: hash },
      { ...a, rules: hash } as LogEntry,
      { ...b, rules: hash, verified: true } as LogEntry,
      { ...c, rules: hash, channel: 'ussd', verified: true } as LogEntry,
    ]);
    const sealed = { at: '2026-11-22T21:35:00.000Z', hash, rules: { verification } };
    const data = { sealed, amendments: [] };
    return log.verify('--rules', `data:application/json,${encodeURIComponent(JSON.stringify({ data }))}`);
  };
  expectAccepted(sealed('PHONE'), 'verified 5 of them');
  expectRefused(sealed('OPEN'), 'entry 2 is verified under rules that do not ask for it');
});

it.each<[string, (votes: VoteEntry[]) => LogEntry[], RegExp]>([
  ['a vote that names rules never sealed', ([a]) => [rules(100), under(a, 200)], /entry 1 names rules/],
  ['a vote before its rules', ([a]) => [under(a, 100), rules(100)], /entry 0 names rules/],
  ['an amendment that amends nothing', () => [rules(100), rules(100)], /entry 1 amends nothing/],
  ['rules without a hash', () => [Object.assign(rules(100), { rules: 'x' })], /no hash of rules/],
  [
    'a verified vote of the organiser',
    ([a]) => [{ ...a, kind: 'manual', channel: 'manual', verified: true } as LogEntry],
    /entry 0 is verified and cannot be/,
  ],
  [
    'a vote that says it is not verified',
    ([a]) => [{ ...a, verified: false } as unknown as LogEntry],
    /entry 0 has `verified` that is not true/,
  ],
  [
    'a verified vote of the website without rules',
    ([a]) => [{ ...a, verified: true } as LogEntry],
    /entry 0 is verified under no rules/,
  ],
  ['rules with votes', () => [{ ...rules(100), votes: 9 } as LogEntry], /other fields/],
])('the verifier, written from the documents alone, refuses %s', (_what, make, reason) => {
  log.publish(1, undefined, make);
  expectRefused(log.verify(), reason);
});

it.each<[string, (entries: Buffer[]) => Buffer[]]>([
  [
    'a changed entry',
    (entries) => entries.with(7, Buffer.from(String(entries[7]).replace('"votes":3', '"votes":4'))),
  ],
  ['a missing entry', (entries) => entries.toSpliced(7, 1)],
  ['an exchange', (entries) => entries.with(7, entries[8] ?? OTHER).with(8, entries[7] ?? OTHER)],
  ['an entry too many', (entries) => entries.toSpliced(7, 0, entries[7] ?? OTHER)],
  ['an entry of another form', (entries) => entries.with(7, OTHER)],
  ['another spelling', (entries) => entries.with(7, Buffer.from(String(entries[7]).replace(',', ', ')))],
])('the verifier, written from the documents alone, refuses %s', (_what, change) => {
  log.publish(300, change);
  expectRefused(log.verify(), /^FAILED: /);
});

it('the verifier, written from the documents alone, refuses a tile that differs, a note of another key and a missing file', () => {
  log.publish(300);
  log.put('tile/0/001.p/44', Buffer.alloc(44 * 32));
  expectRefused(log.verify(), 'tile/0/001.p/44 is not');
  log.publish(300);
  expectRefused(log.verify('--key', otherSigner.verifierKey(ORIGIN)), 'not signed by');
  expect(log.verify('--key', signer.verifierKey(ORIGIN))).toMatchObject({ status: 0 });
  rmSync(join(log.path, 'tile', 'entries', '000'));
  expectRefused(log.verify(), 'cannot be read');
});

const checkpoint = () => readFileSync(join(log.path, 'checkpoint'), 'utf8');

it('the verifier, written from the documents alone, refuses a checkpoint whose signature is another one’s', () => {
  log.publish(299);
  const { length, [length - 2]: signature = '' } = checkpoint().split('\n');
  log.publish(300);
  const lines = checkpoint().split('\n');
  log.put('checkpoint', lines.with(-2, signature).join('\n'));
  expectRefused(log.verify(), 'the signature is wrong');
});

it('the verifier, written from the documents alone, refuses entries and tiles that agree, under a signed root that is not theirs', () => {
  log.publish(300);
  log.put('checkpoint', signer.sign(ORIGIN, { size: 300, root: leafHash(OTHER) }));
  expectRefused(log.verify(), 'to the signed root');
});
