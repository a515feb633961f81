import type { Page } from '@playwright/test';
import type { PublicContestView } from '@abato/contracts';
import {
  aContest,
  ApiClient,
  aUser,
  countOf,
  expect,
  fillVote,
  SimulatorControl,
  test,
  openAndFill,
} from './page.js';

/** What a simulated wallet does depends on the last four digits of its number. */
const APPROVES_AFTER_VOUCHER = '020 123 4987';
const NEVER_ANSWERS = '024 123 0003';
const ASKS_FOR_BIRTHDAY = '0241239177';
const DECLINES = '024 123 0002';
const TOO_POOR = '024 123 0001';

type Built = Awaited<ReturnType<ReturnType<typeof aContest>['save']>>;

async function payByPhone(page: Page, contest: Built, votes: number, phone: string): Promise<void> {
  await openAndFill(page, contest, votes, phone);
  await page.getByTestId('pay-momo').check();
  await page.getByTestId('vote-submit').click();
}

test('a vote approved on the phone is counted without leaving the page, and near the end it says until when', async ({
  page,
}) => {
  const contest = await aContest()
    .active()
    .paid('1.50')
    .endingIn(9 * 60_000)
    .save();
  const { data } = await new ApiClient().get<PublicContestView>(`/contests/${contest.id}/public`);
  const timeOf = (extraMs: number) =>
    new Date(Date.parse(data.endDate) + extraMs).toISOString().slice(11, 19);
  // The server's clock decides: this phone is an hour late.
  await page.clock.install({ time: Date.now() - 3_600_000 });
  await page.goto(`/contests/${contest.id}`);
  // The prompt waits until the test has looked at the page.
  await fillVote(page, contest.contestant.id, 4, NEVER_ANSWERS);
  const deadline = page.getByTestId('pay-deadline');
  await page.getByTestId('pay-checkout').check();
  await expect(deadline).toContainText(`Pay by ${timeOf(0)}.`);
  await page.getByTestId('pay-momo').check();
  await expect(deadline).toContainText(`Approve by ${timeOf(60_000)}.`);
  // Suggested by the prefix, and the voter's to change.
  await expect(page.getByTestId('momo-network')).toHaveValue('mtn');
  await expect(page.getByTestId('vote-total')).toHaveText('GHS 6.00');
  await page.getByTestId('vote-submit').click();
  await expect(page.getByTestId('charge-step')).toHaveAttribute('data-step', 'approve_on_phone');
  await expect(page.getByTestId('charge-step')).toContainText('Approve the prompt on your phone.');
  await expect(page.getByTestId('charge-countdown')).toHaveText(/^(3:00|2:[0-5]\d)$/);
  await expect(deadline).toContainText(`Approve by ${timeOf(60_000)}.`);
  const record = await page.evaluate(() => sessionStorage.getItem('pendingPayment'));
  const pending = JSON.parse(record ?? '{}') as { reference: string };
  expect(pending).toMatchObject({ contestId: contest.id, voteCount: 4, amount: 6 });

  await new SimulatorControl().complete(pending.reference);
  await expect(page.getByTestId('verify-status')).toHaveAttribute('data-status', 'success');
  await expect(page.getByText('GHS 6.00').first()).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem('pendingPayment'))).toBeNull();
  await page.goto(`/contests/${contest.id}`);
  await expect.poll(() => countOf(page, contest.contestant.id)).toBe(4);
});

test('a voucher is asked for, refused when wrong, and then counts the vote', async ({ page }) => {
  const contest = await aContest().active().paid('1.00').save();
  await payByPhone(page, contest, 2, APPROVES_AFTER_VOUCHER);
  await expect(
    page.getByText('Please dial *110# to generate a voucher code. Then input the voucher'),
  ).toBeVisible();
  await page.getByTestId('otp-submit').click();
  await expect(page.getByText('Voucher code is required')).toBeVisible();
  await page.getByTestId('otp-input').fill('000000');
  await page.getByTestId('otp-submit').click();
  await expect(page.getByText('The voucher code is not correct. Please try again')).toBeVisible();
  await page.getByTestId('otp-input').fill('123456');
  await page.getByTestId('otp-submit').click();
  await expect(page.getByTestId('verify-status')).toHaveAttribute('data-status', 'success');
  await page.goto(`/contests/${contest.id}`);
  await expect.poll(() => countOf(page, contest.contestant.id)).toBe(2);
});

test('a date of birth is asked for in the provider’s words', async ({ page }) => {
  const contest = await aContest().active().paid('1.00').save();
  await new SimulatorControl().next({ charge: 'send_birthday', payer: ASKS_FOR_BIRTHDAY });
  await payByPhone(page, contest, 1, ASKS_FOR_BIRTHDAY);
  await expect(page.getByText('Please send your birthday')).toBeVisible();
  await page.getByTestId('birthday-input').fill('1990-04-23');
  await page.getByTestId('birthday-submit').click();
  const step = page.getByTestId('charge-step');
  await expect(step).toHaveAttribute('data-step', 'approve_on_phone');
});

for (const [what, phone, reason] of [
  ['declined on the phone', DECLINES, /declined/i],
  ['without enough balance', TOO_POOR, /not enough balance/],
] as const) {
  test(`a payment ${what} says so, counts nothing, and can be paid another way`, async ({ page }) => {
    const contest = await aContest().active().paid('1.00').save();
    await payByPhone(page, contest, 3, phone);
    const step = page.getByTestId('charge-step');
    await expect(step).toHaveAttribute('data-step', 'failed');
    await expect(step).toContainText(reason);
    await page.getByTestId('charge-again').click();
    // What was typed is still there; the other way leads to the provider's page.
    await expect(page.getByLabel('Number of votes')).toHaveValue('3');
    await page.getByTestId('pay-checkout').check();
    await page.getByTestId('vote-submit').click();
    await page.waitForURL(/\/checkout\//);
    await page.goto(`/contests/${contest.id}`);
    await expect.poll(() => countOf(page, contest.contestant.id)).toBe(0);
  });
}

test('a dialog closed while a prompt is on the phone opens again in the same state', async ({ page }) => {
  const contest = await aContest().active().paid('1.00').save();
  await payByPhone(page, contest, 1, NEVER_ANSWERS);
  await expect(page.getByTestId('charge-step')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('vote-modal')).toBeHidden();
  await page.getByTestId(`vote-now-${contest.contestant.id}`).click();
  await expect(page.getByTestId('charge-step')).toHaveAttribute('data-step', 'approve_on_phone');
  await expect(page.getByTestId('vote-submit')).toBeHidden();
});

test('mobile money refuses a landline before anything is sent', async ({ page }) => {
  const contest = await aContest().active().paid('1.00').save();
  await payByPhone(page, contest, 1, '030 212 3456');
  await expect(page.getByText('Mobile money needs a mobile number.')).toBeVisible();
});

test('a prompt expires after three minutes and is sent again only when it can no longer be approved', async ({
  page,
}) => {
  await page.clock.install();
  const contest = await aContest().active().paid('1.00').save();
  await payByPhone(page, contest, 1, NEVER_ANSWERS);
  const step = page.getByTestId('charge-step');
  await expect(step).toHaveAttribute('data-step', 'approve_on_phone');
  // No time passes but what the test lets pass.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
  await page.clock.runFor(181_000);
  await expect(step).toHaveAttribute('data-step', 'expired');
  await expect(page.getByTestId('charge-countdown')).toBeHidden();
  await expect(page.getByTestId('charge-again')).toBeDisabled();
  await page.clock.runFor(35_000);
  await expect(page.getByTestId('charge-again')).toBeEnabled();
});

test('a vote that would count less than the sheet says asks for no money', async ({ page }) => {
  const owner = await aUser().save();
  const contest = await aContest().ownedBy(owner).active().paid('1.50').save();
  const change = (windows: object[]) => owner.api.put(`/contests/${contest.id}`, { windows });
  const minute = (hours: number) =>
    `${new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 16)}:00.000Z`;
  await change([{ from: minute(-1), until: minute(3), multiplier: 2 }]);
  await openAndFill(page, contest, 4, NEVER_ANSWERS);
  await page.getByTestId('pay-momo').check();
  await expect(page.getByTestId('vote-multiplied')).toContainText('8');
  await page.route('**/api/votes/cast', async (route) => {
    await change([]);
    await route.continue();
  });
  await page.getByTestId('vote-submit').click();
  await expect(page.getByTestId('vote-modal')).toContainText('Look at the total');
  await expect(page.getByTestId('vote-multiplied')).toHaveCount(0);
  expect(await page.evaluate(() => sessionStorage.getItem('pendingPayment'))).toBeNull();
  await page.getByTestId('vote-submit').click();
  await expect(page.getByTestId('charge-step')).toHaveAttribute('data-step', 'approve_on_phone');
});
