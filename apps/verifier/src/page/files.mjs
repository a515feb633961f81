import { unreadable } from '../source.mjs';

/** Reads a log from files that a person chose. @param {{ path: string, file: File }[]} chosen with the path that each has in its folder */
export function fromFiles(chosen) {
  const files = new Map(chosen.map(({ path, file }) => [path.replace(/^\/+/, ''), file]));
  // A folder may hold several logs, or the log may lie deeper: the highest one is meant.
  const [highest] = [...files.keys()]
    .filter((path) => /(^|\/)checkpoint$/.test(path))
    .sort((a, b) => a.length - b.length);
  const folder = highest?.slice(0, -'checkpoint'.length) ?? '';
  return async (path) => {
    const file = files.get(folder + path) ?? unreadable(`${path} is not among the files`);
    const bytes = file.arrayBuffer();
    return new Uint8Array(
      await bytes.catch(({ message }) => unreadable(`${path} cannot be read: ${message}`)),
    );
  };
}
