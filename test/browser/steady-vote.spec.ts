import type { Page } from '@playwright/test';
import {
  aContest,
  afterOneRequest,
  aPhone,
  aUser,
  expect,
  fillVote,
  holdBack,
  patientConnection,
  refuseRequests,
  test,
  openAndFill,
} from './page.js';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const HOUR_MS = 3_600_000;

test('voting opens and closes at its time, without reloading', async ({ page }) => {
  const contest = await aContest()
    .active()
    .startingIn(HOUR_MS)
    .endingIn(3 * HOUR_MS)
    .save();
  const vote = page.getByTestId(`vote-now-${contest.contestant.id}`);
  await page.clock.install();
  // What the server said later would be its own time, which is not moved on.
  await patientConnection(page);
  await page.goto(`/contests/${contest.id}`);
  await expect(page.getByTestId('live-indicator')).toHaveAttribute('data-state', 'live');
  await expect(vote).toBeDisabled();
  await refuseRequests(page);
  await page.clock.fastForward(HOUR_MS + 5_000);
  await expect(vote).toBeEnabled();
  await expect(page.getByText(/Voting has not started yet/)).toHaveCount(0);
  await page.clock.fastForward(2 * HOUR_MS);
  await expect(vote).toBeDisabled();
  await expect(page.getByText('Voting has ended. Thank you to everyone who voted.')).toBeVisible();
});

/** Press the button, and close the sheet while the request to this address is on its way. */
async function closeWhileSending(page: Page, url: string): Promise<void> {
  const letThrough = await holdBack(page, url);
  const sent = page.waitForRequest(url);
  await page.getByTestId('vote-submit').click();
  await sent;
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('vote-modal')).toBeHidden();
  const answered = page.waitForResponse(url);
  letThrough();
  await (await answered).finished();
}

const CAST = '**/api/votes/cast';
const INITIALIZE = '**/api/payments/paystack/initialize';

for (const [step, url, begun] of [
  ['cast', CAST, 0],
  ['prepared at the provider', INITIALIZE, 1],
] as const) {
  test(`a sheet closed while the vote is ${step} leaves the page where it is, and the next press goes on`, async ({
    page,
  }) => {
    const contest = await aContest().active().paid('1.50').withContestants(2).save();
    const other = contest.categories[0]?.contestants[1];
    if (!other) throw new Error('the contestant is missing');
    const keys: (string | undefined)[] = [];
    let payments = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/votes/cast')) keys.push(request.headers()['idempotency-key']);
      if (request.url().endsWith('/paystack/initialize')) payments += 1;
    });
    await page.clock.install();
    await openAndFill(page, contest);
    await closeWhileSending(page, url);
    // The voter goes on with another contestant.
    await page.getByTestId(`vote-now-${other.id}`).click();
    await afterOneRequest(page);
    await page.clock.runFor(5_000);
    await expect(page.getByTestId('vote-modal')).toContainText(other.name);
    await expect(page.getByText('Redirecting to payment...')).toHaveCount(0);
    expect(payments).toBe(begun);

    await page.keyboard.press('Escape');
    await expect(page.getByTestId('vote-modal')).toBeHidden();
    await page.getByTestId(`vote-now-${contest.contestant.id}`).click();
    await page.getByTestId('vote-submit').click();
    await page.waitForURL(/\/checkout\//);
    expect(keys).toHaveLength(2);
    expect(keys[1]).toBe(keys[0]);
  });
}

test('a sheet closed while it says that it leads to the payment leads nowhere', async ({ page }) => {
  const contest = await aContest().active().paid('1.50').save();
  await page.clock.install();
  await openAndFill(page, contest);
  const letThrough = await holdBack(page, INITIALIZE);
  const sent = page.waitForRequest(INITIALIZE);
  await page.getByTestId('vote-submit').click();
  await sent;
  // The moment between the toast and the other page lasts until the test lets it pass.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
  letThrough();
  await expect(page.getByTestId('vote-submit')).toHaveText('Redirecting to payment...');
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('vote-modal')).toBeHidden();
  for (let second = 0; second < 3; second++) {
    await page.clock.runFor(1_000);
    await afterOneRequest(page);
  }
  expect(new URL(page.url()).pathname).toBe(`/contests/${contest.id}`);
});

test('a sheet closed while the vote is cast asks for no proof of the number', async ({ page }) => {
  const contest = await aContest().active().verifiedPhones().save();
  let proofs = 0;
  page.on('request', (request) => {
    if (request.url().includes('/voters/verification')) proofs += 1;
  });
  // The token of a number that was proven here once; the server takes it no longer.
  await page.addInitScript((id) => {
    localStorage.setItem('voterTokens', JSON.stringify({ [id]: [['old', Date.now() + 3_600_000]] }));
  }, contest.id);
  await openAndFill(page, contest);
  await closeWhileSending(page, CAST);
  await afterOneRequest(page);
  expect(proofs).toBe(0);

  await page.getByTestId(`vote-now-${contest.contestant.id}`).click();
  await page.getByTestId('vote-submit').click();
  await expect(page.getByTestId('code-by-sms')).toBeVisible();
  expect(proofs).toBeGreaterThan(0);
});

test('a page that the browser brings back from the provider’s takes the next press', async ({ page }) => {
  const contest = await aContest().active().paid('1.50').save();
  // Answered without a page: this one stays.
  await page.route(/\/checkout\//, (route) => route.fulfill({ status: 204 }));
  await openAndFill(page, contest, 2, aPhone());
  const left = page.waitForRequest(/\/checkout\//);
  await page.getByTestId('vote-submit').click();
  await left;
  await expect(page.getByTestId('vote-submit')).toHaveText('Redirecting to payment...');
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await expect(page.getByTestId('vote-submit')).not.toHaveText('Redirecting to payment...');
  await page.unroute(/\/checkout\//);
  await page.getByTestId('vote-submit').click();
  await page.waitForURL(/\/checkout\//);
});

for (const [clock, wrongBy] of [
  ['fast', 5 * HOUR_MS],
  ['slow', -5 * HOUR_MS],
] as const) {
  test(`a phone whose clock is ${clock} goes by the server’s time`, async ({ page }) => {
    const owner = await aUser().save();
    const contest = await aContest()
      .ownedBy(owner)
      .active()
      .startingIn(-2 * HOUR_MS)
      .endingIn(2 * HOUR_MS)
      .paid('1.50')
      .save();
    const minute = (hours: number) =>
      `${new Date(Date.now() + hours * HOUR_MS).toISOString().slice(0, 16)}:00.000Z`;
    await owner.api.put(`/contests/${contest.id}`, {
      windows: [{ from: minute(-1), until: minute(1), multiplier: 2 }],
    });
    await page.clock.install({ time: Date.now() + wrongBy });
    await page.goto(`/contests/${contest.id}`);
    await expect(page.getByText(/Voting has (ended|not started)/)).toHaveCount(0);
    await fillVote(page, contest.contestant.id, 4);
    await expect(page.getByTestId('vote-multiplied')).toContainText('8');
    // Whether the figures are of now is also a matter of the server's time.
    await page.goto('/status');
    await expect(page.getByText(/^Measured|^These figures/)).not.toContainText('has not measured');
  });
}
