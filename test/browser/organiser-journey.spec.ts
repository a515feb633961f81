import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { aPicture } from '../support/pictures.js';
import { ApiClient, aUser, countOf, expect, fillRegistration, signedIn, test } from './page.js';

const PASSWORD = 'Correct-Horse-7';
/** What `<input type="datetime-local">` takes, in Ghana time. */
const localTime = (fromNowMs: number) => new Date(Date.now() + fromNowMs).toISOString().slice(0, 16);
const HOUR_MS = 3_600_000;

async function picture(name: string) {
  const blob = await aPicture({ width: 640, height: 480 });
  return { name, mimeType: 'image/png', buffer: Buffer.from(await blob.arrayBuffer()) };
}

async function register(page: Page, email: string): Promise<void> {
  await page.goto('/register');
  await fillRegistration(page, email);
  for (const field of await page.locator('input[type=password]').all()) await field.fill(PASSWORD);
  await page.getByTestId('register-submit').click();
  await page.waitForURL('/pending-approval');
}

test('an organiser registers, is approved, sets up a contest, watches it and exports its votes', async ({
  page,
  browser,
}) => {
  const email = `akosua-${Date.now()}@example.com`;
  const form = page.getByRole('dialog');
  await register(page, email);

  await test.step('no admin page opens before the approval', async () => {
    await page.goto('/admin/hosts');
    await expect(page.getByRole('heading', { name: 'Account Pending Approval' })).toBeVisible();
  });

  await test.step('a super admin approves', async () => {
    const admin = await browser.newPage();
    await signedIn(admin, await aUser().superAdmin().save(), '/admin/users');
    await admin.getByTestId('user-search').fill(email);
    const row = admin.getByRole('row', { name: new RegExp(email) });
    await row.getByRole('button', { name: /^Approve/ }).click();
    await admin.getByTestId('confirm').click();
    await expect(admin.getByText('User approved successfully!')).toBeVisible();
    await expect(row.getByText('✓ Approved')).toBeVisible();
    await admin.close();
  });

  await test.step('creates a host', async () => {
    await page.goto('/admin/hosts');
    // Registering has made the first one, of the organisation.
    await page.getByTestId('host-create').click();
    await page.getByTestId('host-form-submit').click();
    await expect(page.getByText('Name is required')).toBeVisible();
    await form.getByLabel('Name').fill('Volta Stage');
    await expect(page.getByText('Name is required')).toBeHidden();
    await form.getByLabel('Email').fill('stage@volta.example');
    await form.getByLabel('Phone').fill('0201234567');
    await form.getByLabel('Description').fill('The stage of the Volta Awards');
    await page.getByTestId('host-logo').setInputFiles(await picture('logo.png'));
    await page.getByTestId('host-form-submit').click();
    await expect(page.getByText('Host created successfully!')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Volta Stage' })).toBeVisible();
  });

  await test.step('creates a contest', async () => {
    await page.goto('/admin/contests');
    await page.getByTestId('contest-create').click();
    await form.getByLabel('Host').selectOption({ label: 'Volta Stage' });
    await form.getByLabel('Title').fill('Volta Music Awards');
    await form.getByLabel('Description').fill('The best music of the region');
    // Proposed where SMS can be sent; this contest is for fun.
    const level = form.getByLabel('When a free vote counts');
    await expect(level).toHaveValue('PHONE');
    await level.selectOption('OPEN');
    await form.getByLabel('Start date').fill(localTime(-HOUR_MS));
    await form.getByLabel('End date').fill(localTime(-2 * HOUR_MS));
    await page.getByTestId('contest-form-submit').click();
    await expect(page.getByText('End date must be after start date')).toBeVisible();
    await form.getByLabel('End date').fill(localTime(24 * HOUR_MS));
    await page.getByTestId('contest-form-submit').click();
    await expect(page.getByText('Contest created successfully!')).toBeVisible();
    // Straight into the new contest, where its categories are added.
    await page.waitForURL(/\/admin\/contests\/[0-9a-f-]{36}$/);
    await expect(page.getByRole('heading', { name: 'Volta Music Awards' })).toBeVisible();
  });
  const contestId = new URL(page.url()).pathname.split('/').at(-1) as string;

  await test.step('activation names what is missing', async () => {
    // It only looks switched off: pressed, it says why.
    await page.getByTestId('activate-contest').click({ force: true });
    await expect(page.getByText('Complete the missing points to activate the contest.')).toBeVisible();
  });

  await test.step('creates a category with a contestant', async () => {
    await page.getByTestId('category-create').click();
    await form.getByLabel('Category name').fill('Artiste of the Year');
    await form.getByLabel('Description').fill('The artiste who moved the region most');
    await page.getByTestId('category-form-submit').click();
    await expect(page.getByText('Category created successfully!')).toBeVisible();
    await page.getByRole('link', { name: 'Contestants of Artiste of the Year' }).click();
    await page.getByTestId('contestant-create').click();
    await form.getByLabel('Contestant name').fill('Esi Dede');
    await form.getByLabel('Bio').fill('Sings highlife');
    await page.getByTestId('contestant-form-submit').click();
    await expect(page.getByText('Photo is required')).toBeVisible();
    await page.getByTestId('contestant-photo').setInputFiles(await picture('esi.png'));
    await page.getByTestId('contestant-form-submit').click();
    await expect(page.getByText('Contestant created successfully!')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Esi Dede' })).toBeVisible();
  });

  await test.step('adds a list with a photo that is called like its contestant', async () => {
    await page.getByTestId('contestants-list').click();
    await page.getByTestId('contestant-list').fill('Ama Serwaa\nKofi Mensah\nama serwaa');
    await expect(form.getByText('Line 3: ama serwaa is already on line 1')).toBeVisible();
    await page.getByTestId('contestant-list').fill('Ama Serwaa\nKofi Mensah');
    await page.getByTestId('contestant-list-photos').setInputFiles([await picture('ama-serwaa.png')]);
    await expect(form.getByText('2 contestants, 1 with a photo')).toBeVisible();
    await page.getByTestId('contestant-list-submit').click();
    await expect(page.getByText('2 contestants added.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Kofi Mensah' })).toBeVisible();
  });

  await test.step('activates the contest', async () => {
    await page.goto(`/admin/contests/${contestId}`);
    await page.getByTestId('activate-contest').click();
    await expect(page.getByText('Contest activated successfully!')).toBeVisible();
    await expect(page.getByTestId('activate-contest')).toBeHidden();
  });

  const voter = await browser.newPage();
  await test.step('votes arrive while the organiser watches', async () => {
    await page.goto(`/admin/votes?contest=${contestId}`);
    await expect(page.getByTestId('live-indicator')).toContainText('Live');
    // Nothing to export yet, and the button says so before it is pressed.
    await expect(page.getByTestId('export-votes')).toHaveAttribute('aria-disabled', 'true');
    await voter.goto(`/contests/${contestId}`);
    await voter.getByRole('button', { name: 'Vote Now for Esi Dede' }).click();
    await voter.getByLabel('Number of votes').fill('7');
    await voter.getByLabel('Your phone number').fill('0245550101');
    await voter.getByTestId('vote-submit').click();
    await expect(voter.getByText('Vote cast successfully!')).toBeVisible();
    await expect(page.getByTestId('total-votes')).toHaveText('7');
    await expect(page.getByTestId('vote-row')).toHaveCount(1);
    await expect(page.getByTestId('vote-row')).toContainText('Esi Dede');
    await expect(page.getByTestId('timeline-votes')).toContainText('7 votes in 24 hours');
  });

  await test.step('exports the votes', async () => {
    const download = page.waitForEvent('download');
    await page.getByTestId('export-votes').click();
    const csv = readFileSync(await (await download).path(), 'utf8');
    expect(csv.trim().split('\n')).toHaveLength(2);
    expect(csv).toContain('"Esi Dede",7,');
  });

  await test.step('a vote that was entered by hand by mistake is undone', async () => {
    await page.getByTestId('manual-vote').click();
    await page.getByLabel('Category', { exact: true }).selectOption({ index: 1 });
    await page.getByLabel('Contestant', { exact: true }).selectOption('Esi Dede');
    await page.getByLabel('Number of votes').fill('5');
    await page.getByLabel('Reason').fill('Ballot box at the gate');
    await page.getByTestId('manual-vote-submit').click();
    await expect(page.getByTestId('total-votes')).toHaveText('12');
    // The newest is first, once the list has been read again.
    await expect(page.getByTestId('vote-row')).toHaveCount(2);
    await page.getByTestId('vote-row').first().click();
    await page.getByTestId('undo-vote').click();
    await page.getByLabel('Reason').fill('Counted twice');
    await page.getByTestId('undo-vote-submit').click();
    await expect(page.getByText('The votes no longer count.')).toBeVisible();
    await expect(page.getByTestId('total-votes')).toHaveText('7');
  });

  await test.step('pausing reaches the voter without reloading', async () => {
    await page.goto('/admin/contests');
    await page.getByTestId(`toggle-pause-${contestId}`).click();
    await expect(page.getByText('Contest paused successfully!')).toBeVisible();
    await expect(voter.getByText('Voting is paused. Please try again later.').first()).toBeVisible();
    await page.getByTestId(`toggle-pause-${contestId}`).click();
    await expect(page.getByText('Contest resumed successfully!')).toBeVisible();
    await expect(voter.getByRole('button', { name: 'Vote Now for Esi Dede' })).toBeEnabled();
  });

  await test.step('hiding results removes them from open screens', async () => {
    const [card] = await voter.locator('[data-testid^="vote-count-"]').all();
    const contestant = (await card?.getAttribute('data-testid'))?.replace('vote-count-', '') ?? '';
    await expect.poll(() => countOf(voter, contestant)).toBe(7);
    await page.goto(`/admin/contests/${contestId}`);
    await page.getByTestId('toggle-results').click();
    await expect(page.getByText('Results hidden successfully!')).toBeVisible();
    await expect(voter.getByText('Results are kept under wraps')).toBeVisible();
    expect(await voter.locator('main').innerText()).not.toMatch(/%|1st|Current Rankings/);
    // The organiser goes on seeing them.
    await expect(page.getByTestId('contest-votes')).toHaveText('7');
  });

  await test.step('the public detail has no counts either', async () => {
    const { data } = await new ApiClient().get<{ totalVotes: number | null }>(
      `/contests/${contestId}/public`,
    );
    expect(data.totalVotes).toBeNull();
  });
  await voter.close();
});
