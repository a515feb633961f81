import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
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

/** A site with a log, and a folder in which a witness runs; both new for each test. */
export class WitnessedSite {
  folder = '';
  address = '';
  /** What the site shows. */
  shown = new Map<string, Buffer | string>();
  /** What it was sent. */
  sent: { size: number; cosignature: string }[] = [];
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
    [this.shown, this.sent, this.broken] = [new Map(), [], new Set()];
    const site = createServer((request, response) => {
      const path = (request.url ?? '').replace(/^\/log\/\d\//, '');
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

  /** Run the witness in the folder until it ends. */
  run(...args: string[]): Promise<{ code: number | null; out: string; err: string }> {
    return this.node(WITNESS, ...args);
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
