import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/** Write a small file so that a reader, or a start after a crash, sees the old content or the new one and nothing between. */
export function writeFileAtomically(path: string, content: string, mode = 0o600): void {
  const draft = `${path}.${process.pid}`;
  try {
    writeFileSync(draft, content, { mode });
    renameSync(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Content of a JSON file, or undefined when it is absent or broken. */
export function readJson<T>(path: string): T | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as T;
  } catch {
    return undefined;
  }
}
