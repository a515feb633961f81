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
