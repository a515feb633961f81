import { aContest, aUser, checkLooks, countOf, expect, signedIn, test } from './page.js';

test('a list of voters is cleared after a question only', async ({ page }) => {
  const owner = await aUser().save();
  const contest = await aContest().ownedBy(owner).electorate().draft().save();
  await signedIn(page, owner, `/admin/contests/${contest.id}?tab=settings`);
  const card = page.getByTestId('electorate');
  await card.getByTestId('electorate-codes').fill('3');
  await card.getByTestId('electorate-make').click();
  await card.getByTestId('electorate-clear').click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('All 3 voters will be removed');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await page.reload();
  await expect(card.locator('dd').nth(1)).toHaveText('3');
  await card.getByTestId('electorate-clear').click();
  await question.getByRole('button', { name: 'Clear the list' }).click();
  await expect(page.getByText('The list is empty')).toBeVisible();
  await expect(card.locator('dd').nth(1)).toHaveText('0');
});

test('an organiser prints ballot codes, a voter votes with one and changes the vote, and the public reads the figures', async ({
  page,
}) => {
  const owner = await aUser().save();
  const contest = await aContest().ownedBy(owner).electorate({ change: true }).save();
  const [first, second] = contest.categories[0]?.contestants ?? [];
  await signedIn(page, owner, `/admin/contests/${contest.id}?tab=settings`);
  const card = page.getByTestId('electorate');
  await card.getByTestId('electorate-file').setInputFiles({
    name: 'voters.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('name,phone\nAma,0241234567\nKofi,12\n'),
  });
  await card.getByTestId('electorate-upload').click();
  await expect(card).toContainText('Line 3: Enter a valid phone number');
  await card.getByTestId('electorate-codes').fill('3');
  await card.getByTestId('electorate-make').click();
  await expect(card).toContainText('they are shown this one time');
  await checkLooks(page, 'electorate', { light: [360, 1280], dark: [1280] });
  await card.getByTestId('electorate-print').click();
  const slips = page.getByTestId('ballot-slips').getByRole('listitem');
  await expect(slips).toHaveCount(3);
  const code = /[0-9A-Z]{4}-[0-9A-Z]{4}/.exec((await slips.first().textContent()) ?? '')?.[0] ?? '';
  await checkLooks(page, 'ballot-slips', { light: [360, 1280], dark: [1280] });

  await page.goto(`/contests/${contest.id}`);
  const vote = async (contestantId: string | undefined, typed: string) => {
    await page.getByTestId(`vote-now-${contestantId}`).click();
    // The next voter at this device would replace the vote of the last one.
    await expect(page.getByTestId('ballot-code')).toHaveValue('');
    await page.getByTestId('ballot-code').fill(typed);
    await page.getByTestId('vote-submit').click();
  };
  await page.getByTestId(`vote-now-${first?.id}`).click();
  const dialog = page.getByTestId('vote-modal');
  await expect(dialog).toContainText('You can change it until the end');
  await page.getByTestId('vote-submit').click();
  await expect(dialog.getByRole('alert')).toContainText('Enter your ballot code, or your phone number');
  await checkLooks(page, 'ballot-code', { light: [360, 1280], dark: [360] });
  await page.getByTestId('ballot-code').fill('ZZZZ-ZZZZ');
  await dialog.getByLabel('Your phone number').fill('0241234567');
  await page.getByTestId('vote-submit').click();
  await expect(dialog.getByRole('alert')).toContainText('not both');
  await dialog.getByLabel('Your phone number').fill('');
  await page.getByTestId('vote-submit').click();
  await expect(dialog.getByRole('alert')).toContainText('This ballot code is not one of this contest.');
  await page.getByTestId('ballot-code').fill(code.toLowerCase());
  await page.getByTestId('vote-submit').click();
  await expect.poll(() => countOf(page, first?.id ?? '')).toBe(1);
  await vote(second?.id, code);
  await expect.poll(() => countOf(page, second?.id ?? '')).toBe(1);
  await expect.poll(() => countOf(page, first?.id ?? '')).toBe(0);

  await page.goto(`/contests/${contest.id}/audit`);
  const figures = page.getByTestId('fair-play');
  await expect(figures).toContainText('once per category for each voter on the organiser’s list');
  await expect(figures).toContainText('100.0% of the counted votes');
  await checkLooks(page, 'fair-play', { light: [360, 1280], dark: [1280] });
});
