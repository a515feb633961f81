import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { aContest, ApiClient, aVote, expect, inTheme, test, type Theme } from './page.js';

/**
 * Chosen screens against committed pictures of a quarter of their size, so that no change spoils them unseen. After a change that is
 * meant: `UPDATE_PICTURES=1 npm test -- browser appearance`, then look at the pictures and commit them.
 */
const PICTURES = join(dirname(fileURLToPath(import.meta.url)), 'pictures');
const SCALE = 4;
/** Letters are drawn a little differently from one browser's version to the next; a part that moves or vanishes is more than that. */
const SAME_WITHIN = 40;
const MOST_OTHER_PIXELS = 0.02;

const SIZES = {
  phone: { width: 360, height: 740 },
  laptop: { width: 1280, height: 800 },
  hall: { width: 1920, height: 1080 },
} as const;

/** The screen as it is now. */
async function shotOf(page: Page): Promise<Buffer> {
  await page.evaluate('document.fonts.ready');
  // Times differ in every run.
  await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent ?? '';
      const fixed = text
        .replace(/\b[A-Z][a-z]+ \d{1,2}, \d{4}\b/g, 'May 5, 2026')
        .replace(/\d+(?=:\d\d|:|\s?[dhms]\b)/g, '5');
      if (fixed !== text) node.textContent = fixed;
    }
  });
  return page.screenshot({ animations: 'disabled', caret: 'hide' });
}

/** A quarter of its size, without transparency. */
async function small(shot: Buffer) {
  const { width = 0 } = await sharp(shot).metadata();
  return sharp(shot)
    .resize(Math.round(width / SCALE))
    .removeAlpha();
}

/** The share of pixels that look otherwise than in the committed picture; all of them where it has another size. */
async function otherPixels(shot: Buffer, file: string): Promise<number> {
  const [before, after] = await Promise.all([
    sharp(file).removeAlpha().raw().toBuffer(),
    (await small(shot)).raw().toBuffer(),
  ]);
  if (after.length !== before.length) return 1;
  let other = 0;
  for (let at = 0; at < after.length; at += 3) {
    const differs = [0, 1, 2].some(
      (colour) => Math.abs((after[at + colour] ?? 0) - (before[at + colour] ?? 0)) > SAME_WITHIN,
    );
    if (differs) other++;
  }
  return other / (after.length / 3);
}

async function looksAsBefore(page: Page, name: string): Promise<void> {
  const file = join(PICTURES, `${name}.png`);
  if (process.env['UPDATE_PICTURES']) {
    mkdirSync(PICTURES, { recursive: true });
    await (await small(await shotOf(page))).png({ palette: true, colours: 64 }).toFile(file);
    return;
  }
  expect(existsSync(file), `${file} is missing: UPDATE_PICTURES=1`).toBe(true);
  let shot: Buffer = Buffer.alloc(0);
  let share = 1;
  // A part that is still being loaded is not there yet: asked until the screen is as it was.
  const look = async (): Promise<number> => (share = await otherPixels((shot = await shotOf(page)), file));
  try {
    const message = `${name}: share of pixels that look otherwise`;
    await expect.poll(look, message).toBeLessThanOrEqual(MOST_OTHER_PIXELS);
  } catch (error) {
    await test.info().attach(name, { body: shot, contentType: 'image/png' });
    throw error;
  }
  test.info().annotations.push({ type: name, description: `${(share * 100).toFixed(2)} % other` });
}

async function open(page: Page, path: string, size: keyof typeof SIZES, theme: Theme): Promise<void> {
  await page.setViewportSize(SIZES[size]);
  await inTheme(page, theme);
  await page.goto(path);
  await expect(page.locator('main h1').first()).toBeVisible();
}

/** Every nominee has a code of its own: the pictures show one. */
async function sameCodes(page: Page): Promise<void> {
  await page.locator('body').evaluate((body) => {
    const texts = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      if (/^\d{4,6}$/.test(texts.currentNode.nodeValue ?? '')) texts.currentNode.nodeValue = '4821';
    }
  });
}

test('chosen screens look as their committed pictures', async ({ page }) => {
  const running = () => aContest().titled('Awards of the Year').active().withContestants(4);
  const contest = await running().paid('1.00').save();
  const free = await running().save();
  const [, second] = free.categories[0]?.contestants ?? [];
  const vote = aVote(free, { contestantId: second?.id, voteCount: 5 });
  await new ApiClient().post('/votes/cast', vote);

  await open(page, '/', 'laptop', 'light');
  await page.setViewportSize({ ...SIZES.laptop, height: 590 });
  await looksAsBefore(page, 'home');
  for (const theme of ['light', 'dark'] as const) {
    await open(page, '/login', 'phone', theme);
    await looksAsBefore(page, `login-${theme}`);
    await open(page, `/contests/${free.id}`, 'phone', theme);
    await expect(page.getByTestId('live-indicator')).toContainText('Live');
    await expect(page.getByTestId('total-votes')).toContainText('5');
    await sameCodes(page);
    await looksAsBefore(page, `ballot-${theme}`);
    await open(page, `/contests/${contest.id}`, 'phone', theme);
    await page.getByTestId(`vote-now-${contest.contestant.id}`).click();
    await expect(page.getByTestId('vote-submit')).toBeVisible();
    await looksAsBefore(page, `sheet-${theme}`);
  }
  await page.setViewportSize(SIZES.hall);
  await page.goto(`/contests/${free.id}/stage`);
  await expect(page.getByTestId('stage-total')).toHaveText('5');
  await expect(page.getByTestId('live-indicator')).toContainText('Live');
  // Every contest has a code of its own.
  await page.getByRole('img', { name: /QR code/ }).evaluate((code) => (code.style.visibility = 'hidden'));
  await sameCodes(page);
  await looksAsBefore(page, 'stage');
});
