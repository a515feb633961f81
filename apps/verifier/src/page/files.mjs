import { textOf } from '../bytes.mjs';
import { openDownload } from '../download.mjs';
import { demand } from '../log.mjs';
import { unreadable } from '../source.mjs';

/**
 * The log that is in the files a person chose: all files of a log in a folder, or what the audit page offers for download.
 * @param {{ path: string, file: File }[]} chosen @param {string | undefined} checkpoint that the person typed in
 * @returns {Promise<{ read: (path: string) => Promise<Uint8Array>, lines?: number }>}
 */
export async function openFiles(chosen, checkpoint) {
  const named = (name) => chosen.find(({ path }) => name.test(path))?.file;
  const entries = named(/\.jsonl$/i);
  if (!entries || named(/(^|\/)tile\/entries\//)) {
    demandNoCheckpoint(checkpoint);
    return { read: fromFiles(chosen) };
  }
  const text = async (file) => file && textOf(await bytesOf(file, file.name));
  const slice = (from, to) => bytesOf(entries.slice(from, to), entries.name);
  // As the audit page names them; a browser may add a number.
  return openDownload(
    { size: entries.size, slice },
    {
      checkpoint: checkpoint ?? (await text(named(/(^|\/)checkpoint[^/]*$/))),
      key: await text(named(/(^|\/)key[^/]*$/)),
    },
  );
}

/** Another log brings its own checkpoint: one that was typed in would be passed over. @param {string | undefined} checkpoint */
export function demandNoCheckpoint(checkpoint) {
  demand(!checkpoint, 'a checkpoint of the entries is for a file with an entry a line: choose that file too');
}

/** Reads a log from the files of its folder. @param {{ path: string, file: File }[]} chosen with the path that each has in its folder */
function fromFiles(chosen) {
  const files = new Map(chosen.map(({ path, file }) => [path.replace(/^\/+/, ''), file]));
  // A folder may hold several logs, or the log may lie deeper: the highest one is meant.
  const [highest] = [...files.keys()]
    .filter((path) => /(^|\/)checkpoint$/.test(path))
    .sort((a, b) => a.length - b.length);
  const hasTiles = [...files.keys()].some((path) => /(^|\/)tile\//.test(path));
  const folder = highest?.slice(0, -'checkpoint'.length) ?? '';
  return async (path) => {
    const file = files.get(folder + path);
    if (file) return bytesOf(file, path);
    return unreadable(
      hasTiles
        ? `${path} is not among the files`
        : 'there are no entries among the files: choose the file with an entry a line too',
    );
  };
}

async function bytesOf(file, name) {
  const bytes = file.arrayBuffer();
  return new Uint8Array(await bytes.catch(({ message }) => unreadable(`${name} cannot be read: ${message}`)));
}

/** Files of a folder, as a person chooses or drops it. @typedef {{ path: string, file: File }} Chosen */

/** @param {FileList} list @returns {Chosen[]} */
export const chosenFiles = (list) =>
  [...list].map((file) => ({ path: file.webkitRelativePath || file.name, file }));

/** @param {DataTransfer} dropped @returns {Promise<Chosen[]>} */
export async function droppedFiles(dropped) {
  // All at once: after the first wait the browser has forgotten them.
  const entries = [...dropped.items].map((item) => item.webkitGetAsEntry()).filter(Boolean);
  return (await Promise.all(entries.map(filesBelow))).flat();
}

async function filesBelow(entry) {
  if (entry.isFile) {
    const file = await new Promise((resolve, reject) => entry.file(resolve, reject));
    return [{ path: entry.fullPath, file }];
  }
  const reader = entry.createReader();
  const found = [];
  for (;;) {
    // A folder is read in parts, until a part is empty.
    const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (!some.length) return found;
    for (const one of some) found.push(...(await filesBelow(one)));
  }
}
