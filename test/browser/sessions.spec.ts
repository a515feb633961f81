import { aUser, expect, signIn, test } from './page.js';

test('an organiser registers, waits for approval, and may do nothing else meanwhile', async ({ page }) => {
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

test('a visitor on a guarded page signs in and arrives where they wanted to go', async ({ page }) => {
  const organiser = await aUser().save();
  await page.goto('/admin/payments');
  await page.waitForURL('/login');
  await signIn(page, organiser);
  await page.waitForURL('/admin/payments');
  await expect(page.getByText('Login successful!')).toBeVisible();
});

test('every role arrives at its own start, and not where it may not go', async ({ browser }) => {
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

test('a wrong password is told, a lost session leads back to the login', async ({ page }) => {
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

test('an unknown address leads home', async ({ page }) => {
  await page.goto('/no/such/page');
  await page.waitForURL('/');
});
