import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NOTE_KEY_TYPES, readNoteKey } from '@abato/platform';
import { CheckpointSigner } from './checkpoint.js';
import { isCosigned, readCosignature } from './cosignature.js';
import { leafHash } from './merkle.js';
import { parseTilePath, TILE_WIDTH } from './tiles.js';
import { TreeEdge } from './tree-edge.js';

const WITNESS = join(import.meta.dirname, '..', '..', '..', 'apps', 'verifier', 'src', 'witness.mjs');
const signer = new CheckpointSigner(Buffer.alloc(32, 3).toString('base64'));
let folder: string;
let site: Server;
let address: string;
/** What the site shows, and what it was sent. */
let shown: Map<string, Buffer | string>;
let sent: { size: number; cosignature: string }[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'abato-witness-'));
  [shown, sent] = [new Map(), []];
  site = createServer((request, response) => {
    const path = (request.url ?? '').replace(/^\/log\/1\//, '');
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      if (request.method === 'POST') sent.push(JSON.parse(body) as (typeof sent)[number]);
      const file = request.method === 'POST' ? '{}' : fileOf(path);
      response.writeHead(file === undefined ? 404 : 200).end(file);
    });
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(site.address() as AddressInfo).port}/log/1`;
});
afterEach(async () => {
  await new Promise((resolve) => site.close(resolve));
  rmSync(folder, { recursive: true });
});

/** A tile of any width, as the product serves it. */
function fileOf(path: string): Buffer | string | undefined {
  const tile = parseTilePath(path);
  const row = tile && shown.get(`level ${tile.level}`);
  if (!tile || !(row instanceof Buffer)) return shown.get(path);
  const bytes = row.subarray(32 * TILE_WIDTH * tile.index, 32 * (TILE_WIDTH * tile.index + tile.width));
  return bytes.length === 32 * tile.width ? bytes : undefined;
}

/** Show a log of so many entries. @param history the same entries for the same name */
function show(size: number, history = 'a', by = signer): string {
  const edge = new TreeEdge(0, []);
  const levels: Buffer[][] = [[], [], [], []];
  for (let nr = 0; nr < size; nr++) {
    const hash = leafHash(Buffer.from(`${history} ${nr}`));
    levels[0]?.push(hash);
    for (const node of edge.append(hash)) levels[node.level]?.push(node.hash);
  }
  for (const [level, row] of levels.entries()) shown.set(`level ${level}`, Buffer.concat(row));
  const note = by.sign('vote.example/log/1', { size, root: edge.root() });
  shown.set('checkpoint', note);
  shown.set('key', `${by.verifierKey('vote.example/log/1')}\n`);
  return note;
}

async function run(...args: string[]): Promise<{ code: number | null; out: string; err: string }> {
  const child = spawn(process.execPath, [WITNESS, ...args], { cwd: folder });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, out, err };
}

const aKey = async () => {
  const { out } = await run('key', 'auditor.example');
  const key = readNoteKey(out.trim(), NOTE_KEY_TYPES.cosignature);
  if (!key) throw new Error(`no key: ${out}`);
  return key;
};
const state = (): string => readFileSync(join(folder, 'witness.json'), 'utf8');

describe('a witness, written from the documents alone,', () => {
  it('cosigns every step of a growing log, and the product accepts each cosignature of that step alone', async () => {
    const key = await aKey();
    const notes = [];
    for (const size of [0, 255, 300, 66_000]) {
      const note = show(size);
      expect(await run(address)).toMatchObject({ code: 0, err: '' });
      notes.push({ size, note });
    }
    expect(sent.map(({ size }) => size)).toEqual(notes.map(({ size }) => size));
    for (const [nr, { cosignature }] of sent.entries()) {
      const read = readCosignature(cosignature);
      if (!read) throw new Error(cosignature);
      expect([read.name, read.id]).toEqual(['auditor.example', key.id]);
      expect(isCosigned(notes[nr]?.note ?? '', read, key)).toBe(true);
      expect(isCosigned(notes[nr]?.note ?? '', { ...read, time: read.time + 1 }, key)).toBe(false);
      if (notes[nr + 1]) expect(isCosigned(notes[nr + 1]?.note ?? '', read, key)).toBe(false);
    }
  });

  it('refuses another history, also of the same size, and a log that shrank; it forgets nothing of what it saw', async () => {
    await aKey();
    const seen = show(300);
    await run(address);
    const before = state();
    for (const [size, history, reason] of [
      [300, 'b', 'does not continue the 300 entries'],
      [700, 'b', 'does not continue the 300 entries'],
      [299, 'a', 'has 299 entries and had 300'],
      [0, 'a', 'has 0 entries and had 300'],
    ] as const) {
      const note = show(size, history);
      expect(await run(address, '--every', '1')).toMatchObject({
        code: 1,
        err: expect.stringContaining(reason),
      });
      expect(readFileSync(join(folder, 'witness.json.conflict'), 'utf8')).toBe(`${seen}\n\n${note}`);
      expect(state()).toBe(before);
    }
    expect(sent).toHaveLength(1);
    show(301);
    expect((await run(address)).code).toBe(0);
  });

  it('refuses a root that the tiles do not lead to, a checkpoint of another key or log, and a state that was changed', async () => {
    await aKey();
    show(300);
    await run(address);
    show(301, 'a', new CheckpointSigner(Buffer.alloc(32, 4).toString('base64')));
    expect((await run(address)).err).toContain('not signed by this key');
    shown.set('checkpoint', signer.sign('vote.example/log/1', { size: 301, root: leafHash(Buffer.of(1)) }));
    expect((await run(address)).err).toContain('does not continue');
    shown.set('checkpoint', signer.sign('vote.example/log/2', { size: 301, root: leafHash(Buffer.of(1)) }));
    expect((await run(address)).err).toContain('that of another log');
    shown.delete('checkpoint');
    expect((await run(address)).err).toContain('answers 404');
    show(301);
    writeFileSync(join(folder, 'witness.json'), state().replace('"size": 300', '"size": 299'));
    expect((await run(address)).err).toContain('state of this witness is damaged');
    expect(sent).toHaveLength(1);
  });

  it('makes a key once, keeps it from others, and shares its state with no second process', async () => {
    await aKey();
    expect((await run('key', 'auditor.example')).err).toContain('is not written');
    expect((await run('key', 'two words', '--key', 'other')).err).toContain('no spaces');
    show(1);
    writeFileSync(join(folder, 'witness.json.lock'), String(process.pid));
    expect(await run(address)).toMatchObject({ code: 1, err: expect.stringContaining('uses witness.json') });
    writeFileSync(join(folder, 'witness.json.lock'), '999999999');
    expect((await run(address)).code).toBe(0);
    expect(sent).toHaveLength(1);
  });
});
