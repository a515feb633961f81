import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { CheckpointSigner } from '../src/checkpoint.js';
import { canonical, type LogEntry, type VoteEntry } from '../src/entry.js';
import { leafHash, type ReadHashes, rootOf } from '../src/merkle.js';
import { entryBundle, TILE_WIDTH, tilePath } from '../src/tiles.js';
import { TreeEdge } from '../src/tree-edge.js';

/** Logs in a folder, as the product publishes them, for those who check logs. */

const PROGRAMS = join(import.meta.dirname, '..', '..', '..', 'apps', 'verifier', 'src');
export const VERIFIER = join(PROGRAMS, 'main.mjs');
/** Logs as earlier releases published them, with their rules and their pages. */
export const FIXTURES = join(import.meta.dirname, 'fixtures');
export const ORIGIN = 'vote.example/log/1';
export const signer = new CheckpointSigner(Buffer.alloc(32, 3).toString('base64'));
export const otherSigner = new CheckpointSigner(Buffer.alloc(32, 4).toString('base64'));

export const contestant = (nr: number): string => `0199aaaa-0000-7000-8000-00000000000${nr}`;

/** Bytes that are no entry of a log. */
export const OTHER = Buffer.from('{"v":1}');

export interface Ran {
  status: number | null;
  stdout: string;
  stderr: string;
}

/** A folder with a log, removed after each test. */
export class LogFolder {
  path = '';

  constructor() {
    beforeEach(() => {
      this.path = mkdtempSync(join(tmpdir(), 'abato-log-'));
    });
    afterEach(() => rmSync(this.path, { recursive: true }));
  }

  put(path: string, content: Buffer | string): void {
    mkdirSync(dirname(join(this.path, path)), { recursive: true });
    writeFileSync(join(this.path, path), content);
  }

  /** Write a log of free votes as the product publishes one. @param change makes the published entries differ from those that were signed */
  publish(
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
      for (const [index, row] of tilesOf(hashes).entries())
        this.put(tilePath({ level, index, width: row.length }), Buffer.concat(row));
    }
    for (const [index, row] of tilesOf(change(entries)).entries())
      this.put(tilePath({ level: 'entries', index, width: row.length }), entryBundle(row));
    const lines = change(entries).map((entry) => `${entry.toString()}\n`);
    this.put('entries.jsonl', lines.join(''));
    this.put('key', `${signer.verifierKey(ORIGIN)}\n`);
    this.put('checkpoint', signer.sign(ORIGIN, { size: entries.length, root: edge.root() }));
  }

  /** Run the verifier on the folder, as an outsider does. */
  verify(...args: string[]): Ran {
    return runProgram(VERIFIER, this.path, ...args);
  }

  /** Run the verifier on the file with an entry a line. */
  verifyDownload(...args: string[]): Ran {
    return runProgram(VERIFIER, join(this.path, 'entries.jsonl'), ...args);
  }
}

export const runWitness = (...args: string[]): Ran => runProgram(join(PROGRAMS, 'witness.mjs'), ...args);

/** The program accepts what it was given, and says this. */
export function expectAccepted({ status, stdout }: Ran, says: string | RegExp): void {
  expect({ status, stdout }).toEqual({ status: 0, stdout: containing(says) });
}

/** The program refuses what it was given, and says why. */
export function expectRefused({ status, stderr }: Ran, why: string | RegExp): void {
  expect({ status, stderr }).toEqual({ status: 1, stderr: containing(why) });
}

const containing = (text: string | RegExp): unknown =>
  typeof text === 'string' ? expect.stringContaining(text) : expect.stringMatching(text);

export function runProgram(program: string, ...args: string[]): Ran {
  return spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' });
}

function tilesOf(row: readonly Buffer[]): Buffer[][] {
  return Array.from({ length: Math.ceil(row.length / TILE_WIDTH) }, (_, i) =>
    row.slice(i * TILE_WIDTH, (i + 1) * TILE_WIDTH),
  );
}

/** Hashes in the tiles of a tree, as a stored log gives them. */
export const hashesOf =
  (leaves: readonly Buffer[]): ReadHashes =>
  (level, first, count) => {
    const width = 256 ** level;
    const places = Array.from({ length: count }, (_, nr) => (first + nr) * width);
    return Promise.resolve(places.map((place) => rootOf(leaves.slice(place, place + width))));
  };
