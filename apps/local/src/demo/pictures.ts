import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { Random } from './random.js';

/** Pictures of the demo, drawn by the project itself: nothing is downloaded. */

const SKIN = ['#8d5524', '#6f4423', '#a56b3f', '#5b3720', '#7c4a2a'];
const CLOTH = [
  ['#c8102e', '#f4c430', '#0b6e4f'],
  ['#5b2a86', '#f2a33a', '#f7ede2'],
  ['#1d4e89', '#f4c95d', '#d1495b'],
  ['#0b6e4f', '#f2e3bc', '#ef8354'],
  ['#7a1f1f', '#f4c95d', '#2e294e'],
] as const;
const BACKDROP = [
  ['#f7d08a', '#e07a5f'],
  ['#a8dadc', '#457b9d'],
  ['#ffd6a5', '#b56576'],
  ['#cdeac0', '#3d8361'],
  ['#e4c1f9', '#6a4c93'],
] as const;

/**
 * Draw one picture in the sizes the pages ask for.
 * @param name the file's name without size and ending
 * @returns the stored path of the widest, as an upload would have it
 */
async function store(svg: string, dataDir: string, name: string, widths: readonly number[]): Promise<string> {
  const folder = join(dataDir, 'uploads');
  await mkdir(folder, { recursive: true });
  const drawn = await sharp(Buffer.from(svg)).png({ compressionLevel: 0 }).toBuffer();
  for (const width of widths) {
    await sharp(drawn)
      .resize({ width })
      .webp({ quality: 82 })
      .toFile(join(folder, `demo-${name}-${width}.webp`));
  }
  return `/uploads/demo-${name}-${widths.at(-1)}.webp`;
}

/** A portrait: a person before a backdrop, dressed in woven cloth. */
export async function drawPortrait(dataDir: string, name: string): Promise<string> {
  const random = new Random(name);
  const [sky, ground] = random.pick(BACKDROP);
  const cloth = random.pick(CLOTH);
  const skin = random.pick(SKIN);
  const hair = random.pick(['#1b1212', '#2a1a14', '#120d0d']);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="640" viewBox="0 0 640 640">
    <defs>
      <linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${sky}"/><stop offset="1" stop-color="${ground}"/></linearGradient>
      ${weave('cloth', cloth, 44)}
    </defs>
    <rect width="640" height="640" fill="url(#sky)"/>
    <circle cx="${random.whole(120, 520)}" cy="${random.whole(90, 220)}" r="${random.whole(90, 170)}" fill="#ffffff" opacity=".18"/>
    <path d="M70 640 C80 500 190 452 260 440 L380 440 C450 452 560 500 570 640 Z" fill="url(#cloth)"/>
    <path d="M262 440 C290 486 350 486 378 440 L366 420 L274 420 Z" fill="${skin}"/>
    <rect x="276" y="356" width="88" height="92" rx="40" fill="${skin}"/>
    <path d="M276 402 C300 428 340 428 364 402 L364 424 C340 446 300 446 276 424 Z" fill="#000000" opacity=".16"/>
    <ellipse cx="320" cy="286" rx="98" ry="118" fill="${skin}"/>
    ${headwear(random, hair, cloth)}
    <ellipse cx="284" cy="292" rx="9" ry="11" fill="#1b1212"/><ellipse cx="356" cy="292" rx="9" ry="11" fill="#1b1212"/>
    <path d="M268 266 q16 -12 32 0 M340 266 q16 -12 32 0" stroke="${hair}" stroke-width="7" fill="none" stroke-linecap="round"/>
    <path d="M318 296 q-8 30 6 32" stroke="#000000" stroke-opacity=".25" stroke-width="6" fill="none" stroke-linecap="round"/>
    <path d="M286 350 q34 ${random.whole(20, 36)} 68 0" stroke="#4a1616" stroke-width="9" fill="none" stroke-linecap="round"/>
  </svg>`;
  return store(svg, dataDir, name, [320, 640]);
}

function headwear(random: Random, hair: string, cloth: readonly string[]): string {
  const styles = [
    // close-cropped
    `<path d="M222 276 C214 118 426 118 418 276 C404 214 372 196 320 196 C268 196 236 214 222 276 Z" fill="${hair}"/>`,
    // a round afro
    `<path d="M196 292 C150 90 490 90 444 292 C452 236 404 204 320 204 C236 204 188 236 196 292 Z" fill="${hair}"/>`,
    // a head wrap
    `<path d="M214 258 C200 120 300 96 352 110 C452 96 448 190 426 258 C384 212 256 212 214 258 Z" fill="url(#cloth)"/>
     <path d="M330 130 C390 60 470 84 440 150 C410 190 360 170 330 130 Z" fill="${cloth[0]}"/>`,
    // long braids
    `<path d="M216 290 C200 110 440 110 424 290 L438 452 L404 440 L410 270 C390 214 250 214 230 270 L236 440 L202 452 Z" fill="${hair}"/>`,
    // a cap
    `<path d="M220 246 C220 122 420 122 420 246 Z" fill="${cloth[0]}"/><rect x="214" y="238" width="212" height="20" rx="10" fill="${cloth[1]}"/>`,
  ];
  return random.pick(styles);
}

/** A banner: woven bands under a night sky with stage lights; the title is beside it in the page, not in the picture. */
export async function drawBanner(
  dataDir: string,
  name: string,
  colours: readonly [string, string],
): Promise<string> {
  const random = new Random(name);
  const [night, light] = colours;
  const beams = Array.from({ length: 6 }, (_, i) => {
    const x = 140 + i * 200 + random.whole(-40, 40);
    return `<path d="M${x} -20 L${x - random.whole(120, 260)} 640 L${x + random.whole(40, 160)} 640 Z" fill="${light}" opacity="${0.07 + random.next() * 0.1}"/>`;
  });
  const crowd = Array.from({ length: 46 }, (_, i) => {
    const x = i * 29 + random.whole(-8, 8);
    const y = 560 + random.whole(0, 46);
    return `<circle cx="${x}" cy="${y}" r="${random.whole(17, 25)}"/><rect x="${x - 24}" y="${y + 14}" width="48" height="110" rx="22"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="640" viewBox="0 0 1280 640">
    <defs>
      <radialGradient id="glow" cx=".5" cy=".35" r=".8"><stop offset="0" stop-color="${light}" stop-opacity=".75"/><stop offset="1" stop-color="${light}" stop-opacity="0"/></radialGradient>
      ${weave('band', [light, night, '#fff7e6'], 64)}
    </defs>
    <rect width="1280" height="640" fill="${night}"/>
    <rect width="1280" height="640" fill="url(#glow)"/>
    ${beams.join('')}
    <rect y="0" width="1280" height="64" fill="url(#band)" opacity=".92"/>
    <g transform="translate(${random.whole(500, 700)} 300)" fill="${light}">
      <path d="M0 -130 L34 -44 L126 -40 L54 18 L80 108 L0 56 L-80 108 L-54 18 L-126 -40 L-34 -44 Z" opacity=".95"/>
    </g>
    <g fill="#0b0710" opacity=".82">${crowd.join('')}</g>
  </svg>`;
  return store(svg, dataDir, `${name}-banner`, [320, 640, 1280]);
}

/** A host's mark: a letter on woven cloth. */
export async function drawLogo(
  dataDir: string,
  name: string,
  letter: string,
  colours: readonly [string, string],
): Promise<string> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="320" viewBox="0 0 320 320">
    <defs>${weave('logo', [colours[1], colours[0], '#fff7e6'], 80)}</defs>
    <rect width="320" height="320" fill="url(#logo)"/>
    <circle cx="160" cy="160" r="104" fill="${colours[0]}"/>
    <text x="160" y="204" font-family="DejaVu Sans, Arial, sans-serif" font-size="124" font-weight="700" text-anchor="middle" fill="${colours[1]}">${letter}</text>
  </svg>`;
  return store(svg, dataDir, `${name}-logo`, [320]);
}

/** A pattern of strips in the manner of woven cloth. */
function weave(id: string, colours: readonly string[], size: number): string {
  const unit = size / 4;
  const [a = '#000', b = '#fff', c = '#888'] = colours;
  return `<pattern id="${id}" width="${size * 2}" height="${size}" patternUnits="userSpaceOnUse">
    <rect width="${size * 2}" height="${size}" fill="${a}"/>
    ${[0, 1, 2, 3].map((row) => `<rect x="0" y="${row * unit}" width="${size}" height="${unit / 2}" fill="${row % 2 ? b : c}"/>`).join('')}
    ${[0, 1, 2, 3].map((column) => `<rect x="${size + column * unit}" y="0" width="${unit / 2}" height="${size}" fill="${column % 2 ? c : b}"/>`).join('')}
    <rect x="${size + unit}" y="${unit}" width="${unit * 2}" height="${unit * 2}" fill="${a}"/>
    <rect x="${size + unit * 1.5}" y="${unit * 1.5}" width="${unit}" height="${unit}" fill="${b}"/>
  </pattern>`;
}
