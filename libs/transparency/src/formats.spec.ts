import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { canonicalJson, receiptCodeOf } from '@abato/platform';
import { priceVotes } from '@abato/contracts';
import { CheckpointSigner, openCheckpoint } from './checkpoint.js';
import { canonical, commitment, entryOf, type LedgerRow, rulesEntryOf, type VoteEntry } from './entry.js';
import { hideEntry } from './hidden-entry.js';
import { latestMinuteOfInclusion } from './log-batches.js';
import { leafHash, rootOf } from './merkle.js';
import { entryBundle, parseTilePath, type Tile, tilePath } from './tiles.js';
import { ReceiptSigner } from './receipt-statement.js';
import { TreeEdge } from './tree-edge.js';
import { seedOf } from '../../../test/support/seed.js';

fc.configureGlobal({ seed: seedOf('formats') });

describe('the layout of tiles', () => {
  it.each<[string, Tile]>([
    ['tile/0/x001/x234/067', { level: 0, index: 1_234_067, width: 256 }],
    ['tile/0/273.p/112', { level: 0, index: 273, width: 112 }],
    ['tile/entries/x001/000', { level: 'entries', index: 1000, width: 256 }],
    ['tile/1/000.p/1', { level: 1, index: 0, width: 1 }],
  ])('writes and reads %s', (path, tile) => {
    expect(tilePath(tile)).toBe(path);
    expect(parseTilePath(path)).toEqual(tile);
  });

  it.each([
    'tile/0/1',
    'tile/00/001',
    'tile/64/001',
    'tile/0/x000/001',
    'tile/0/001.p/0',
    'tile/0/001.p/256',
    'tile/0/001.p/01',
    'tile/0/x001',
    'tile/-1/001',
    'tile/entries/001/',
    'tile/0/../001',
  ])('reads no tile from %s', (path) => {
    expect(parseTilePath(path)).toBeNull();
  });

  it('puts the length of each entry in front of it', () => {
    const long = Buffer.alloc(300, 'x');
    expect(entryBundle([Buffer.from('ab'), long])).toEqual(
      Buffer.concat([Buffer.from('\0\x02ab'), Buffer.from([1, 44]), long]),
    );
    expect(() => entryBundle([Buffer.alloc(65_536)])).toThrow(RangeError);
  });
});

describe('the edge of a tree', () => {
  it('has the root of all leaves however they were appended, also across full tiles', () => {
    const row = Array.from({ length: 66_000 }, (_, i) => leafHash(Buffer.from(String(i))));
    const edge = new TreeEdge(0, []);
    const nodes = [];
    for (const [index, leaf] of row.entries()) {
      nodes.push(...edge.append(leaf));
      if ([0, 1, 255, 256, 511, 65_535].includes(index)) {
        expect(edge.root()).toEqual(rootOf(row.slice(0, index + 1)));
      }
    }
    expect(edge.root()).toEqual(rootOf(row));
    expect(nodes.filter(({ level }) => level === 1)).toHaveLength(257);
    expect(nodes.find(({ level }) => level === 2)).toEqual({
      level: 2,
      index: 0,
      hash: rootOf(row.slice(0, 65_536)),
    });
  });

  it('is refused when a hash of it is missing or too many', () => {
    const hash = leafHash(Buffer.alloc(0));
    expect(() => new TreeEdge(2, [[hash]])).toThrow('level 0 has 1 hashes at the edge instead of 2');
    expect(() => new TreeEdge(256, [[], []])).toThrow('level 1');
    expect(() => new TreeEdge(0, [[], [hash]])).toThrow('level 1');
    expect(() => new TreeEdge(256, [[], [hash]])).not.toThrow();
  });
});

describe('checkpoints', () => {
  /** Key and note of the examples of golang.org/x/mod/sumdb/note. */
  const SEED = Buffer.from('AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz', 'base64').subarray(1);
  const KEY = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
  const NOTE =
    'If you think cryptography is the answer to your problem,\nthen you don’t know what your problem is.\n\n' +
    '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n';
  const signer = new CheckpointSigner(SEED.toString('base64'));
  const head = { size: 3, root: leafHash(Buffer.alloc(0)) };

  it('has the published key of a published seed, and opens the published note', () => {
    expect(signer.verifierKey('PeterNeumann')).toBe(KEY);
    expect(() => openCheckpoint(NOTE.replace('’', "'"), KEY)).not.toThrow();
  });

  it('opens what was signed, and nothing that was changed', () => {
    const note = signer.sign('vote.example/log/1', head);
    const key = signer.verifierKey('vote.example/log/1');
    expect(note).toMatch(/^vote\.example\/log\/1\n3\n[A-Za-z0-9+/]{43}=\n\n— vote\.example\/log\/1 \S+\n$/);
    expect(openCheckpoint(note, key)).toEqual({ ...head, origin: 'vote.example/log/1' });
    expect(() => openCheckpoint(note.replace('\n3\n', '\n4\n'), key)).toThrow('does not hold');
    expect(() => openCheckpoint(note, signer.verifierKey('vote.example/log/2'))).toThrow('does not hold');
    expect(() => openCheckpoint(note, key.replace('+', '+0'))).toThrow('not a key');
  });
});

describe('an entry', () => {
  const row: LedgerRow = {
    vote_id: '0199aaaa-0000-7000-8000-000000000009',
    receipt_code: '7K3M-9QXT',
    ...{ released: null, voter: null, ballot: null },
    kind: 'COUNT',
    contestant_id: '0199aaaa-0000-7000-8000-000000000001',
    votes: 5,
    amount_pesewas: 500,
    method: 'PAYSTACK',
    channel: 'mobile_money',
    cast_at: new Date('2026-11-22T21:30:00Z'),
    recorded_at: new Date('2026-11-22T21:35:59.999Z'),
    source: 'WEB',
    is_rehearsal: false,
    voter_phone: '+233241234567',
    reference: 'A-REFERENCE',
  };
  const salt = Buffer.alloc(32, 9);

  it('hides contestant, votes and amount, and nothing else, under a key that it names by its hash', () => {
    const vote = entryOf({ ...row }, salt);
    const key = Buffer.alloc(32, 5);
    const { contestant, votes, amount, ...open } = vote;
    expect([contestant, votes, amount]).toEqual([row.contestant_id, 5, 500]);
    // The example of ADR 142.
    expect(hideEntry(vote, key, Buffer.alloc(16, 1))).toEqual({
      ...open,
      hidden: 'AQEBAQEBAQEBAQEBAQEBAUw25sFqWNXJ1ehj+0dEOwh1RUfshyT6cD5W4QEQZmn9',
      hiddenBy: '+EnWcyX6zwQXe8ZjstxUQFGDHFie9YHUEvLrpEg053w=',
    });
    expect(hideEntry(vote, key).hidden).not.toBe(hideEntry(vote, key).hidden);
    expect(() => hideEntry({ ...vote, contestant: 'x' }, key)).toThrow(RangeError);
  });

  it('is canonical, has the time to the minute and no personal data', () => {
    const text = canonical(entryOf(row, salt)).toString();
    expect(text).toBe(
      `{"amount":500,"cast":"2026-11-22T21:30Z","channel":"mobile_money","contestant":"${row.contestant_id}","kind":"paid","minute":"2026-11-22T21:35Z",` +
        `"payment":"${commitment(salt, 'payment', 'A-REFERENCE')}","v":2,"voter":"${commitment(salt, 'voter', '+233241234567')}","votes":5}`,
    );
    expect(text).not.toMatch(/233241234567|A-REFERENCE|:59/);
  });

  it('names the rules that were in force when the vote was cast, not when it was counted or logged', () => {
    const sealed = ['20:00', '21:29:59.999', '21:30:00.001'].map((time, nr) => ({
      hash: Buffer.alloc(32, nr),
      in_force_at: new Date(`2026-11-22T${time}Z`),
      verification: 'OPEN',
    }));
    expect(entryOf(row, salt, sealed)).toMatchObject({ rules: sealed[1]?.hash.toString('base64') });
    const before = { ...row, cast_at: new Date('2026-11-22T19:59:59Z') };
    expect(entryOf(before, salt, sealed)).not.toHaveProperty('rules');
    expect(canonical(rulesEntryOf({ hash: Buffer.alloc(32), in_force_at: row.recorded_at })).toString()).toBe(
      `{"kind":"rules","minute":"2026-11-22T21:35Z","rules":"${Buffer.alloc(32).toString('base64')}","v":1}`,
    );
  });

  const asked = { hash: Buffer.alloc(32), in_force_at: new Date(0), verification: 'PHONE' };
  const free = { ...row, method: 'FREE', amount_pesewas: 0, reference: null } as const;

  it.each<[string, Partial<LedgerRow>, string | null]>([
    ['a free vote where numbers must be proven', free, 'PHONE'],
    ['a free vote of the light page', { ...free, source: 'LIGHT', channel: 'light' }, 'PHONE'],
    ['a ballot', free, 'ELECTORATE'],
    ['a free vote by USSD', { ...free, source: 'USSD', channel: 'ussd' }, 'OPEN'],
    ['a paid vote by USSD', { source: 'USSD' }, null],
  ])('says that the number of %s was verified', (_what, change, verification) => {
    const entry = entryOf({ ...row, ...change }, salt, [{ ...asked, verification }]);
    expect(entry).toMatchObject({ verified: true });
    expect(canonical(entry).toString()).toContain('"v":2,"verified":true,"voter":');
  });

  it.each<[string, Partial<LedgerRow>, string | null]>([
    ['a free vote where a typed number is enough', free, 'OPEN'],
    ['a free vote under rules older than the levels', free, null],
    ['a paid vote of the website', {}, 'PHONE'],
    ['a paid vote of the website beside an electorate', {}, 'ELECTORATE'],
    ['a rehearsal of an election', { ...free, is_rehearsal: true }, 'ELECTORATE'],
    ['a vote of the organiser', { ...free, method: 'MANUAL', source: 'MANUAL' }, 'PHONE'],
    ['a rehearsal', { ...free, is_rehearsal: true }, 'PHONE'],
    ['a ledger row without a vote', { ...free, source: null }, 'PHONE'],
    ['a vote before the rules', { ...free, cast_at: new Date(-1) }, 'PHONE'],
  ])('says nothing about the number of %s', (_what, change, verification) => {
    expect(entryOf({ ...row, ...change }, salt, [{ ...asked, verification }])).not.toHaveProperty('verified');
  });

  it.each<[string, Partial<LedgerRow>, object]>([
    [
      'the code of a vote without a number',
      { voter_phone: null },
      { ballot: commitment(salt, 'ballot', '7K3M-9QXT') },
    ],
    [
      'the code that follows from the id of a free vote',
      { voter_phone: null, receipt_code: null },
      { ballot: commitment(salt, 'ballot', receiptCodeOf(row.vote_id)) },
    ],
    [
      'what was fixed with a vote whose voter is erased',
      { voter_phone: null, voter: Buffer.alloc(32, 1) },
      { voter: Buffer.alloc(32, 1).toString('base64') },
    ],
    [
      'what was fixed with a vote without a number',
      { voter_phone: null, ballot: Buffer.alloc(32, 2) },
      { ballot: Buffer.alloc(32, 2).toString('base64') },
    ],
  ])('commits to %s', (_what, change, committed) => {
    const { voter, ballot } = entryOf({ ...row, ...change }, salt);
    expect(JSON.parse(JSON.stringify({ voter, ballot }))).toEqual(committed);
  });

  it.each<[string, Partial<LedgerRow>, VoteEntry['kind']]>([
    ['a free vote of the organiser', { ...free, channel: 'manual', source: 'MANUAL' }, 'manual'],
    ['cash', { method: 'MANUAL', channel: 'cash' }, 'manual'],
    ['a free vote', free, 'free'],
  ])('calls %s by who entered it', (_what, change, kind) => {
    expect(entryOf({ ...row, ...change }, salt).kind).toBe(kind);
  });

  it('says when and why a person let the vote in', () => {
    expect(entryOf({ ...row, released: 'Known voters' }, salt)).toMatchObject({
      cast: '2026-11-22T21:30Z',
      minute: '2026-11-22T21:35Z',
      released: { minute: '2026-11-22T21:35Z', reason: 'Known voters' },
    });
  });

  const taken = { votes: -5, amount_pesewas: -500 };

  it('of a reversal names the entry of its vote and repeats its commitments, channel and rules', () => {
    const { voter, payment, ...others } = entryOf(row, salt);
    const entry = { ...others, voter, payment, v: 1 as const, channel: 'web', rules: 'sealed' };
    const { cast_at: _cast, ...at } = row;
    for (const kind of ['REVERSAL', 'PARTIAL'] as const)
      expect(
        entryOf({ ...at, cast_at: new Date(0), ...taken, kind }, Buffer.alloc(32), [asked], {
          index: 7,
          entry,
        }),
      ).toEqual({
        ...{ v: 2, kind: 'reversal', contestant: row.contestant_id, votes: -5, amount: -500, of: 7 },
        ...{ minute: '2026-11-22T21:35Z', channel: 'web', rules: 'sealed', voter, payment },
      });
  });

  it('of a correction of a final result names no vote; another row must', () => {
    const change = {
      ...taken,
      amount_pesewas: 0,
      method: 'MANUAL',
      voter_phone: null,
      reference: null,
    } as const;
    const correction = entryOf({ ...row, ...change, kind: 'PARTIAL', channel: 'manual' }, salt);
    expect(Object.keys(correction).sort()).toEqual([
      ...['amount', 'channel', 'contestant', 'kind', 'minute', 'v', 'votes'],
    ]);
    expect(() => entryOf({ ...row, ...taken, kind: 'REVERSAL' }, salt)).toThrow('not in the log');
  });

  it('has another commitment for every salt and every number', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), fc.string(), (other, value) => {
        const made = commitment(Buffer.from(other), 'voter', value);
        expect(made === commitment(salt, 'voter', value)).toBe(salt.equals(other));
        expect(made).not.toBe(commitment(Buffer.from(other), 'payment', value));
      }),
    );
  });
});

describe('the test vectors of docs/log-format.md', () => {
  const path = join(import.meta.dirname, '../../../docs/log-format.md');
  const vectors = readFileSync(path, 'utf8').split('## Test vectors')[1] ?? '';
  const valuesOf = (pattern: RegExp): string[] => {
    const found = pattern.exec(vectors);
    if (!found) throw new Error(`no vector ${pattern}`);
    return found.slice(1);
  };

  it.each(['voter', 'payment', 'ballot'] as const)('are what the log commits to as %s', (subject) => {
    const [salt = ''] = valuesOf(/Salt: 32 bytes `(\d\d)`/);
    const [value = '', expected] = valuesOf(new RegExp(`\`${subject}\` of \`([^\`]+)\`: \`([^\`]+)\``));
    expect(commitment(Buffer.alloc(32, Number.parseInt(salt, 16)), subject, value)).toBe(expected);
  });

  it('are the hash of rules, and the prices under them', () => {
    const [document = '', hash] = valuesOf(/Rules `([^`]+)`: `([^`]+)`/);
    const rules = JSON.parse(document) as { bundles: string; votePricePesewas: number };
    expect(canonicalJson(rules)).toBe(document);
    expect(createHash('sha256').update(document).digest('base64')).toBe(hash);
    const bundles = rules.bundles.split(',').map((bundle) => {
      const [votes, pricePesewas] = bundle.split(':').map(Number);
      return { votes: votes ?? NaN, pricePesewas: pricePesewas ?? NaN };
    });
    const prices = valuesOf(/(\d+) votes cost ([\d,]+), (\d+) cost ([\d,]+), (\d+) cost ([\d,]+)\./);
    const numbers = prices.map((text) => Number(text.replace(',', '')));
    for (let at = 0; at < numbers.length; at += 2)
      expect(
        priceVotes(
          { pricePesewas: rules.votePricePesewas, bundles, windows: [] },
          undefined,
          numbers[at] ?? 0,
          0,
        ).amountPesewas,
      ).toBe(numbers[at + 1]);
  });

  it('are what hidden entries say', () => {
    const [key = '', nonce = '', contestant = '', votes, amount, hidden, hiddenBy] = valuesOf(
      /`K` is 32 bytes `(\d\d)`, `r` 16 bytes `(\d\d)`, nominee `([^`]+)`, (\d+) votes, (\d+) pesewas. `hidden` is `([^`]+)`, `hiddenBy` `([^`]+)`/,
    );
    const open = { v: 2, kind: 'paid', channel: 'card', minute: '2026-11-22T21:35Z' } as const;
    const made = hideEntry(
      { ...open, contestant, votes: Number(votes), amount: Number(amount) },
      Buffer.alloc(32, Number.parseInt(key, 16)),
      Buffer.alloc(16, Number.parseInt(nonce, 16)),
    );
    expect(made).toEqual({ ...open, hidden, hiddenBy });
  });
});

describe('the signed statement of a receipt', () => {
  it('is the note that docs/trust.md shows, and opens with the key of the log', () => {
    const key = {
      PUBLIC_URL: 'https://vote.example',
      RESULT_DEADLINE_HOURS: 24,
      LOG_SIGNING_KEY: Buffer.alloc(32, 7).toString('base64'),
    };
    const counted = {
      contestId: '01a1fd3f-6bee-7321-a744-7d319e22c28d',
      code: '0T4K-9QXT-7M3C',
      countedAt: new Date('2026-12-01T18:00:41Z'),
      end: new Date('2026-12-31T00:00:00Z'),
      commitment: commitment(Buffer.alloc(32, 1), 'voter', '+233241234567'),
    };
    const note = new ReceiptSigner(key).sign(counted) ?? '';
    const document = readFileSync(join(import.meta.dirname, '../../../docs/trust.md'), 'utf8');
    expect(document).toContain(note);
    const origin = `vote.example/log/${counted.contestId}`;
    const line = new CheckpointSigner(key.LOG_SIGNING_KEY).verifierKey(origin);
    expect(document).toContain(line);
    expect(openCheckpoint(note, line)).toMatchObject({ origin, size: NaN });
    const unnamed = new ReceiptSigner(key).sign({ ...counted, commitment: null });
    expect(unnamed?.split('\n').slice(0, 5)).toEqual([
      origin,
      'receipt',
      counted.code,
      '2026-12-01T18:16Z',
      '',
    ]);
    expect(new ReceiptSigner({ ...key, LOG_SIGNING_KEY: '' }).sign(counted)).toBeNull();
  });
});

describe('the latest minute of inclusion', () => {
  const bounds = { end: new Date('2026-11-27T18:00:00Z'), finalWithinMs: 24 * 3_600_000 };

  it.each([
    ['of a vote in the first second of a minute', '2026-11-27T17:00:00.000Z', '2026-11-27T17:16Z'],
    ['of a vote in the last second of a minute', '2026-11-27T17:00:59.999Z', '2026-11-27T17:16Z'],
    ['of a vote at the end', '2026-11-27T18:00:00.000Z', '2026-11-27T18:16Z'],
    ['of a late proof waits for the final results', '2026-11-27T18:00:30.000Z', '2026-11-28T18:16Z'],
    ['of a return after the final results', '2026-12-24T09:30:00.000Z', '2026-12-24T09:46Z'],
  ])('%s', (_, countedAt, minute) => {
    expect(latestMinuteOfInclusion(new Date(countedAt), bounds)).toBe(minute);
  });
});
