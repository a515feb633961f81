import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

/** What a store holds: pictures that were uploaded, files of built web clients (never served by their path in the store), tiles of public logs. */
export type StoreFolder = 'uploads' | 'assets' | 'log';

/** Where files lie. Pictures have flat, random names that are never used twice; a name of a tile always has the same bytes. */
export interface FileStore {
  put(name: string, bytes: Buffer, contentType: string): Promise<void>;
  /** Removing what is not there is no error. */
  remove(name: string): Promise<void>;
  /** Names of files older than a moment: what a sweep may look at. */
  olderThan(moment: Date): Promise<string[]>;
}

export const FILE_STORE = Symbol('FileStore');

/** Names are random and never used twice: what was read once is right for ever. */
export const PICTURE_CACHE = 'public, max-age=31536000, immutable';

/** A folder of `DATA_DIR` on this machine; API processes on several machines need one that they share. */
export class LocalFileStore implements FileStore {
  readonly folder: string;

  constructor(dataDir: string, folder: StoreFolder = 'uploads') {
    this.folder = resolve(dataDir, folder);
  }

  /** @returns the whole file, or null when there is none of this name */
  async read(name: string): Promise<Buffer | null> {
    return readFile(join(this.folder, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
  }

  async put(name: string, bytes: Buffer): Promise<void> {
    const folder = join(this.folder, dirname(name));
    await mkdir(folder, { recursive: true });
    // Written beside and renamed, so that half a file is never served. Two processes may write the same tile of a log at once.
    const draft = join(folder, `.${basename(name)}.${randomUUID()}.part`);
    try {
      await writeFile(draft, bytes);
      await rename(draft, join(this.folder, name));
    } catch (error) {
      // A full disk keeps what fitted: half a file would take space that others need.
      await rm(draft, { force: true });
      throw error;
    }
  }

  async remove(name: string): Promise<void> {
    await rm(join(this.folder, name), { force: true });
  }

  async olderThan(moment: Date): Promise<string[]> {
    const names = await readdir(this.folder).catch(() => []);
    const old: string[] = [];
    for (const name of names) {
      const info = await stat(join(this.folder, name)).catch(() => null);
      if (info?.isFile() && info.mtime < moment) old.push(name);
    }
    return old;
  }
}
