import { STORED_ITEMS } from '../../apps/web/src/lib/stored-items.js';
import { sql } from '../support/builders.js';
import {
  aContest,
  ApiClient,
  aPhone,
  aUser,
  aVote,
  countOf,
  expect,
  test,
  storedIn,
  castVote,
  openAndVote,
} from './page.js';

test.use({ serviceWorkers: 'allow', contextOptions: { reducedMotion: 'no-preference' } });

test('a free vote cast on one screen updates another screen without reloading', async ({ page, context }) => {
  const contest = await aContest().active().withContestants(3).save();
  const [leader, chaser] = contest.categories[0]?.contestants ?? [];
  if (!leader || !chaser) throw new Error('contestants are missing');
  const board = await context.newPage();
  await board.goto(`/contests/${contest.id}`);
  await page.goto(`/contests/${contest.id}`);
  await expect(board.getByTestId('live-indicator')).toContainText('Live');

  await castVote(page, leader.id, 2);
  await expect(page.getByText('Vote cast successfully!')).toBeVisible();
  await expect(page.getByTestId('vote-modal')).toBeHidden();
  await expect.poll(() => countOf(board, leader.id)).toBe(2);
  await expect.poll(() => countOf(page, leader.id)).toBe(2);

  await castVote(page, chaser.id, 5);
  await expect.poll(() => countOf(board, chaser.id)).toBe(5);
  // The new leader is the first on the other screen, too.
  await expect(board.locator('[data-testid^="vote-now-"]').first()).toHaveAttribute(
    'data-testid',
    `vote-now-${chaser.id}`,
  );
  await expect(board.getByTestId('total-votes')).toHaveText(/7/);
  await expect(board.getByText('71.4%').first()).toBeVisible();
  await expect.poll(() => storedIn(page)).toEqual(['browserToken', 'device', 'receipts']);
  await board.goto('/privacy');
  const told = board.locator('[data-stored]');
  await expect(told).toHaveCount(Object.keys(STORED_ITEMS).length);
  expect(await told.evaluateAll((items) => items.map((item) => item.getAttribute('data-stored')))).toEqual(
    Object.keys(STORED_ITEMS),
  );
});

test('the vote form names missing fields and clears a message when its field is edited', async ({ page }) => {
  const contest = await aContest().active().save();
  await page.goto(`/contests/${contest.id}`);
  await page.getByTestId(`vote-now-${contest.contestant.id}`).click();
  await page.getByTestId('vote-submit').click();
  await expect(page.getByText('Phone is required')).toBeVisible();
  await page.getByLabel('Your phone number').fill('12');
  await expect(page.getByText('Phone is required')).toBeHidden();
  await page.getByLabel('Number of votes').fill('0');
  await page.getByTestId('vote-submit').click();
  await expect(page.getByText('Vote count must be at least 1')).toBeVisible();
});

for (const [state, builder, reason] of [
  ['paused', () => aContest().paused(), 'Voting is paused. Please try again later.'],
  ['ended', () => aContest().ended(), 'Voting has ended. Thank you to everyone who voted.'],
  [
    'of an inactive host',
    () => aContest().active().ofInactiveHost(),
    'The host of this contest is not active at the moment, so no votes are taken.',
  ],
  [
    'not started',
    () => aContest().active().startingIn(3_600_000),
    /Voting has not started yet\. It opens on/,
  ],
] as const) {
  test(`a contest that is ${state} says so and takes no votes`, async ({ page }) => {
    const contest = await builder().save();
    await page.goto(`/contests/${contest.id}`);
    await expect(page.getByTestId(`vote-now-${contest.contestant.id}`)).toBeDisabled();
    await expect(page.getByText(reason).first()).toBeVisible();
  });
}

test('a voter checks in the browser that the vote is in the public log, and that it names the own number', async ({
  page,
}) => {
  const owner = await aUser().save();
  const contest = await aContest().ownedBy(owner).active().save();
  const phone = aPhone();
  await openAndVote(page, contest, 2, phone);
  await page.getByRole('button', { name: 'Show the QR code of this receipt' }).click();
  await expect(page.getByRole('img', { name: /QR code that leads to the receipt/ })).toBeVisible();
  await page.getByRole('link', { name: 'Check that your vote is in the public log' }).click();
  // The log is signed every few seconds; until then the page says that the vote is in the next checkpoint.
  const state = page.getByTestId('receipt-state');
  await expect(state).toHaveAttribute('data-state', 'INCLUDED', { timeout: 90_000 });
  await expect(page.getByText('The checkpoint is signed with the key of this log.')).toBeVisible();
  await expect(page.getByText(contest.contestant.name)).toBeVisible();
  const names = page.getByTestId('names');
  await expect(names).toContainText('those that the public log had when the vote was counted');
  await owner.api.put(`/contestants/${contest.contestant.id}`, { name: 'Another' });
  await expect(async () => {
    await page.reload();
    await expect(names).toContainText('Renamed since: the page says “Another” now.', { timeout: 20_000 });
  }).toPass();
  await expect(page.getByText(contest.contestant.name)).toBeVisible();
  const own = page.getByTestId('own-number');
  await page.getByLabel('Phone number').fill(aPhone());
  await page.getByRole('button', { name: 'Compare' }).click();
  await expect(own).toContainText('This is not the number of the vote.');
  await page.getByLabel('Phone number').fill(phone);
  await page.getByRole('button', { name: 'Compare' }).click();
  await expect(own).toContainText('The entry was made for this phone number.');

  // The browser keeps what the site has signed, and says so in red when the site denies the vote after that minute.
  await expect(page.getByTestId('promise')).toContainText('The site has signed that this vote counted');
  await sql`DELETE FROM votes WHERE contest_id = ${contest.id}`;
  await page.clock.setFixedTime(Date.now() + 17 * 60_000);
  await page.reload();
  const broken = page.getByTestId('promise-broken');
  await expect(broken).toContainText('The site promised this vote, and the log lacks it.');
  const download = page.waitForEvent('download');
  await broken.getByRole('button', { name: 'Download the signed statement' }).click();
  expect((await download).suggestedFilename()).toMatch(/^receipt-[0-9A-Z-]+\.txt$/);
});

test('the audit page adds up the public log in the browser and shows an amendment of the rules', async ({
  page,
}) => {
  const owner = await aUser().save();
  const contest = await aContest().draft().ownedBy(owner).withContestants(2).save();
  await owner.api.put(`/contests/${contest.id}`, { status: 'ACTIVE' });
  const vote = aVote(contest, { voteCount: 3 });
  const cast = await new ApiClient().post<{ receiptCode: string }>('/votes/cast', vote);
  await owner.api.put(`/contests/${contest.id}`, { freeVotesPerDevice: 40, amendmentReason: 'A full hall' });
  const amended = async (path: string) => {
    await page.goto(path);
    await expect(page.getByTestId('amendment'), path).toContainText('Reason: “A full hall”');
  };
  await amended(`/contests/${contest.id}/stage`);
  await amended(`/r/${cast.data.receiptCode}`);
  const { id, name } = contest.contestant;
  await owner.api.put(`/contestants/${id}`, { name: `${name} II` });
  await amended(`/contests/${contest.id}`);
  await page.getByRole('link', { name: 'Check these results' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Audit: ${contest.title}`);
  await expect(page.getByTestId('protection')).toHaveText('Phone numbers are typed, not proven.');
  const totals = page.getByTestId('log-totals');
  // The log is signed every few seconds, and votes are added up beside it.
  await expect(async () => {
    await page.reload();
    await totals.waitFor({ timeout: 0 });
    expect(await totals.getAttribute('data-state')).toBe('same');
    expect(await totals.getAttribute('data-names')).toBe('same');
    expect(await page.getByTestId('checkpoint').textContent()).toContain('5 entries');
  }).toPass({ timeout: 120_000 });
  await expect(page.getByTestId('checkpoint')).toHaveAttribute('data-signature', 'HOLDS');
  await expect(totals.getByRole('row', { name: `${name} II Code` })).toContainText('33');
  await expect(totals).toContainText('Votes entered by the organiser · 0 entries');
  await expect(totals).toContainText('Of these rejected, not counted · 0 votes cast');
  const rules = page.getByTestId('rules');
  await expect(rules).toContainText('Free votes per device and hour: 30 → 40');
  await expect(rules).toContainText(`Name: ${name} → ${name} II`);
  await expect(rules).toContainText('The same hashes are in the log, in this order.');
  await expect(page.getByTestId('verify-command')).toContainText(`/log/${contest.id} --totals`);
});
