import {
  aContest,
  aUser,
  classesWithoutRule,
  expect,
  findings,
  inTheme,
  overflow,
  pictures,
  test,
  THEMES,
} from './page.js';

/** Pictures are taken in three widths; the checks are about the phone. */
const WIDTHS = [360, 768, 1280] as const;

const PUBLIC = [
  '/',
  '/contests',
  '/login',
  '/register',
  '/forgot-password',
  '/verify-email?token=x',
  '/terms',
  '/privacy',
  '/find-my-vote',
  '/status',
  '/r/0000-0000-0000',
  '/contact',
  '/pending-approval',
  '/unauthorized',
];

test('public screens have all their styles, no axe finding, and fit a phone', async ({ page }) => {
  test.setTimeout(360_000);
  const contest = await aContest().active().paid('1.00').withContestants(4, 2).save();
  for (const path of [...PUBLIC, `/contests/${contest.id}`, `/contests/${contest.id}/audit`]) {
    await inTheme(page, 'light');
    await page.goto(path);
    await expect(page.locator('main h1').first()).toBeVisible();
    expect(await classesWithoutRule(page), path).toEqual([]);
    const name = path.replace(contest.id, 'detail').replace(/\W+/g, '-').replace(/^-|-$/g, '') || 'home';
    for (const theme of THEMES) {
      await page.setViewportSize({ width: 360, height: 740 });
      await inTheme(page, theme);
      await expect.poll(() => overflow(page), `${path} at 360 px`).toBeLessThanOrEqual(0);
      expect(await findings(page), `${path} in ${theme}`).toEqual([]);
      await pictures(page, `${name}-${theme}`, WIDTHS);
    }
  }
});

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
