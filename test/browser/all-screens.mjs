import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { openPage, signIn, withChromium } from './demo-pages.mjs';
import { screens } from './screen-list.mjs';
import { makeVariants } from './screen-variants.mjs';

const SIZES = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
];
const THEMES = ['light', 'dark'];
/**
 * Colours of nested elements change one after the other, and what is far below the window is drawn later: a picture taken in between shows
 * unreadable texts and empty cards. A style sheet made by the page itself, because the content security policy refuses others.
 */
const DRAWN_AT_ONCE = `(() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('*, ::before, ::after { transition: none !important; content-visibility: visible !important; }');
  document.adoptedStyleSheets.push(sheet);
})()`;
/** A longer page is cut: what repeats below looks the same. */
const MOST_HEIGHT = 2600;
/** Width of each picture in the sheet of a screen. */
const SHEET_WIDTHS = [300, 460, 640, 800];

/**
 * Takes every screen at four widths in light and dark from a running platform with its demo data, and joins the eight pictures of each
 * in one sheet. For looking at: nothing compares them.
 * @param only parts of names; empty: all screens
 * @param onSheet called with the name of each sheet, and with what is wider than its window
 */
export async function takeAllScreens({ base, executablePath, folder, only = [], onSheet }) {
  await mkdir(join(folder, 'parts'), { recursive: true });
  const organiser = await signIn(base);
  const call = callerOf(base, organiser.token);
  const of = { variants: await makeVariants(call) };
  of.remoteOf = async (key) =>
    `/remote#${(await call('POST', `/contests/${of.variants[key]}/stage-remote`)).token}`;
  const { data: demo } = await (await fetch(new URL('/api/contests/public', base))).json();
  of.paid = demo.find(({ title }) => title === 'Volta Music Awards 2026').id;
  of.free = demo.find(({ title }) => title === 'Campus Choice Awards').id;
  of.hostId = demo.find(({ id }) => id === of.paid).host.id;
  const nominees = async (id) => {
    const [category] = (await call('GET', `/contests/${id}/public`)).categories;
    return category.contestants;
  };
  [of.nominee] = await nominees(of.variants.zero);
  const [first] = await nominees(of.variants.three);
  const vote = { contestId: of.variants.three, categoryId: first.categoryId, contestantId: first.id };
  const cast = { ...vote, voteCount: 1, voterPhone: '0241234567' };
  of.receiptCode = (await call('POST', '/votes/cast', cast)).receiptCode;
  // The simulators' port follows the platform's by default.
  of.simulator = process.env.SIMULATOR_URL ?? `http://localhost:${Number(new URL(base).port || 3000) + 1}`;
  const sessions = { visitor: null, presenter: null, organiser, superAdmin: await signIn(base, 'admin') };
  const pages = {};
  const isWanted = ({ name }) => only.length === 0 || only.some((part) => name.includes(part));
  await withChromium(executablePath, async (browser) => {
    for (const screen of screens(of).filter(isWanted)) {
      const page = (pages[screen.who] ??= await openPage(browser, base, sessions[screen.who]));
      const wide = await takeScreen(page, screen, folder);
      await joinSheet(screen.name, folder);
      onSheet(screen.name, wide);
    }
  });
}

/** @returns the widths at which the page is wider than its window */
async function takeScreen(page, { name, path: given, act }, folder) {
  const wide = [];
  const path = typeof given === 'function' ? await given() : given;
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme: THEMES[0] });
    // Another fragment alone would not load the page again.
    await page.goto('about:blank');
    await page.goto(size !== SIZES[0] ? path.replace(/#.*/, '') : path);
    await page.waitForLoadState('networkidle');
    await page.evaluate('document.fonts.ready');
    await page.evaluate(DRAWN_AT_ONCE);
    await act?.(page);
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme });
      await page.evaluate(
        'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))',
      );
      const file = join(folder, 'parts', `${name}-${colorScheme}-${size.width}.png`);
      const height = await page.evaluate('document.documentElement.scrollHeight');
      const clip = act ? undefined : { x: 0, y: 0, width: size.width, height: Math.min(height, MOST_HEIGHT) };
      await page.screenshot({ path: file, fullPage: !act, clip });
    }
    if (await page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth'))
      wide.push(size.width);
  }
  return wide;
}

async function joinSheet(name, folder) {
  for (const theme of THEMES) {
    let left = 0;
    const parts = [];
    for (const [index, { width }] of SIZES.entries()) {
      const picture = sharp(join(folder, 'parts', `${name}-${theme}-${width}.png`)).resize({
        width: SHEET_WIDTHS[index],
      });
      const { data, info } = await picture.png().toBuffer({ resolveWithObject: true });
      parts.push({ input: data, left, top: 0, height: info.height });
      left += info.width + 16;
    }
    const height = Math.max(...parts.map((part) => part.height));
    await sharp({ create: { width: left, height, channels: 3, background: '#888888' } })
      .composite(parts)
      .png()
      .toFile(join(folder, `${name}-${theme}.png`));
  }
}

const callerOf = (base, token) => async (method, path, body) => {
  const response = await fetch(new URL(`/api${path}`, base), {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    body: body && JSON.stringify(body),
  });
  const answer = await response.json();
  if (!answer.success) throw new Error(`${method} ${path}: ${answer.message}`);
  return answer.data;
};
