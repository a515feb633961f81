import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import type { LocalFileStore, S3FileStore } from '@abato/contests';
import type { Logger } from '@abato/platform';

const pack = promisify(brotliCompress);
const unpack = promisify(brotliDecompress);

/** Builds that are kept: the running ones of a release, and some for tabs that stay open and for going back. */
const KEPT_BUILDS = 5;
/** A store that does not answer must not keep a process from serving (ms). */
const PUBLISH_WITHIN_MS = 15_000;
/** Shortest time between two looks into the store (ms): paths that no build has are asked for by scanners all day. */
const LOOK_EVERY_MS = 1_000;
/** More than a build has, and a bound for what another process wrote. */
const MAX_BUILD_BYTES = 32 * 1024 * 1024;

const NAME = /^[\w.-]+$/;
const BUNDLE = /^(\d{10,16})-[\da-f]{16}\.json\.br$/;
const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** A file of another build. */
export interface BuiltAsset {
  type: string;
  bytes: Buffer;
}

/**
 * Files of the web client of other builds. During a rollout a page of one version asks pods of another for its scripts, and a tab that stays
 * open asks for those of the version it began with. So each build puts its files into the store that all API processes share, before it
 * serves its first page, and a process that is asked for a file it does not have looks there.
 */
export class BuiltAssets {
  private readonly others = new Map<string, Map<string, BuiltAsset>>();
  private own = '';
  private looking: Promise<void> | null = null;
  private lookedAt = -Infinity;

  /** @param root folder of the built client of this process */
  constructor(
    private readonly store: Pick<LocalFileStore | S3FileStore, 'put' | 'read' | 'remove' | 'olderThan'>,
    private readonly root: string,
    private readonly log: Logger,
  ) {}

  /** Put this build's files into the store unless they are there. Never throws: without the store pages are served all the same. */
  async publish(): Promise<void> {
    const files = this.ownFiles();
    if (!files.length) return;
    try {
      const late = sleep(PUBLISH_WITHIN_MS, null, { ref: false }).then(() => {
        throw new Error(`not stored within ${PUBLISH_WITHIN_MS} ms`);
      });
      await Promise.race([this.put(files), late]);
    } catch (error) {
      this.log.warn(
        { reason: (error as Error).message },
        'assets of this build not shared with other builds',
      );
    }
  }

  /** @param path such as `/assets/shell-abc.js` @returns null when no build that is kept has it */
  async find(path: string): Promise<BuiltAsset | null> {
    const name = path.replace(/^\/assets\//, '');
    if (!NAME.test(name) || !TYPES[extname(name)]) return null;
    const known = this.known(name);
    if (known) return known;
    await this.look();
    return this.known(name);
  }

  private known(name: string): BuiltAsset | null {
    for (const files of this.others.values()) {
      const found = files.get(name);
      if (found) return found;
    }
    return null;
  }

  /** One look at a time; a request meanwhile, or too early, gets the next one's result. */
  private look(): Promise<void> {
    this.looking ??= this.lookIntoStore().finally(() => (this.looking = null));
    return this.looking;
  }

  private async lookIntoStore(): Promise<void> {
    const wait = this.lookedAt + LOOK_EVERY_MS - performance.now();
    if (wait > 0) await sleep(wait);
    try {
      const bundles = await this.bundles();
      for (const name of this.others.keys()) if (!bundles.includes(name)) this.others.delete(name);
      for (const name of bundles) {
        if (name !== this.own && !this.others.has(name)) this.others.set(name, await this.readBundle(name));
      }
    } catch (error) {
      this.log.warn({ reason: (error as Error).message }, 'assets of other builds not read');
    }
    this.lookedAt = performance.now();
  }

  /** Newest first. */
  private async bundles(): Promise<string[]> {
    const age = (name: string): number => Number(BUNDLE.exec(name)?.[1]);
    const names = (await this.store.olderThan(new Date(Date.now() + 86_400_000))).filter((name) =>
      BUNDLE.test(name),
    );
    return names.sort((a, b) => age(b) - age(a)).slice(0, KEPT_BUILDS);
  }

  private ownFiles(): string[] {
    const folder = join(this.root, 'assets');
    if (!existsSync(folder)) return [];
    return readdirSync(folder).filter((name) => NAME.test(name) && TYPES[extname(name)]);
  }

  private async put(files: string[]): Promise<void> {
    const digest = createHash('sha256').update(files.sort().join('\n')).digest('hex').slice(0, 16);
    // All processes of one image agree on the time, so they write one file together.
    const builtAt = Math.floor(statSync(join(this.root, 'index.html')).mtimeMs);
    this.own = `${builtAt}-${digest}.json.br`;
    const there = await this.store.olderThan(new Date(Date.now() + 86_400_000));
    if (!there.includes(this.own)) {
      const contents = files.map((name) => [
        name,
        readFileSync(join(this.root, 'assets', name)).toString('base64'),
      ]);
      const json = Buffer.from(JSON.stringify(Object.fromEntries(contents)));
      const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
      await this.store.put(this.own, await pack(json, quality), 'application/octet-stream');
    }
    const kept = new Set([...(await this.bundles()), this.own]);
    for (const name of there) if (BUNDLE.test(name) && !kept.has(name)) await this.store.remove(name);
  }

  private async readBundle(name: string): Promise<Map<string, BuiltAsset>> {
    const packed = await this.store.read(name);
    if (!packed) return new Map();
    try {
      return filesOf(await unpack(packed, { maxOutputLength: MAX_BUILD_BYTES }));
    } catch (error) {
      // It stays unreadable; the builds after it must still be found.
      this.log.warn({ name, reason: (error as Error).message }, 'a build in the store cannot be read');
      return new Map();
    }
  }
}

function filesOf(json: Buffer): Map<string, BuiltAsset> {
  const files = JSON.parse(json.toString()) as Record<string, string>;
  return new Map(
    Object.entries(files).flatMap(([file, content]): [string, BuiltAsset][] => {
      const type = TYPES[extname(file)];
      return type ? [[file, { type, bytes: Buffer.from(content, 'base64') }]] : [];
    }),
  );
}
