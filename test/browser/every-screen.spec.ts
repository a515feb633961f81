import AxeBuilder from '@axe-core/playwright';
import { aContest, aUser, expect, test } from './page.js';

/** Looked at in three widths and two themes; the pictures land in `screenshots/`, which git ignores. */
const WIDTHS = [360, 768, 1280] as const;

const PUBLIC = [
  '/',
  '/contests',
  '/login',
  '/register',
  '/forgot-password',
  '/terms',
  '/privacy',
  '/find-my-vote',
  '/contact',
  '/pending-approval',
  '/unauthorized',
];

for (const theme of ['light', 'dark'] as const) {
  test(`public screens in ${theme} have no axe finding and fit a phone`, async ({ browser }) => {
    test.setTimeout(120_000);
    const contest = await aContest().active().paid('1.00').withContestants(4, 2).save();
    const context = await browser.newContext({ colorScheme: theme, reducedMotion: 'reduce' });
    const page = await context.newPage();
    for (const path of [...PUBLIC, `/contests/${contest.id}`]) {
      await page.setViewportSize({ width: 360, height: 740 });
      await page.goto(path);
      await expect(page.locator('main h1').first()).toBeVisible();
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow, `${path} at 360 px`).toBeLessThanOrEqual(0);
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(
        violations.map((v) => `${path}: ${v.id} ${v.nodes.map((node) => node.target.join(' ')).join(', ')}`),
      ).toEqual([]);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: width === 360 ? 740 : 900 });
        const name = path.replace(contest.id, 'detail').replace(/\W+/g, '-').replace(/^-|-$/g, '') || 'home';
        await page.screenshot({ path: `screenshots/${name}-${width}-${theme}.png`, fullPage: true });
      }
    }
    await context.close();
  });
}

test('the profile screen names the state of the account', async ({ page }) => {
  const user = await aUser().rejected().save();
  await page.addInitScript(
    ([token, stored]) => {
      localStorage.setItem('token', token as string);
      localStorage.setItem('user', stored as string);
    },
    [
      user.token,
      JSON.stringify({
        id: user.id,
        email: user.email,
        firstName: 'Test',
        lastName: 'Person',
        role: 'COMPANY_ADMIN',
        isApproved: false,
        approvalStatus: 'REJECTED',
        rejectionReason: 'Invalid documents or requirements not met',
        createdAt: new Date().toISOString(),
      }),
    ],
  );
  await page.goto('/profile');
  await expect(page.getByText('Account Rejected')).toBeVisible();
  await expect(page.getByText('Invalid documents or requirements not met')).toBeVisible();
});
