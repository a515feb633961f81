import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NOTE_KEY_TYPES, type NoteKey, readNoteKey } from '@abato/platform';
import { leafHash } from '../src/merkle.js';
import { parseTilePath, TILE_WIDTH } from '../src/tiles.js';
import { TreeEdge } from '../src/tree-edge.js';
import { ORIGIN, signer } from './log-folder.js';

export const WITNESS = join(import.meta.dirname, '..', '..', '..', 'apps', 'verifier', 'src', 'witness.mjs');

/** Writes down what a witness does with its files, when it sends and when it answers. */
const RECORDS_STEPS = `
  import { appendFileSync } from 'node:fs';
  import fs from 'node:fs/promises';
  import { ServerResponse } from 'node:http';
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
  const { end } = ServerResponse.prototype;
  ServerResponse.prototype.end = function (...args) {
    step('answer');
    return end.apply(this, args);
  };
  syncBuiltinESMExports();
`;

/** A site with a log, and a folder in which a witness runs; both new for each test. */
export class WitnessedSite {
  folder = '';
  address = '';
  /** What the site shows. */
  shown = new Map<string, Buffer | string>();
  /** What it was sent. */
  sent: { size: number; cosignature: string }[] = [];
  /** Paths that were read. */
  asked: string[] = [];
  /** Files of which only the beginning arrives. */
  broken = new Set<string>();
  private server: Server | null = null;

  constructor() {
    beforeEach(() => this.start());
    afterEach(async () => {
      await new Promise((resolve) => this.server?.close(resolve));
      rmSync(this.folder, { recursive: true });
    });
  }

  private async start(): Promise<void> {
    this.folder = mkdtempSync(join(tmpdir(), 'abato-witness-'));
    [this.shown, this.sent, this.asked, this.broken] = [new Map(), [], [], new Set()];
    const site = createServer((request, response) => {
      const path = (request.url ?? '').replace(/^\/log\/\d\//, '');
      if (request.method === 'GET') this.asked.push(path);
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        if (this.broken.has(path)) {
          response.writeHead(200, { 'content-length': 1000 });
          response.write('the beginning', () => response.destroy());
          return;
        }
        const isSent = request.method === 'POST';
        if (isSent) this.sent.push(JSON.parse(body) as (typeof this.sent)[number]);
        const file = isSent ? '{}' : this.fileOf(path);
        response.writeHead(file === undefined ? 404 : 200).end(file);
      });
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    this.address = `http://127.0.0.1:${(site.address() as AddressInfo).port}/log/1`;
    this.server = site;
  }

  /** A tile of any width, as the product serves it. */
  private fileOf(path: string): Buffer | string | undefined {
    const tile = parseTilePath(path);
    const row = tile && this.shown.get(`level ${tile.level}`);
    if (!tile || !(row instanceof Buffer) || this.shown.has(path)) return this.shown.get(path);
    const bytes = row.subarray(32 * TILE_WIDTH * tile.index, 32 * (TILE_WIDTH * tile.index + tile.width));
    return bytes.length === 32 * tile.width ? bytes : undefined;
  }

  /** Show a log of so many entries. @param history the same entries for the same name */
  show(size: number, history = 'a', by = signer, origin = ORIGIN): string {
    const edge = new TreeEdge(0, []);
    const levels: Buffer[][] = [[], [], [], []];
    for (let nr = 0; nr < size; nr++) {
      const hash = leafHash(Buffer.from(`${history} ${nr}`));
      levels[0]?.push(hash);
      for (const node of edge.append(hash)) levels[node.level]?.push(node.hash);
    }
    for (const [level, row] of levels.entries()) this.shown.set(`level ${level}`, Buffer.concat(row));
    const note = by.sign(origin, { size, root: edge.root() });
    this.shown.set('checkpoint', note);
    this.shown.set('key', `${by.verifierKey(origin)}\n`);
    return note;
  }

  /** Have the processes of this folder write down what they do with files, what they send, and when they answer. @returns Node.js's argument */
  recordSteps(): string {
    const hook = join(this.folder, 'hook.mjs');
    writeFileSync(hook, RECORDS_STEPS);
    return `--import=${hook}`;
  }

  /** What was written down. */
  get steps(): string[] {
    return readFileSync(join(this.folder, 'steps'), 'utf8').trim().split('\n');
  }

  /** Run the witness in the folder until it ends. */
  run(...args: string[]): Promise<{ code: number | null; out: string; err: string }> {
    return this.node(WITNESS, ...args);
  }

  /** The witness ends with 1, and says why. */
  async expectRefused(why: string, ...args: string[]): Promise<void> {
    expect(await this.run(...args)).toMatchObject({ code: 1, err: expect.stringContaining(why) });
  }

  /** Run a program of Node.js in the folder until it is stopped. */
  launch(...args: string[]) {
    const child = spawn(process.execPath, args, { cwd: this.folder });
    const text = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr'] as const)
      child[stream].on('data', (chunk: Buffer) => (text[stream] += chunk.toString()));
    const closed = once(child, 'close');
    return {
      /** Wait until it has said this. @throws when it ended before */
      said: async (stream: 'stdout' | 'stderr', what: RegExp): Promise<string> => {
        while (!what.test(text[stream])) {
          if (child.exitCode !== null || child.signalCode)
            throw new Error(`it ended: ${text.stdout}${text.stderr}`);
          await Promise.race([once(child[stream], 'data'), closed]);
        }
        return text[stream];
      },
      stop: async (): Promise<number | null> => {
        child.kill('SIGTERM');
        await closed;
        return child.exitCode;
      },
    };
  }

  async node(...args: string[]): Promise<{ code: number | null; out: string; err: string }> {
    const child = spawn(process.execPath, args, { cwd: this.folder });
    let [out, err] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
    const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
    return { code, out, err };
  }

  async makeKey(): Promise<NoteKey> {
    const { out } = await this.run('key', 'auditor.example');
    const key = readNoteKey(out.trim(), NOTE_KEY_TYPES.cosignature);
    if (!key) throw new Error(`no key: ${out}`);
    return key;
  }

  get state(): string {
    return readFileSync(join(this.folder, 'witness.json'), 'utf8');
  }

  /** What was kept of logs that contradict themselves. */
  get evidence(): string[] {
    return readdirSync(this.folder)
      .filter((name) => name.startsWith('witness.json.conflict'))
      .map((name) => readFileSync(join(this.folder, name), 'utf8'));
  }
}
