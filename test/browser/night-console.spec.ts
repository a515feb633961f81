import type { ContestView } from '@abato/contracts';
import {
  aContest,
  ApiClient,
  aUser,
  aVote,
  checkLooks,
  expect,
  patientConnection,
  pictures,
  refuseRequests,
  signedIn,
  test,
} from './page.js';

test('an organiser follows hidden results live, takes a pause back and ends the contest by holding', async ({
  page,
}) => {
  const owner = await aUser().save();
  const contest = await aContest().ownedBy(owner).resultsHidden().withContestants(6, 2).save();
  const [first, second] = contest.categories[0]?.contestants ?? [];
  const vote = (contestantId: string | undefined, voteCount: number) =>
    new ApiClient().post('/votes/cast', aVote(contest, { contestantId, voteCount }));
  const read = async () => (await owner.api.get<ContestView>(`/contests/${contest.id}`)).data;
  await vote(first?.id, 5);
  await signedIn(page, owner, `/admin/contests/${contest.id}`);

  await test.step('standings, pace and countdown are shown while the results are hidden', async () => {
    await expect(page.getByTestId(`standing-votes-${first?.id}`)).toHaveText('5');
    await expect(page.getByTestId('results-state')).toHaveText('Hidden: only you see them');
    await expect(page.getByTestId('console-countdown')).toBeVisible();
    await vote(second?.id, 9);
    await expect(page.getByTestId(`standing-votes-${second?.id}`)).toHaveText('9');
    const rows = page.getByTestId(`standings-${contest.categories[0]?.id}`).getByRole('listitem');
    await expect(rows.first()).toContainText('1st');
    await expect(rows.first()).toHaveAttribute('data-testid', `standing-${second?.id}`);
    await expect(rows).toHaveCount(5);
    await page.getByRole('button', { name: 'Show all 6' }).click();
    await expect(rows).toHaveCount(6);
    await expect(page.getByTestId('contest-votes')).toHaveText('14');
    // Cast again and again: on a slow machine the minute of the first votes is over.
    await expect
      .poll(async () => {
        await vote(second?.id, 1);
        return page.getByTestId('votes-per-minute').textContent();
      })
      .not.toBe('0');
  });

  await test.step('one press takes a pause back', async () => {
    await page.getByTestId(`toggle-pause-${contest.id}`).click();
    await expect(page.getByText('Contest paused successfully!')).toBeVisible();
    expect((await read()).status).toBe('PAUSED');
    await page.getByTestId('undo').click();
    await expect(page.getByText('Contest resumed successfully!')).toBeVisible();
    expect((await read()).status).toBe('ACTIVE');
  });

  await test.step('the console has no axe finding and fits the window', async () => {
    await checkLooks(page, 'console');
  });

  await test.step('every tab has an address of its own', async () => {
    for (const [tab, text] of [
      ['nominees', 'Add Category'],
      ['money', 'Reconciliation'],
      ['share', 'Copy link'],
      ['settings', 'Hidden from the public'],
      ['log', 'contest.change'],
    ] as const) {
      await page.getByTestId(`tab-${tab}`).click();
      await expect(page).toHaveURL(new RegExp(`tab=${tab}`));
      await expect(page.getByText(text, { exact: true }).filter({ visible: true }).first()).toBeVisible();
      await pictures(page, `console-${tab}`, [360, 1280]);
    }
  });

  await test.step('a short press asks before the end, holding ends at once', async () => {
    await page.getByTestId('tab-overview').click();
    const end = page.getByTestId('end-contest');
    await end.click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect((await read()).status).toBe('ACTIVE');
    await end.hover();
    await page.mouse.down();
    await expect(page.getByText('Contest ended successfully!')).toBeVisible();
    await page.mouse.up();
    await expect(end).toBeHidden();
    expect((await read()).status).toBe('ENDED');
    await expect(page.getByTestId('night-panel').getByText('Over', { exact: true })).toBeVisible();
  });
});

test('the countdown goes on while votes come', async ({ page }) => {
  const owner = await aUser().save();
  const contest = await aContest().ownedBy(owner).active().endingIn(3_000_000).save();
  await page.clock.install();
  await patientConnection(page);
  await signedIn(page, owner, `/admin/contests/${contest.id}`);
  const left = page.getByTestId('console-countdown');
  const secondsLeft = async (): Promise<number> => {
    const [, minutes, seconds] = /\b(\d\d):(\d\d)$/.exec(await left.innerText()) ?? [];
    return Number(minutes) * 60 + Number(seconds);
  };
  await expect.poll(secondsLeft).toBeGreaterThan(600);
  await expect(page.getByTestId('live-indicator').first()).toContainText('Live');
  await refuseRequests(page);
  const before = await secondsLeft();
  await page.clock.fastForward(300_000);
  await expect.poll(secondsLeft).toBeLessThanOrEqual(before - 300);
  await new ApiClient().post('/votes/cast', aVote(contest, { voteCount: 7 }));
  await expect(page.getByTestId('contest-votes')).toHaveText('7');
  const then = await secondsLeft();
  expect(then).toBeLessThanOrEqual(before - 300);
  await page.clock.runFor(1_000);
  await expect.poll(secondsLeft).toBeLessThan(then);
});

test('organisers and super admins see first what waits for a decision', async ({ page, browser }) => {
  const owner = await aUser().save();
  const [contest, draft] = [
    await aContest().ownedBy(owner).active().save(),
    await aContest().ownedBy(owner).draft().save(),
  ];
  await new ApiClient().post('/votes/cast', aVote(contest, { voteCount: 3 }));
  await signedIn(page, owner, '/admin/hosts');
  await expect(page.getByRole('heading', { name: 'My Hosts' })).toBeVisible();
  const rows = page.getByTestId('overview-contests').getByRole('listitem');
  await expect(rows.first()).toContainText(contest.title);
  await expect(rows.first()).toContainText('3 votes');
  await expect(page.getByTestId('today')).toContainText('GHS 0.00');
  await pictures(page, 'hosts-overview', [360, 1280]);
  await page.getByTestId('decision-LATE_DRAFTS').click();
  await expect(page).toHaveURL(`/admin/contests/${draft.id}`);

  const admin = await browser.newPage();
  const waiting = await aUser().pending().save();
  await signedIn(admin, await aUser().superAdmin().save(), '/admin/dashboard');
  await expect(admin.getByTestId('approvals')).toContainText(waiting.email);
  await expect(admin.getByTestId('decision-APPROVALS')).toBeVisible();
  // Its three steps are done: it is folded, and opens.
  await expect(admin.getByRole('heading', { name: 'Create a host' })).toBeHidden();
  await admin.getByRole('heading', { name: 'Getting Started' }).click();
  await expect(admin.getByRole('heading', { name: 'Create a host' })).toBeVisible();
  await admin.close();
});

test('the command bar leads to contests, pages and payments by keyboard', async ({ page }) => {
  const owner = await aUser().save();
  const contest = await aContest().ownedBy(owner).active().paid('1.00').save();
  const cast = await new ApiClient().post<{ id: string }>('/votes/cast', aVote(contest, { voteCount: 2 }));
  const paying = await new ApiClient().post<{ reference: string }>('/payments/paystack/initialize', {
    voteId: cast.data.id,
  });
  await signedIn(page, owner, '/admin/hosts');
  const opener = page.getByTestId('command-open');
  const input = page.getByRole('combobox', { name: 'Search or jump to' });
  const matches = page.getByRole('listbox').getByRole('option');

  await test.step('it is opened by its button and closed by Escape, which gives the focus back', async () => {
    await opener.click();
    await expect(input).toBeFocused();
    await expect(matches.filter({ hasText: contest.title })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(input).toBeHidden();
    await expect(opener).toBeFocused();
  });

  await test.step('it does not open over a form', async () => {
    await page.getByTestId('host-create').click();
    const form = page.getByRole('dialog');
    await expect(form).toBeVisible();
    await page.keyboard.press('Control+k');
    await page.keyboard.press('Escape');
    // One press has closed the form: nothing was above it.
    await expect(form).toBeHidden();
  });

  await test.step('a contest is opened by its title', async () => {
    await page.keyboard.press('Control+k');
    await input.fill(contest.title);
    // Its host is called after it.
    await expect(matches).toHaveCount(2);
    await expect(matches.first()).toHaveAttribute('aria-selected', 'true');
    await checkLooks(page, 'command-bar');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/admin/contests/${contest.id}`);
    await expect(page.locator('#content')).toBeFocused();
  });

  await test.step('a part of the open contest is chosen by arrow keys', async () => {
    await page.keyboard.press('Control+k');
    await input.fill('s');
    await expect(matches.first()).toHaveText('Share');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/admin/contests/${contest.id}?tab=settings`);
  });

  await test.step('a payment is found by its reference, which stays out of the address', async () => {
    await page.keyboard.press('Control+k');
    await input.fill(paying.data.reference);
    await expect(matches).toHaveText(/2 votes for .*GHS 2\.00/);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/admin/payments?contest=${contest.id}`);
    await expect(page.getByTestId('book-search')).toHaveValue(paying.data.reference);
    await expect(page.getByTestId('found')).toContainText('1');
  });
});
