import type { Page } from '@playwright/test';
import {
  aContest,
  ApiClient,
  aUser,
  aVote,
  checkLooks,
  classesWithoutRule,
  expect,
  inTheme,
  signedIn,
  test,
} from './page.js';

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

/** Every guarded screen of an organiser. */
function organisersScreens({ id, category }: { id: string; category: string }): string[] {
  return [
    '/admin/hosts',
    '/admin/contests',
    `/admin/contests/${id}`,
    `/admin/contests/${id}/share`,
    `/admin/contests/${id}/preview`,
    `/admin/contests/${id}/categories/${category}`,
    `/admin/votes?contest=${id}`,
    '/admin/votes/cash',
    `/admin/payments?contest=${id}`,
    '/admin/statistics',
    '/admin/audit',
    '/profile',
  ];
}

/** Those that only super admins have. */
const ADMINS_SCREENS = ['/admin/dashboard', '/admin/users'];

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.locator('main h1').first()).toBeVisible();
  await expect(page.locator('main [role=status]').filter({ hasText: 'Loading...' })).toHaveCount(0);
  await expect(page.locator('main .skeleton')).toHaveCount(0);
}

/**
 * One screen, loaded once: both themes and all widths. 360 px is the phone; 640 px is a 1280 px screen at a zoom of 200 %. Colours change nothing
 * about widths. Axe looks at the last of each: the wide screen shows the sidebar, the narrow one the stacked tables.
 */
async function look(page: Page, path: string, light = [360, 640, 1280]): Promise<void> {
  await page.setViewportSize({ width: 360, height: 740 });
  await inTheme(page, 'light');
  await open(page, path);
  const name = path
    .replace(/[0-9a-f-]{36}/g, 'x')
    .replace(/\W+/g, '-')
    .replace(/^-|-$/g, '');
  await checkLooks(page, name || 'home', { light, dark: [360] });
}

test('public screens have all their styles, no axe finding, and fit a phone', async ({ page }) => {
  const contest = await aContest().active().paid('1.00').withContestants(4, 2).save();
  for (const path of [...PUBLIC, `/contests/${contest.id}`, `/contests/${contest.id}/audit`]) {
    await look(page, path, [360]);
    expect(await classesWithoutRule(page), path).toEqual([]);
  }
});

test('screens of an organiser have no axe finding and fit the window', async ({ page }) => {
  const organiser = await aUser().save();
  const contest = await aContest().ownedBy(organiser).active().withContestants(3).save();
  await new ApiClient().post('/votes/cast', aVote(contest, { voteCount: 9, voterName: 'Ama Serwaa' }));
  await signedIn(page, organiser);
  const id = { id: contest.id, category: contest.categories[0]?.id ?? '' };
  for (const path of organisersScreens(id)) await look(page, path);
});

test('screens of a super admin have no axe finding and fit the window', async ({ page }) => {
  // A page of users has up to 1,000 rows (specification §8), and the rules look at each: the first rows are like all others.
  await page.route('**/api/users?*', (route) => {
    const url = new URL(route.request().url());
    if (url.searchParams.get('pageSize') === '1000') url.searchParams.set('pageSize', '12');
    return route.continue({ url: url.href });
  });
  await signedIn(page, await aUser().superAdmin().save());
  for (const path of ADMINS_SCREENS) await look(page, path);
});

test('wide screens show the sidebar with its help beside the page, narrow ones a row above it', async ({
  page,
}) => {
  await signedIn(page, await aUser().save());
  await page.setViewportSize({ width: 1280, height: 900 });
  await open(page, '/admin/statistics');
  const menu = page.getByRole('navigation', { name: 'Administration' });
  const heading = page.locator('main h1').first();
  const box = async (of: typeof menu) => (await of.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await expect(page.getByRole('heading', { name: 'Need help?' })).toBeVisible();
  expect((await box(heading)).x).toBeGreaterThan((await box(menu)).x + (await box(menu)).width);
  await expect(menu.getByRole('link', { name: 'Statistics' })).toHaveAttribute('aria-current', /.+/);
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(page.getByRole('heading', { name: 'Need help?' })).toBeHidden();
  expect((await box(heading)).y).toBeGreaterThanOrEqual((await box(menu)).y + (await box(menu)).height);
});
