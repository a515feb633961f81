import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/** Where pictures lie. Names are flat, random and never used twice. */
export interface FileStore {
  put(name: string, bytes: Buffer, contentType: string): Promise<void>;
  /** Removing what is not there is no error. */
  remove(name: string): Promise<void>;
  /** Names of files older than a moment: what a sweep may look at. */
  olderThan(moment: Date): Promise<string[]>;
}

export const FILE_STORE = Symbol('FileStore');

/** `DATA_DIR/uploads` on this machine; the API serves it below `/uploads/`. */
export class LocalFileStore implements FileStore {
  private readonly folder: string;

  constructor(dataDir: string) {
    this.folder = resolve(dataDir, 'uploads');
  }

  async put(name: string, bytes: Buffer): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    // Written beside and renamed: nobody is ever served half a picture.
    const draft = join(this.folder, `.${name}.part`);
    try {
      await writeFile(draft, bytes);
      await rename(draft, join(this.folder, name));
    } catch (error) {
      // A full disk keeps what fitted: half a picture would take the room that somebody needs.
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
