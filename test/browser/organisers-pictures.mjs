import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { openPage, signIn, withChromium } from './demo-pages.mjs';

const WIDE = { width: 1280, height: 800 };
const PHONE = { width: 360, height: 740 };

/** Below docs/images. @param of ids of the demo contests: `paid`, `ended` */
const pictures = (of) => [
  { name: 'contest', path: `/contests/${of.paid}`, size: { width: 1280, height: 1240 }, isVisitor: true },
  { name: 'organisers/contests', path: '/admin/contests', size: WIDE },
  { name: 'organisers/console', path: `/admin/contests/${of.paid}`, size: WIDE },
  { name: 'organisers/share', path: `/admin/contests/${of.paid}/share`, size: WIDE },
  { name: 'organisers/payments', path: `/admin/payments?contest=${of.paid}`, size: WIDE },
  { name: 'organisers/votes', path: `/admin/votes?contest=${of.paid}`, size: WIDE },
  { name: 'organisers/stage', path: `/contests/${of.paid}/stage`, size: WIDE },
  { name: 'organisers/final', path: `/contests/${of.ended}`, size: PHONE },
];

/**
 * Takes the pictures of docs/organisers and the README from a running platform with its demo data.
 * @param folder docs/images
 * @param onPicture called with the name and the bytes of each
 * @throws Error with a sentence for the operator when the platform lacks its demo data
 */
export async function takePictures({ base, executablePath, folder, onPicture }) {
  const session = await signIn(base);
  const contests = await demoContests(base);
  await mkdir(join(folder, 'organisers'), { recursive: true });
  await withChromium(executablePath, async (browser) => {
    const visitor = await openPage(browser, base);
    const organiser = await openPage(browser, base, session);
    for (const { name, path, size, isVisitor } of pictures(contests)) {
      const page = isVisitor ? visitor : organiser;
      await page.setViewportSize(size);
      await page.goto(path, { waitUntil: 'networkidle' });
      await page.locator('.skeleton').first().waitFor({ state: 'detached' });
      await page.evaluate('document.fonts.ready');
      const picture = sharp(await page.screenshot()).webp({ quality: 78 });
      const { size: bytes } = await picture.toFile(join(folder, `${name}.webp`));
      onPicture(name, bytes);
    }
  });
}

async function demoContests(base) {
  const { data } = await (await fetch(new URL('/api/contests/public', base))).json();
  const find = (fits) => {
    const found = data.find(fits);
    if (!found)
      throw new Error('The demo data lacks a contest that the pictures need: use an empty database.');
    return found.id;
  };
  return {
    paid: find(({ votePrice, status, showResults }) => votePrice > 0 && status === 'ACTIVE' && showResults),
    ended: find(({ status }) => status === 'ENDED'),
  };
}
