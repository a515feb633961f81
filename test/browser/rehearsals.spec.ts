import type { RehearsalPlan } from '@abato/contracts';
import { aContest, aUser, checkLooks, expect, signedIn, test } from './page.js';

const WIDTHS = { light: [360], dark: [360] } as const;

test('an organiser rehearses a contest: form, progress, stop, result, and the list of what was measured', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const organiser = await aUser().save();
  const contest = await aContest().ownedBy(organiser).active().withContestants(3, 2).save();
  await signedIn(page, organiser);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/admin/contests/${contest.id}`);
  await page.getByTestId('rehearse').click();

  const dialog = page.getByTestId('rehearsal-dialog');
  await expect(dialog.getByLabel('Contest')).toHaveValue(contest.id);
  await dialog.getByLabel('Votes per second').fill('5000');
  await dialog.getByLabel('Viewers at a time').fill('4');
  await dialog.getByLabel('Minutes').fill('3');
  await dialog.getByLabel('Shape').selectOption('RISING');
  // Their own contest is open: the load has to be confirmed.
  await page.getByTestId('rehearsal-submit').click();
  await expect(dialog.getByText('Confirm that the load may be made')).toBeVisible();
  await dialog.getByLabel('Make the load all the same').check();
  await page.getByTestId('rehearsal-submit').click();
  await expect(dialog.getByText('Votes per second can be at most 50 for you')).toBeVisible();
  await checkLooks(page, 'rehearsal-form', WIDTHS);
  await dialog.getByLabel('Votes per second').fill('20');
  await page.getByTestId('rehearsal-submit').click();

  await page.waitForURL(/\/admin\/rehearsals\/[0-9a-f-]{36}$/);
  await expect(page.getByTestId('rehearsal-state')).toContainText('Running', { timeout: 60_000 });
  await expect(page.getByLabel('So far')).toContainText('Votes sent', { timeout: 60_000 });
  await checkLooks(page, 'rehearsal-progress', WIDTHS);
  await page.getByTestId('rehearsal-stop').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByTestId('rehearsal-state')).toContainText('Stopped', { timeout: 60_000 });
  await expect(page.getByText('Stopped early: there is no verdict.')).toBeVisible();
  await expect(page.getByLabel('Result')).toContainText('Lost0');
  await expect(page.getByTestId('times-screen')).toBeVisible();
  await checkLooks(page, 'rehearsal-stopped', WIDTHS);

  // A short one to its end.
  await page.goto(`/admin/rehearsals?contest=${contest.id}`);
  await dialog.getByLabel('Votes per second').fill('10');
  await dialog.getByLabel('Viewers at a time').fill('2');
  await dialog.getByLabel('Minutes').fill('0.05');
  await dialog.getByLabel('Make the load all the same').check();
  await page.getByTestId('rehearsal-submit').click();
  await page.waitForURL(/\/admin\/rehearsals\/[0-9a-f-]{36}$/);
  await expect(page.getByText(/eady for 6,000 voters/)).toBeVisible({ timeout: 60_000 });
  await checkLooks(page, 'rehearsal-result', WIDTHS);
  await page.getByRole('link', { name: 'Rehearsals' }).first().click();
  await expect(page.locator('[data-rehearsal]')).toHaveCount(2);
  await expect(page.locator('[data-rehearsal]').first()).toContainText(/eady for 6,000 voters/);
  await checkLooks(page, 'rehearsals', WIDTHS);
});

test('a rehearsal can be confirmed when a contest came near after its form was opened', async ({ page }) => {
  const organiser = await aUser().save();
  const contest = await aContest().ownedBy(organiser).active().withContestants(1).save();
  await signedIn(page, organiser);
  await page.route(
    '**/api/rehearsals/plan',
    async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as { data: RehearsalPlan };
      // As before it was open.
      await route.fulfill({ response, json: { ...answer, data: { ...answer.data, contestsNear: 0 } } });
    },
    { times: 1 },
  );
  await page.goto(`/admin/rehearsals?contest=${contest.id}`);
  const dialog = page.getByTestId('rehearsal-dialog');
  const box = dialog.getByLabel('Make the load all the same');
  await expect(dialog.getByLabel('Contest')).toHaveValue(contest.id);
  await expect(box).toBeHidden();
  await page.getByTestId('rehearsal-submit').click();
  await expect(page.getByText(/Contests with real voters are open/)).toBeVisible();
  await box.check();
});
