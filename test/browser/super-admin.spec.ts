import type { CastVoteResult } from '@abato/contracts';
import { aContest, aUser, aVote, expect, signedIn, test } from './page.js';

const pending = async () => {
  const user = await aUser().pending().save();
  return { ...user, row: `user-${user.id}` };
};

test('a super admin rejects with the fixed reason, and the rejected person reads it', async ({
  page,
  browser,
}) => {
  const person = await pending();
  await signedIn(page, await aUser().superAdmin().save(), '/admin/users');
  await page.getByTestId('user-search').fill(person.email);
  await page.getByTestId(`reject-${person.id}`).click();
  await page.getByTestId('confirm').click();
  await expect(page.getByText('User rejected successfully!')).toBeVisible();
  const row = page.getByTestId(person.row);
  await expect(row.getByText('✗ Rejected')).toBeVisible();
  await expect(row.getByRole('button', { name: /^(Approve|Reject)/ })).toHaveCount(0);

  const elsewhere = await browser.newPage();
  await signedIn(elsewhere, person, '/profile');
  await expect(elsewhere.getByText('Account Rejected')).toBeVisible();
  await expect(elsewhere.getByText('Invalid documents or requirements not met')).toBeVisible();
  // A rejected user is not told to wait.
  await elsewhere.goto('/pending-approval');
  await expect(elsewhere.getByText('Invalid documents or requirements not met')).toBeVisible();
  await expect(elsewhere.getByRole('button', { name: 'Logout' })).toBeVisible();
  await expect(elsewhere.getByText('24-48 hours')).toHaveCount(0);
  await elsewhere.close();
});

test('a decision is shown also when the first answer to a search is from before it', async ({ page }) => {
  const person = await pending();
  await signedIn(page, await aUser().superAdmin().save());
  let decided = () => {};
  const decision = new Promise<void>((resolve) => (decided = resolve));
  const [asked, answered] = [[] as string[], [] as string[]];
  // The list without a search is there meanwhile, and decided in.
  await page.route(/\/api\/users\?.*search=/, async (route) => {
    const nr = asked.push(route.request().url());
    const answer = await route.fetch();
    if (nr === 1) await decision;
    answered.push(route.request().url());
    await route.fulfill({ response: answer }).catch(() => undefined);
  });
  await page.goto('/admin/users');
  await page.getByTestId(`reject-${person.id}`).waitFor();
  await page.getByTestId('user-search').fill(person.email);
  await expect.poll(() => asked.length).toBe(1);
  await page.getByTestId(`reject-${person.id}`).click();
  await page.getByTestId('confirm').click();
  await expect(page.getByText('User rejected successfully!')).toBeVisible();
  decided();
  await expect.poll(() => answered.length).toBe(2);
  await expect(page.getByTestId(person.row).getByText('✗ Rejected')).toBeVisible();
});

test('a super admin deletes a user after a confirmation, and cannot delete themselves', async ({ page }) => {
  const [admin, person] = [await aUser().superAdmin().save(), await pending()];
  await signedIn(page, admin, '/admin/users');
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
  await signedIn(page, admin, '/admin/contests');
  const card = page.getByTestId(`contest-${foreign.id}`);
  await expect(card.getByText('View Only')).toBeVisible();
  await expect(page.getByTestId(`contest-${own.id}`).getByText('Your Contest')).toBeVisible();
  // By key: other tests' contests come into the list, and a button may move away under the pointer.
  await page.getByTestId(`delete-contest-${foreign.id}`).press('Enter');
  await expect(page.getByText('Super Admins can only delete their own contests')).toBeVisible();
  await page.getByTestId(`delete-contest-${own.id}`).click();
  await page.getByTestId('confirm').click();
  await expect(page.getByText('Contest deleted successfully!')).toBeVisible();
  await expect(page.getByTestId(`contest-${own.id}`)).toBeHidden();

  await page.goto('/admin/hosts');
  await page.getByTestId(`edit-host-${foreign.hostId}`).press('Enter');
  await expect(page.getByText('You can only edit your own hosts')).toBeVisible();
});

test('cash above GHS 10,000 is confirmed by a second person, and offered to no one else', async ({
  page,
  browser,
}) => {
  const [organiser, entering, second] = [
    await aUser().save(),
    await aUser().superAdmin().save(),
    await aUser().superAdmin().save(),
  ];
  const enter = async (by: typeof organiser) => {
    const contest = await aContest().ownedBy(by).active().paid('100.00').save();
    const vote = { ...aVote(contest, { voteCount: 150 }), reason: 'Table sponsors' };
    const { data } = await by.api.post<CastVoteResult>('/votes/manual', vote);
    expect(data.awaitsConfirmation).toBe(true);
    return contest;
  };
  const [contest, own] = [await enter(organiser), await enter(entering)];
  await signedIn(page, entering, '/admin/votes/cash');
  const row = (of: { title: string }, on = page) => on.getByTestId('cash-row').filter({ hasText: of.title });
  await row(own).getByTestId('cash-confirm').click({ force: true });
  await expect(page.getByText('Another person must confirm what you have entered.')).toBeVisible();
  await row(own).getByTestId('cash-reject').click();
  await page.getByRole('textbox', { name: 'Reason' }).fill('Typed twice');
  await page.getByTestId('cash-reject-submit').click();
  await expect(row(own)).toHaveCount(0);

  const elsewhere = await browser.newPage();
  await signedIn(elsewhere, second, '/admin/votes/cash');
  await expect(row(contest, elsewhere)).toContainText('GHS 15,000.00');
  await row(contest, elsewhere).getByTestId('cash-confirm').click();
  await elsewhere.getByTestId('confirm').click();
  await expect(elsewhere.getByText('Entry confirmed: the votes count.')).toBeVisible();
  await expect(row(contest, elsewhere)).toHaveCount(0);
  const { data } = await organiser.api.get<CastVoteResult[]>(`/votes/manual?state=CONFIRMED`);
  expect(data).toHaveLength(1);
  await elsewhere.close();

  const asOrganiser = await browser.newPage();
  await enter(organiser);
  await signedIn(asOrganiser, organiser, '/admin/votes/cash');
  await expect(asOrganiser.getByTestId('cash-row')).toHaveCount(1);
  await expect(asOrganiser.getByTestId('cash-confirm')).toHaveCount(0);
  await asOrganiser.close();
});
