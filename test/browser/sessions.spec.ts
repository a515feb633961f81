import { aUser, expect, signIn, test } from './page.js';

test('an organiser without approval sees the status and no admin page', async ({ page }) => {
  await page.goto('/register');
  await page.getByTestId('register-submit').click();
  await expect(page.getByText('First name is required')).toBeVisible();
  await expect(page.getByText('Organization description is required')).toBeVisible();
  const fill = (label: string | RegExp, value: string) => page.getByLabel(label).first().fill(value);
  await fill('First name', 'Akosua');
  await expect(page.getByText('First name is required')).toBeHidden();
  await fill('Last name', 'Mensah');
  await fill(/^Email/, `akosua-${Date.now()}@example.com`);
  await fill('Phone number', '0241234567');
  await fill('ID number', 'GHA-123456789-0');
  const [password, confirm] = [
    page.locator('input[type=password]').nth(0),
    page.locator('input[type=password]').nth(1),
  ];
  await password.fill('Correct-Horse-7');
  await confirm.fill('Correct-Horse-8');
  await fill('Organization name', 'Volta Awards');
  await fill('Organization email', 'hello@volta.example');
  await fill('Organization phone', '0201234567');
  await fill('Organization description', 'Awards of the Volta Region');
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

test('a session that ends under an open form keeps what was typed', async ({ page }) => {
  const organiser = await aUser().save();
  await page.goto('/admin/hosts');
  await signIn(page, organiser);
  await page.getByTestId('host-create').click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Name').fill('Keta Carnival');
  await form.getByLabel('Email').fill('keta@carnival.example');
  await form.getByLabel('Phone').fill('0201234567');
  await form.getByLabel('Description').fill('Three days by the lagoon');
  // Signed out everywhere, for example on another device.
  await organiser.api.post('/auth/logout');
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

test('logging out clears the session and the attempted location', async ({ page }) => {
  const organiser = await aUser().save();
  await page.goto('/admin/statistics');
  await signIn(page, organiser);
  await page.waitForURL('/admin/statistics');
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.waitForURL('/login');
  expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain('token');
  // The server forgets the token, too.
  await expect.poll(async () => (await organiser.api.get('/auth/profile')).status).toBe(401);
  await signIn(page, organiser);
  await page.waitForURL('/admin/hosts');
});

test('an unknown address leads home', async ({ page }) => {
  await page.goto('/no/such/page');
  await page.waitForURL('/');
});
