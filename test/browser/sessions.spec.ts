import type { Page } from '@playwright/test';
import type { UserView } from '@abato/contracts';
import { sql } from '../support/builders.js';
import { SmallServer } from '../support/small-server.js';
import {
  aContest,
  afterOneRequest,
  ApiClient,
  aUser,
  aVote,
  comeBackTo,
  countOf,
  expect,
  fillRegistration,
  holdBack,
  signedIn,
  signIn,
  test,
  storedIn,
} from './page.js';

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.waitForURL('/login');
}

test('an organiser without approval sees the status and no admin page', async ({ page }) => {
  await page.goto('/register');
  await page.getByTestId('register-submit').click();
  await expect(page.getByText('First name is required')).toBeVisible();
  await expect(page.getByText('Organization description is required')).toBeVisible();
  await fillRegistration(page, `akosua-${Date.now()}@example.com`);
  await expect(page.getByText('First name is required')).toBeHidden();
  const passwords = page.locator('input[type=password]');
  const confirm = passwords.nth(1);
  await passwords.first().fill('Correct-Horse-7');
  await confirm.fill('Correct-Horse-8');
  await page.getByTestId('register-submit').click();
  await expect(page.getByText('Passwords do not match')).toBeVisible();
  await confirm.fill('Correct-Horse-7');
  await page.getByTestId('register-submit').click();
  await page.waitForURL('/pending-approval');
  await expect(page.getByText('Registration successful!')).toBeVisible();
  await page.goto('/profile');
  await expect(page.getByText('Account Pending Approval')).toBeVisible();
  const stored = await page.evaluate(() => localStorage.getItem('user'));
  expect(stored).not.toMatch(/GHA-123456789|0241234567|\+233/);
});

test('a visitor of a guarded page signs in and arrives at that page', async ({ page }) => {
  const organiser = await aUser().save();
  await page.goto('/admin/payments?status=PENDING');
  await page.waitForURL('/login');
  await expect(page.getByText('Please sign in to open this page.')).toBeVisible();
  await signIn(page, organiser);
  await page.waitForURL('/admin/payments?status=PENDING');
  await expect(page.getByText('Login successful!')).toBeVisible();
});

test('every role arrives at its own first page and is kept from the pages of other roles', async ({
  browser,
}) => {
  for (const [user, start] of [
    [await aUser().superAdmin().save(), '/admin/dashboard'],
    [await aUser().save(), '/admin/hosts'],
    [await aUser().plain().save(), '/'],
  ] as const) {
    const page = await browser.newPage();
    await page.goto('/login');
    await signIn(page, user);
    await page.waitForURL(start);
    await page.goto('/admin/users');
    await page.waitForURL(
      start === '/admin/dashboard' ? '/admin/users' : start === '/' ? '/unauthorized' : '/admin/hosts',
    );
    await page.close();
  }
});

test('a wrong password is refused with a message; a lost session leads to the login', async ({ page }) => {
  const user = await aUser().save();
  await page.goto('/login');
  await signIn(page, { email: user.email, password: 'Wrong-2026' });
  await expect(page.getByText('Invalid email or password.').first()).toBeVisible();
  await signIn(page, user);
  await page.waitForURL('/admin/hosts');
  await user.api.post('/auth/logout');
  await page.goto('/admin/contests');
  await page.waitForURL('/login');
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
});

/** A form of a new host with a name, opened by signing in at its page. */
async function aHostForm(page: Page, user: { email: string; password: string }) {
  await page.goto('/admin/hosts');
  await signIn(page, user);
  await page.getByTestId('host-create').click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Name').fill('Keta Carnival');
  return form;
}

test('a session that ends under an open form keeps what was typed', async ({ page }) => {
  const organiser = await aUser().save();
  const form = await aHostForm(page, organiser);
  await form.getByLabel('Email').fill('keta@carnival.example');
  await form.getByLabel('Phone').fill('0201234567');
  await form.getByLabel('Description').fill('Three days by the lagoon');
  // Signed out everywhere, for example on another device, while the form is on its way: a moment before, the page may leave by itself.
  let sent = 0;
  await page.route('**/api/hosts', async (route) => {
    if (route.request().method() === 'POST' && ++sent === 1) await organiser.api.post('/auth/logout');
    await route.continue();
  });
  await page.getByTestId('host-form-submit').click();
  await page.waitForURL('/login');
  await expect(page.getByText('Your session has ended.')).toBeVisible();
  expect(await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('user')])).toEqual([
    null,
    null,
  ]);
  await signIn(page, organiser);
  await page.waitForURL('/admin/hosts');
  await expect(form.getByLabel('Name')).toHaveValue('Keta Carnival');
  await expect(form.getByLabel('Description')).toHaveValue('Three days by the lagoon');
  await page.getByTestId('host-form-submit').click();
  await expect(page.getByText('Host created successfully!')).toBeVisible();
});

test('a session that ends in another tab keeps what was typed here, for its author', async ({
  page,
  context,
}) => {
  const [organiser, stranger] = [await aUser().save(), await aUser().save()];
  const form = await aHostForm(page, organiser);
  const other = await context.newPage();
  await other.goto('/admin/contests');
  await expect(other.getByTestId('contest-create').first()).toBeVisible();
  await organiser.api.post('/auth/logout');
  await other.reload();
  await other.waitForURL('/login');
  await page.waitForURL('/login');
  await expect(page.getByText('Your session has ended.')).toBeVisible();

  await signIn(page, stranger);
  await page.waitForURL('/admin/hosts');
  await expect(page.getByTestId('host-create').first()).toBeVisible();
  await expect(form).toHaveCount(0);
  await logOut(page);
  await signIn(page, organiser);
  await expect(form.getByLabel('Name')).toHaveValue('Keta Carnival');
});

test('another account that signs in in another tab sees nothing of the one before', async ({
  page,
  context,
}) => {
  const [ama, kofi, esi] = [await aUser().save(), await aUser().save(), await aUser().save()];
  const contestOf = (owner: { id: string }) => aContest().ownedBy(owner).active().save();
  const [amas, kofis, esis] = [await contestOf(ama), await contestOf(kofi), await contestOf(esi)];
  const account = () =>
    page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}') as { id?: string });
  await page.goto('/admin/contests');
  await signIn(page, ama);
  await expect(page.getByText(amas.title).first()).toBeVisible();
  const board = await context.newPage();
  await board.goto(`/contests/${amas.id}`);
  await expect(board.getByTestId('live-indicator')).toContainText('Live');
  const other = await context.newPage();
  await other.goto('/profile');
  await logOut(other);
  await page.waitForURL('/login');

  const lists = /\/api\/contests\?/;
  const letThrough = await holdBack(page, lists);
  const asked = page.waitForRequest(lists);
  await signIn(other, kofi);
  await page.waitForURL('/admin/contests');
  await asked;
  await expect(page.getByText(amas.title)).toHaveCount(0);
  letThrough();
  await expect(page.getByText(kofis.title).first()).toBeVisible();
  expect((await account()).id).toBe(kofi.id);

  // Straight from one account to the next, with no moment signed out between them.
  const { data } = await esi.api.get<UserView>('/auth/profile');
  await other.evaluate(
    ([token, user]) => {
      localStorage.setItem('token', token as string);
      localStorage.setItem('user', user as string);
    },
    [esi.token, JSON.stringify(data)],
  );
  await expect(page.getByText(esis.title).first()).toBeVisible();
  await expect(page.getByText(kofis.title)).toHaveCount(0);
  expect((await account()).id).toBe(esi.id);

  // What everybody may see goes on as before.
  await new ApiClient().post('/votes/cast', aVote(amas));
  await expect.poll(() => countOf(board, amas.contestant.id)).toBe(1);
});

test('an answer for another account is not kept beside the token of this one', async ({ page }) => {
  const [ama, kofi] = [await aUser().save(), await aUser().save()];
  await page.clock.install();
  await signedIn(page, ama, '/profile');
  await expect(page.getByRole('main').getByText(ama.email)).toBeVisible();
  // Another tab has just signed in, and this one has not been told yet.
  await page.evaluate((token) => localStorage.setItem('token', token), kofi.token);
  const answered = page.waitForResponse('**/api/auth/profile');
  await page.clock.fastForward(20_000);
  await comeBackTo(page);
  await (await answered).finished();
  await afterOneRequest(page);
  const kept = await page.evaluate(() => ({ ...localStorage }));
  expect(kept['token']).toBe(kofi.token);
  expect(kept['user']).toContain(ama.id);
});

test('a new password by the mailed link leads to one sign-in, also in a browser that is signed in', async ({
  page,
}) => {
  const user = await aUser().save();
  await signedIn(page, user);
  await new ApiClient().post('/auth/forgot-password', { email: user.email });
  const rows = await sql<{ body: string }>`SELECT body FROM mail_outbox WHERE recipient = ${user.email}
    ORDER BY id DESC LIMIT 1`;
  const [link = ''] = /\/reset-password\?token=[\w-]+/.exec(rows[0]?.body ?? '') ?? [];
  await page.goto(link);
  const password = 'New-Password-2';
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel('Confirm new password').fill(password);
  await page.getByRole('button', { name: 'Save new password' }).click();
  await expect(page.getByTestId('login-submit')).toBeVisible();
  await expect(page.getByText('Your password has been changed. Please sign in.')).toBeVisible();
  await expect(page.getByText('Your session has ended.')).toHaveCount(0);
  await signIn(page, { email: user.email, password });
  await page.waitForURL('/admin/hosts');
});

test('a download that breaks off says so, and one without a session leads to the login', async ({
  page,
  complaints,
}) => {
  const organiser = await aUser().save();
  const contest = await aContest().ownedBy(organiser).active().save();
  await new ApiClient().post('/votes/cast', aVote(contest));
  const half = await new SmallServer((_, answer) => {
    answer.writeHead(200, { 'Content-Type': 'text/csv', 'Content-Length': '1000' });
    answer.write('half of the rows', () => answer.destroy());
  }).open();
  try {
    await signedIn(page, organiser);
    const path = '**/export/votes.csv';
    const button = page.getByTestId('export-votes');
    await page.goto(`/admin/votes?contest=${contest.id}`);
    await expect(button).not.toHaveAttribute('aria-disabled', 'true');
    await page.route(path, (route) => route.continue({ url: `${half.url}/` }));
    await button.click();
    await expect(page.getByText('Network error. Please check your connection.')).toBeVisible();
    // The browser logs the broken answer by itself.
    await expect.poll(() => complaints.splice(0).length).toBeGreaterThan(0);

    await page.unroute(path);
    // Only this request: what the page reads by itself would lead away, too.
    await page.route(path, (route) =>
      route.continue({ headers: { ...route.request().headers(), authorization: 'Bearer ended' } }),
    );
    await button.click();
    await page.waitForURL('/login');
    await expect(page.getByText('Your session has ended.')).toBeVisible();
  } finally {
    await half.close();
  }
});

test('logging out clears the session and the attempted location', async ({ page }) => {
  const organiser = await aUser().save();
  await page.goto('/admin/statistics');
  await signIn(page, organiser);
  await page.waitForURL('/admin/statistics');
  expect(await storedIn(page)).toEqual(['deviceTokens', 'token', 'user']);
  await logOut(page);
  expect(await storedIn(page)).toEqual([]);
  // The server forgets the token, too.
  await expect.poll(async () => (await organiser.api.get('/auth/profile')).status).toBe(401);
  await signIn(page, organiser);
  await page.waitForURL('/admin/hosts');
});

test('an unknown address leads home', async ({ page }) => {
  for (const path of ['/no/such/page', '/admin/no-such-page']) {
    await page.goto(path);
    await page.waitForURL('/');
  }
});
