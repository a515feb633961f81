import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/**
 * What axe finds on the page as it is now, one line a rule; empty is right. Looked at twice: pages for super admins show what other tests do meanwhile,
 * and a part that comes or goes during a scan has colours of neither state. What is wrong stays wrong.
 */
export async function findings(page: Page): Promise<string[]> {
  const found = await scanned(page);
  if (!found.length) return [];
  const again = await scanned(page);
  return found.filter((one) => again.includes(one));
}

async function scanned(page: Page): Promise<string[]> {
  // Otherwise the library opens one more page for every scan, to join the results of frames of other origins; there are none.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${new URL(page.url()).pathname}: ${id} ${node.target.join(' ')}`),
  );
}

/**
 * Pictures of the whole page in `screenshots/`, which git ignores, when `ABATO_SCREENSHOTS` is set: for looking at by hand. Nothing
 * compares them, and they cost more time than the checks around them.
 * @param widths of the window; the page is left in the last one
 */
export async function pictures(page: Page, name: string, widths: readonly number[]): Promise<void> {
  if (!process.env['ABATO_SCREENSHOTS']) return;
  for (const width of widths) {
    await page.setViewportSize({ width, height: width === 360 ? 740 : 900 });
    await page.screenshot({ path: `screenshots/${name}-${width}.png`, fullPage: true });
  }
}

/**
 * The screen as it is now fits the window at these widths in each theme; the rules of axe look at the last width of each.
 * @param name of the pictures
 */
export async function checkLooks(
  page: Page,
  name: string,
  widths: Readonly<Record<Theme, readonly number[]>> = { light: [360, 1280], dark: [360, 1280] },
): Promise<void> {
  for (const theme of THEMES) {
    await inTheme(page, theme);
    for (const width of widths[theme]) {
      await page.setViewportSize({ width, height: width === 360 ? 740 : 900 });
      // A layout that has just been resized may still be measured.
      await expect.poll(() => overflow(page), `${name} at ${width} px`).toBeLessThanOrEqual(0);
    }
    expect(await findings(page), `${name}, ${theme}`).toEqual([]);
    await pictures(page, `${name}-${theme}`, widths[theme]);
  }
}

/** The colours that a visitor's device asks for, changed without loading the page again. */
export async function inTheme(page: Page, colorScheme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
}

export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/**
 * Classes on the page that no loaded style sheet has a rule for. Voters' pages load a part of the styles only: a component that is
 * used there for the first time lacks its own.
 */
export async function classesWithoutRule(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const selectors: string[] = [];
    const read = (rules: CSSRuleList): void => {
      for (const rule of rules) {
        if (rule instanceof CSSStyleRule) selectors.push(rule.selectorText);
        if ('cssRules' in rule) read(rule.cssRules as CSSRuleList);
      }
    };
    for (const sheet of document.styleSheets) read(sheet.cssRules);
    const all = selectors.join(' ');
    const used = new Set([...document.querySelectorAll('body [class]')].flatMap((one) => [...one.classList]));
    // Icons carry their own names as classes, which nothing styles.
    return [...used].filter((name) => !name.startsWith('lucide') && !all.includes(`.${CSS.escape(name)}`));
  });
}

/** Pixels by which the page is wider than the window; asked until it is right, because a window that has just been resized is laid out later. */
export async function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
