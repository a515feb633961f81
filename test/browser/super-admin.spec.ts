import { aContest, aUser, expect, signedIn, test } from './page.js';

const pending = async () => {
  const user = await aUser().pending().save();
  return { ...user, row: `user-${user.id}` };
};

test('a super admin rejects with the fixed reason, and the rejected person reads it', async ({
  page,
  browser,
}) => {
  const person = await pending();
  await signedIn(page, await aUser().superAdmin().save());
  await page.goto('/admin/users');
  await page.getByTestId('user-search').fill(person.email);
  await page.getByTestId(`reject-${person.id}`).click();
  await page.getByTestId('confirm').click();
  await expect(page.getByText('User rejected successfully!')).toBeVisible();
  const row = page.getByTestId(person.row);
  await expect(row.getByText('✗ Rejected')).toBeVisible();
  await expect(row.getByRole('button', { name: /^(Approve|Reject)/ })).toHaveCount(0);

  const elsewhere = await browser.newPage();
  await signedIn(elsewhere, person);
  await elsewhere.goto('/profile');
  await expect(elsewhere.getByText('Account Rejected')).toBeVisible();
  await expect(elsewhere.getByText('Invalid documents or requirements not met')).toBeVisible();
  // A rejected user is not told to wait.
  await elsewhere.goto('/pending-approval');
  await expect(elsewhere.getByText('Invalid documents or requirements not met')).toBeVisible();
  await expect(elsewhere.getByRole('button', { name: 'Logout' })).toBeVisible();
  await expect(elsewhere.getByText('24-48 hours')).toHaveCount(0);
  await elsewhere.close();
});

test('a super admin deletes a user after a confirmation, and cannot delete themselves', async ({ page }) => {
  const [admin, person] = [await aUser().superAdmin().save(), await pending()];
  await signedIn(page, admin);
  await page.goto('/admin/users');
  await page.getByTestId('user-search').fill(admin.email);
  const self = page.getByTestId(`user-${admin.id}`);
  await expect(self.getByText('You', { exact: true })).toBeVisible();
  await expect(self.getByText('Current User')).toBeVisible();
  await expect(self.getByRole('button')).toHaveCount(0);

  await page.getByTestId('user-search').fill(person.email);
  await page.getByTestId(`delete-user-${person.id}`).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByTestId(person.row)).toBeVisible();
  await page.getByTestId(`delete-user-${person.id}`).click();
  await page.getByTestId('confirm').click();
  await expect(page.getByText('User deleted successfully!')).toBeVisible();
  await expect(page.getByText('No users match your current filters')).toBeVisible();
  expect((await person.api.get('/auth/profile')).status).toBe(401);
  await page.getByTestId('clear-filters').click();
  await expect(page.getByTestId('user-search')).toHaveValue('');
});

test('a super admin sees all hosts and contests and changes only their own', async ({ page }) => {
  const admin = await aUser().superAdmin().save();
  const [foreign, own] = [await aContest().active().save(), await aContest().ownedBy(admin).active().save()];
  await signedIn(page, admin);
  await page.goto('/admin/contests');
  const card = page.getByTestId(`contest-${foreign.id}`);
  await expect(card.getByText('View Only')).toBeVisible();
  await expect(page.getByTestId(`contest-${own.id}`).getByText('Your Contest')).toBeVisible();
  await page.getByTestId(`delete-contest-${foreign.id}`).click({ force: true });
  await expect(page.getByText('Super Admins can only delete their own contests')).toBeVisible();
  await page.getByTestId(`delete-contest-${own.id}`).click();
  await page.getByTestId('confirm').click();
  await expect(page.getByText('Contest deleted successfully!')).toBeVisible();
  await expect(page.getByTestId(`contest-${own.id}`)).toBeHidden();

  await page.goto('/admin/hosts');
  await page.getByTestId(`edit-host-${foreign.hostId}`).click({ force: true });
  await expect(page.getByText('You can only edit your own hosts')).toBeVisible();
});
