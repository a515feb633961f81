import type { Page } from '@playwright/test';
import { aContest, ApiClient, aUser, aVote, expect, findings, overflow, signedIn, test } from './page.js';

/** Every guarded screen, with the heading that says that it stands. */
function screensOf({ id, category }: { id: string; category: string }): string[] {
  return [
    '/admin/dashboard',
    '/admin/hosts',
    '/admin/contests',
    `/admin/contests/${id}`,
    `/admin/contests/${id}/share`,
    `/admin/contests/${id}/preview`,
    `/admin/contests/${id}/categories/${category}`,
    `/admin/votes?contest=${id}`,
    `/admin/payments?contest=${id}`,
    '/admin/statistics',
    '/admin/users',
    '/profile',
  ];
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.locator('main h1').first()).toBeVisible();
  await expect(page.locator('main [role=status]').filter({ hasText: 'Loading...' })).toHaveCount(0);
  await expect(page.locator('main .skeleton')).toHaveCount(0);
}

/** 360 px is the phone; 640 px is a 1280 px screen at a zoom of 200 %. */
const WIDTHS = [360, 640, 1280] as const;

for (const theme of ['light', 'dark'] as const) {
  test(`organiser’s screens in ${theme}: nothing for axe to find, nothing wider than the window`, async ({
    browser,
  }) => {
    test.setTimeout(240_000);
    const admin = await aUser().superAdmin().save();
    const contest = await aContest().ownedBy(admin).active().withContestants(3).save();
    const visitor = new ApiClient();
    await visitor.post('/votes/cast', aVote(contest, { voteCount: 9, voterName: 'Ama Serwaa' }));
    const context = await browser.newContext({ colorScheme: theme, reducedMotion: 'reduce' });
    const page = await context.newPage();
    await signedIn(page, admin);
    const [category] = contest.categories;
    for (const path of screensOf({ id: contest.id, category: category?.id ?? '' })) {
      await page.setViewportSize({ width: 360, height: 740 });
      await open(page, path);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: width === 360 ? 740 : 900 });
        expect(await overflow(page), `${path} at ${width} px`).toBeLessThanOrEqual(0);
        // Rules look at what is drawn: the widest screen shows the sidebar, the narrowest the stacked tables.
        if (width !== 640) expect(await findings(page)).toEqual([]);
        const name = path
          .replace(/[0-9a-f-]{36}/g, 'x')
          .replace(/\W+/g, '-')
          .replace(/^-|-$/g, '');
        await page.screenshot({ path: `screenshots/${name}-${width}-${theme}.png`, fullPage: true });
      }
    }
    await context.close();
  });
}
