import { Secret, TOTP } from 'otpauth';
import { sql } from '../support/builders.js';
import { aUser, expect, findings, signedIn, test } from './page.js';

const STEP_MS = 30_000;
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * STEP_MS });

test('a super admin sets up a second factor, signs in with it and confirms it before approving', async ({
  page,
}) => {
  const user = await aUser().superAdmin().save();
  const person = await aUser().pending().unverified().save();
  await signedIn(page, user, '/profile');
  await page.getByTestId('second-factor-setup').click();
  const secret = (await page.getByTestId('second-factor-secret').textContent()) ?? '';
  await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await page.getByLabel('Code', { exact: true }).fill(codeOf(secret));
  await page.getByTestId('second-factor-confirm').click();
  await expect(page.getByTestId('recovery-codes').getByRole('listitem')).toHaveCount(10);
  await page.getByTestId('codes-kept').click();
  await expect(page.getByText('10 recovery codes are left.')).toBeVisible();

  await page.evaluate(() => {
    localStorage.removeItem('token');
    localStorage.removeItem('user');
  });
  await page.goto('/login');
  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('Password', { exact: true }).fill(user.password);
  await page.getByTestId('login-submit').click();
  await page.getByLabel('Code', { exact: true }).fill(codeOf(secret, 1));
  await page.getByTestId('login-code').click();
  await expect(page).toHaveURL(/\/admin\//);

  // A sign-in of ten minutes ago: the server says so, the dialog asks, and the refused call is repeated.
  await page.route(
    `**/api/users/${person.id}/approve`,
    (route) =>
      route.fulfill({
        status: 403,
        json: {
          success: false,
          code: 'REAUTHENTICATION_REQUIRED',
          message: 'Please confirm that it is you.',
        },
      }),
    { times: 1 },
  );
  await page.goto('/admin/users');
  await page.getByTestId('user-search').fill(person.email);
  await page.getByTestId(`approve-${person.id}`).click();
  await expect(page.getByTestId('review-user').getByText('E-mail not verified')).toBeVisible();
  await page.getByTestId('confirm').click();
  const dialog = page.getByTestId('reauthentication');
  await dialog.getByLabel('Password', { exact: true }).fill(user.password);
  await page.getByTestId('reauthenticate').click();
  await expect(page.getByText('User approved successfully!')).toBeVisible();
  const rows = await sql`SELECT approval_status FROM users WHERE id = ${person.id}`;
  expect(rows).toEqual([{ approval_status: 'APPROVED' }]);
});
