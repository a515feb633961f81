import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { ROOT } from './lib/paths.mjs';

/** `node scripts/draw-icons.mjs`: the home screen's icons from the project's own mark. Run after the mark has changed. */
const folder = join(ROOT, 'apps', 'web', 'public');
const mark = readFileSync(join(folder, 'favicon.svg'), 'utf8');
/** Launchers cut their own shape out of this one: no corners, and the mark within the inner four fifths. */
const maskable = mark
  .replace('rx="8"', '')
  .replace(/(<rect[^>]*\/>)([^]*)<\/svg>/, '$1<g transform="translate(4.8 4.8) scale(.7)">$2</g></svg>');

mkdirSync(join(folder, 'icons'), { recursive: true });
for (const [name, svg, size] of [
  ['icon-192', mark, 192],
  ['icon-512', mark, 512],
  ['maskable-512', maskable, 512],
  ['apple-180', maskable, 180],
]) {
  const density = (72 * size) / 32;
  await sharp(Buffer.from(svg), { density })
    .resize(size, size)
    .png({ palette: true, compressionLevel: 9 })
    .toFile(join(folder, 'icons', `${name}.png`));
}
