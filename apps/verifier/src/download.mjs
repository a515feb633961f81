import { bytesOf } from './bytes.mjs';
import { demand, WIDTH } from './log.mjs';
import { unreadable } from './source.mjs';

/**
 * A log as people download it: its entries in one file, an entry a line, and beside it what they have of checkpoint and key. It is read in
 * parts, as bundles of entries: a log of millions does not fit into memory.
 */

const PART_BYTES = 1 << 20;
const LINE_END = 10;
const LONGEST_ENTRY = 0xffff;

/** @typedef {{ size: number, slice: (from: number, to: number) => Promise<Uint8Array> }} LineFile */

/**
 * @param {LineFile} file
 * @param {{ checkpoint?: string, key?: string }} beside
 * @returns {Promise<{ lines: number, read: (path: string) => Promise<Uint8Array> }>} reads the paths of a log, without tiles
 */
export async function openDownload(file, beside) {
  const { lines, starts } = await findLines(file);
  const given = new Map(Object.entries(beside).filter(([, text]) => text));
  const read = async (path) => {
    const [, digits, width = WIDTH] = /^tile\/entries\/([x\d/]+?)(?:\.p\/(\d+))?$/.exec(path) ?? [];
    if (digits) {
      const index = Number(digits.replaceAll(/[x/]/g, ''));
      return bundleOf(await file.slice(starts[index], starts[index + 1] ?? file.size), Number(width));
    }
    // Witnesses cosign checkpoints: the one that was downloaded has what they had cosigned by then.
    const text = given.get(path.startsWith('witnessed/') ? 'checkpoint' : path);
    return bytesOf(text ?? unreadable(`${path} is not in the download`));
  };
  return { lines, read };
}

/** @param {LineFile} file @returns {Promise<{ lines: number, starts: number[] }>} `starts`: where each bundle begins, in bytes */
async function findLines(file) {
  const starts = [0];
  let lines = 0;
  let last = LINE_END;
  for (let from = 0; from < file.size; from += PART_BYTES) {
    const part = await file.slice(from, Math.min(from + PART_BYTES, file.size));
    for (let at = part.indexOf(LINE_END); at >= 0; at = part.indexOf(LINE_END, at + 1)) {
      lines += 1;
      if (lines % WIDTH === 0) starts.push(from + at + 1);
    }
    last = part.at(-1);
  }
  demand(last === LINE_END, 'the file of entries ends within a line: its download broke off');
  return { lines, starts };
}

/** The first lines as a log has its entries: the length of each in front of it. */
function bundleOf(bytes, width) {
  const bundle = new Uint8Array(bytes.length + width);
  let [at, from] = [0, 0];
  for (let nr = 0; nr < width; nr += 1) {
    const end = bytes.indexOf(LINE_END, from);
    const length = end - from;
    demand(end >= 0 && length <= LONGEST_ENTRY, 'the file of entries has a line that is no entry');
    bundle.set([length >> 8, length & 0xff], at);
    bundle.set(bytes.subarray(from, end), at + 2);
    [at, from] = [at + 2 + length, end + 1];
  }
  return bundle.subarray(0, at);
}
