import type { ContestView } from '@abato/contracts';
import { aContest, aUser, expect, signedIn, test } from './page.js';

// Eleven hours behind Ghana: whatever is read in the visitor's own time shows another day.
test.use({ timezoneId: 'Pacific/Pago_Pago' });

const DAY_MS = 86_400_000;
/** 02:30 in Ghana, in so many days. */
const nightIn = (days: number): number => {
  const midnight = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  return midnight + days * DAY_MS + 2.5 * 3_600_000 - Date.now();
};
const longDate = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  timeZone: 'UTC',
});

test('a visitor in another time zone reads Ghana time', async ({ page }) => {
  const owner = await aUser().save();
  const contest = await aContest().ownedBy(owner).active().startingIn(nightIn(2)).endingIn(nightIn(4)).save();
  const { data } = await owner.api.get<ContestView>(`/contests/${contest.id}`);
  const [start, end] = [longDate.format(new Date(data.startDate)), longDate.format(new Date(data.endDate))];
  await page.goto(`/contests/${contest.id}`);
  // Phones have them in another place.
  const dates = page.getByText(`Starts: ${start} · Ends: ${end}`).filter({ visible: true });
  await expect(dates).toBeVisible();
  await expect(page.getByText('Upcoming', { exact: true })).toBeVisible();
  await expect(page.getByTestId('live-indicator')).toHaveText('Up to date');
  await expect(page.getByText('Active', { exact: true })).toBeHidden();
  await expect(page.getByText(`It opens on ${start} at 2:30 AM.`)).toBeVisible();
  await page.goto(`/contests/${contest.id}/poster`);
  await expect(page.getByTestId('poster')).toContainText(`Voting closes on ${end}`);
});

test('an organiser in another time zone enters Ghana time', async ({ page }) => {
  const owner = await aUser().save();
  const contest = await aContest().ownedBy(owner).draft().startingIn(nightIn(2)).endingIn(nightIn(4)).save();
  const read = async () => (await owner.api.get<ContestView>(`/contests/${contest.id}`)).data;
  const before = await read();
  await signedIn(page, owner, `/admin/contests/${contest.id}`);
  await page.getByTestId('contest-edit').click();
  const form = page.getByRole('dialog');
  await expect(form.getByLabel('Start date')).toHaveValue(before.startDate.slice(0, 16));
  const end = `${before.endDate.slice(0, 10)}T23:45`;
  await form.getByLabel('End date').fill(end);
  await page.getByTestId('contest-form-submit').click();
  await expect(form).toBeHidden();
  const after = await read();
  expect(after.endDate).toBe(`${end}:00.000Z`);
  expect(after.startDate.slice(0, 16)).toBe(before.startDate.slice(0, 16));
  await expect(page.getByText(`${longDate.format(new Date(end + 'Z'))} at 11:45 PM`)).toBeVisible();
});
