import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { NOTE_KEY_TYPES, type NoteKey, readNoteKey } from '@abato/platform';
import { CheckpointSigner } from './checkpoint.js';
import { isCosigned, readCosignature } from './cosignature.js';
import { consistencyProof, leafHash, rootOf } from './merkle.js';
import { parseTilePath, TILE_WIDTH } from './tiles.js';
import { TreeEdge } from './tree-edge.js';

const WITNESS = join(import.meta.dirname, '..', '..', '..', 'apps', 'verifier', 'src', 'witness.mjs');
const signer = new CheckpointSigner(Buffer.alloc(32, 3).toString('base64'));
const otherSigner = new CheckpointSigner(Buffer.alloc(32, 4).toString('base64'));
const ORIGIN = 'vote.example/log/1';
/** Writes down what a witness does with its files, and when it sends. */
const RECORDS_STEPS = `
  import { appendFileSync } from 'node:fs';
  import fs from 'node:fs/promises';
  import { syncBuiltinESMExports } from 'node:module';
  import { basename, resolve } from 'node:path';
  const step = (what) => appendFileSync('steps', what + '\\n');
  const { open, rename } = fs;
  fs.open = async (path, ...more) => {
    const file = await open(path, ...more);
    const sync = file.sync.bind(file);
    file.sync = () => sync().then(() => step('sync ' + basename(resolve(path))));
    return file;
  };
  fs.rename = (...paths) => rename(...paths).then(() => step('rename'));
  const { fetch } = globalThis;
  globalThis.fetch = (address, options) => {
    if (options?.method === 'POST') step('POST');
    return fetch(address, options);
  };
  syncBuiltinESMExports();
`;
let folder: string;
let site: Server;
let address: string;
/** What the site shows, and what it was sent. */
let shown: Map<string, Buffer | string>;
let sent: { size: number; cosignature: string }[];
/** Files of which only the beginning arrives. */
let broken: Set<string>;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'abato-witness-'));
  [shown, sent, broken] = [new Map(), [], new Set()];
  site = createServer((request, response) => {
    const path = (request.url ?? '').replace(/^\/log\/\d\//, '');
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      if (broken.has(path)) {
        response.writeHead(200, { 'content-length': 1000 });
        response.write('the beginning', () => response.destroy());
        return;
      }
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
  if (!tile || !(row instanceof Buffer) || shown.has(path)) return shown.get(path);
  const bytes = row.subarray(32 * TILE_WIDTH * tile.index, 32 * (TILE_WIDTH * tile.index + tile.width));
  return bytes.length === 32 * tile.width ? bytes : undefined;
}

/** Show a log of so many entries. @param history the same entries for the same name */
function show(size: number, history = 'a', by = signer, origin = ORIGIN): string {
  const edge = new TreeEdge(0, []);
  const levels: Buffer[][] = [[], [], [], []];
  for (let nr = 0; nr < size; nr++) {
    const hash = leafHash(Buffer.from(`${history} ${nr}`));
    levels[0]?.push(hash);
    for (const node of edge.append(hash)) levels[node.level]?.push(node.hash);
  }
  for (const [level, row] of levels.entries()) shown.set(`level ${level}`, Buffer.concat(row));
  const note = by.sign(origin, { size, root: edge.root() });
  shown.set('checkpoint', note);
  shown.set('key', `${by.verifierKey(origin)}\n`);
  return note;
}

const run = (...args: string[]) => start([WITNESS, ...args]);

async function start(args: string[]): Promise<{ code: number | null; out: string; err: string }> {
  const child = spawn(process.execPath, args, { cwd: folder });
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
/** What was kept of logs that contradict themselves. */
const evidence = (): string[] =>
  readdirSync(folder)
    .filter((name) => name.startsWith('witness.json.conflict'))
    .map((name) => readFileSync(join(folder, name), 'utf8'));

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

  it('refuses another history, also of the same size; it keeps each pair of checkpoints, and forgets nothing of what it saw', async () => {
    await aKey();
    const seen = show(300);
    await run(address);
    const before = state();
    const pairs: string[] = [];
    for (const [size, history] of [
      [300, 'b'],
      [300, 'c'],
      [700, 'b'],
      [300, 'b'],
    ] as const) {
      const note = show(size, history);
      expect(await run(address, '--every', '1')).toMatchObject({
        code: 1,
        err: expect.stringContaining('does not continue the 300 entries'),
      });
      pairs.push(`${seen}\n\n${note}`);
      expect(evidence().toSorted()).toEqual([...new Set(pairs)].toSorted());
      expect(state()).toBe(before);
    }
    const second = show(300, 'a', signer, 'vote.example/log/2');
    await run(address.replace('/log/1', '/log/2'));
    const fork = show(300, 'b', signer, 'vote.example/log/2');
    await run(address.replace('/log/1', '/log/2'));
    expect(evidence()).toContain(`${second}\n\n${fork}`);
    expect(evidence()).toHaveLength(4);
    expect(sent).toHaveLength(2);
    show(301);
    expect((await run(address)).code).toBe(0);
  }, 180_000);

  it('takes an older checkpoint and what is no file of a log for a failure to read, which it tries again, and not for another history', async () => {
    await aKey();
    show(300);
    await run(address);
    const before = state();
    const tile = 'tile/0/001.p/45';
    const failures: [string, () => unknown][] = [
      ['shows 299 entries and had 300', () => show(299)],
      ['shows 0 entries and had 300', () => show(0)],
      ['the checkpoint has no signatures', () => shown.set('checkpoint', '<html>\n</html>')],
      [`${tile} breaks off`, () => broken.add(tile)],
      [`${tile} has 6 bytes`, () => shown.set(tile, '<html>')],
    ];
    for (const [reason, spoil] of failures) {
      broken.clear();
      show(301);
      spoil();
      const failed = await run(address);
      expect(failed).toMatchObject({ code: 1, err: expect.stringContaining(reason) });
      // Only a contradiction is a reason to end a witness that looks again and again.
      expect(failed.err).not.toMatch(/FAILED|TypeError/);
      expect([evidence(), state()]).toEqual([[], before]);
    }
    expect(sent).toHaveLength(1);
    shown.delete(tile);
    expect((await run(address)).out).toContain('301 entries, after 300');
  }, 180_000);

  it('refuses a log of another name at an address that it knows, also with a state of an earlier release', async () => {
    await aKey();
    const seen = show(300);
    await run(address);
    const before = state();
    const { [ORIGIN]: one } = JSON.parse(before) as Record<string, object>;
    for (const known of [before, JSON.stringify({ [ORIGIN]: { ...one, places: undefined } })]) {
      writeFileSync(join(folder, 'witness.json'), known);
      const note = show(300, 'b', otherSigner, 'other.example/log/1');
      expect(await run(`${address}/`)).toMatchObject({
        code: 1,
        err: expect.stringContaining(`has the log other.example/log/1 and had ${ORIGIN}`),
      });
      expect(evidence()).toEqual([`${seen}\n\n${note}`]);
      expect(state()).toBe(known);
    }
    expect(sent).toHaveLength(1);
  });

  it('goes on with a log that has moved when it is told so, if key and history are those that it knows', async () => {
    await aKey();
    show(300);
    await run(address);
    const moved = ['--moved', ORIGIN];
    show(301, 'a', otherSigner, 'new.example/log/1');
    expect((await run(address, ...moved)).err).toContain('has another key');
    show(301, 'b', signer, 'new.example/log/1');
    expect(await run(address, ...moved)).toMatchObject({
      code: 1,
      err: expect.stringContaining('does not continue'),
    });
    expect(sent).toHaveLength(1);
    show(301, 'a', signer, 'new.example/log/1');
    for (const args of [moved, moved, []])
      expect(await run(address, ...args)).toMatchObject({ code: 0, err: '' });
    expect(Object.keys(JSON.parse(state()) as object)).toEqual(['new.example/log/1']);
    show(302);
    expect((await run(address)).err).toContain(`has the log ${ORIGIN} and had new.example/log/1`);
    expect((await run(address, '--moved', 'x.example/log/1')).err).toContain('nothing was seen of');
    expect((await run(address, address, ...moved)).err).toContain('one log');
  }, 180_000);

  it('reads a log at an address that is not its own when it is told the name', async () => {
    await aKey();
    show(1);
    expect((await run(address, '--origin', 'other.example/log/1')).err).toContain('that of another log');
    expect((await run(address, '--origin', ORIGIN)).code).toBe(0);
  });

  it('has its state and the name of its file on the disk before the cosignature leaves', async () => {
    await aKey();
    show(1);
    writeFileSync(join(folder, 'hook.mjs'), RECORDS_STEPS);
    expect((await start([`--import=${join(folder, 'hook.mjs')}`, WITNESS, address])).code).toBe(0);
    expect(readFileSync(join(folder, 'steps'), 'utf8').trim().split('\n')).toEqual([
      'sync witness.json.new',
      'rename',
      `sync ${basename(folder)}`,
      'POST',
    ]);
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

describe('a witness that logs send their checkpoints to', () => {
  const ORIGIN = 'vote.example/log/1';
  let server: ChildProcess;
  let submission: string;
  let key: NoteKey;

  beforeEach(async () => {
    key = await aKey();
    const log = signer.verifierKey('vote.example/log/0');
    server = spawn(process.execPath, [WITNESS, 'serve', '--port', '0', '--log-key', log], { cwd: folder });
    const said = await new Promise<string>((resolve) =>
      server.stdout?.once('data', (chunk: Buffer) => resolve(chunk.toString())),
    );
    submission = `http://127.0.0.1:${/port (\d+)/.exec(said)?.[1]}/add-checkpoint`;
  });
  afterEach(async () => {
    if (server.exitCode !== null) return;
    server.kill('SIGTERM');
    await new Promise((resolve) => server.once('close', resolve));
  });

  const leaves = (size: number, history = 'a') =>
    Array.from({ length: size }, (_, nr) => leafHash(Buffer.from(`${history} ${nr}`)));
  async function submit(
    old: number,
    size: number,
    { history = 'a', by = signer, origin = ORIGIN, proof = old > 0 && old <= size } = {},
  ) {
    const all = leaves(size, history);
    const lines = proof ? consistencyProof(all, old).map((hash) => hash.toString('base64')) : [];
    const note = by.sign(origin, { size, root: rootOf(all) });
    const body = [`old ${old}`, ...lines, '', note].join('\n');
    const answer = await fetch(submission, { method: 'POST', body });
    return {
      note,
      status: answer.status,
      type: answer.headers.get('content-type'),
      text: await answer.text(),
    };
  }

  it('cosigns what continues what it saw, which the product accepts and the one that fetches goes on from', async () => {
    let old = 0;
    for (const size of [1, 2, 300, 300, 512, 513]) {
      const { note, status, text } = await submit(old, size);
      expect([size, status, text.split('\n')]).toEqual([size, 200, [expect.any(String), '']]);
      const read = readCosignature(text.trim());
      expect(read?.name).toBe('auditor.example');
      expect(read && isCosigned(note, read, key)).toBe(true);
      old = size;
    }
    server.kill('SIGTERM');
    await new Promise((resolve) => server.once('close', resolve));
    show(700);
    expect(await run(address)).toMatchObject({
      code: 0,
      out: expect.stringContaining('700 entries, after 513'),
    });
    writeFileSync(join(folder, 'witness.json'), state().replace(/,\s*"peaks": \[[^\]]*\]/, ''));
    show(800, 'b');
    expect(await run(address)).toMatchObject({
      code: 1,
      err: expect.stringContaining('700 entries that were seen'),
    });
  });

  it('refuses what the document says, and cosigns none of it', async () => {
    const other = new CheckpointSigner(Buffer.alloc(32, 4).toString('base64'));
    expect((await submit(0, 300)).status).toBe(200);
    const before = state();
    expect((await submit(0, 301, { origin: 'other.example/log/1' })).status).toBe(404);
    expect((await submit(300, 301, { by: other })).status).toBe(403);
    expect((await submit(302, 301)).status).toBe(400);
    expect(await submit(299, 301)).toMatchObject({ status: 409, type: 'text/x.tlog.size', text: '300\n' });
    expect((await submit(0, 301)).status).toBe(409);
    expect((await submit(300, 301, { proof: false })).status).toBe(422);
    expect((await submit(300, 301, { history: 'b' })).status).toBe(422);
    expect(evidence()).toEqual([]);
    expect((await submit(300, 300, { history: 'b' })).status).toBe(409);
    expect(evidence()).toEqual([expect.stringContaining('\n300\n')]);
    const send = async (body: string) => (await fetch(submission, { method: 'POST', body })).status;
    expect(await send('old x\n\nnote')).toBe(400);
    expect(await send('x'.repeat(40_000))).toBe(413);
    expect((await fetch(submission)).status).toBe(404);
    expect(state()).toBe(before);
  });
});
