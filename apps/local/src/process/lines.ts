import type { Readable } from 'node:stream';

/** A single line is cut at this length (characters), so that a child gone mad cannot fill the memory. */
const LONGEST_LINE = 64 * 1024;

/** Call `onLine` for every line of a stream, the unfinished last one included when it ends. */
export function eachLine(stream: Readable | null, onLine: (line: string) => void): void {
  if (!stream) return;
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = (lines.pop() ?? '').slice(0, LONGEST_LINE);
    for (const line of lines) onLine(line.replace(/\r$/, ''));
  });
  stream.on('end', () => {
    if (rest) onLine(rest);
  });
  stream.on('error', () => {});
}
