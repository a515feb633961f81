import type { Page } from '@playwright/test';
import { sql } from '../support/builders.js';
import {
  aContest,
  afterOneRequest,
  comeBackTo,
  countOf,
  expect,
  fillVote,
  SimulatorControl,
  test,
  storedIn,
} from './page.js';

/** What a voter reads in the toasts, and how clearly, at the moment when the page is left for the provider's. */
interface Leaving {
  to: string;
  toasts: { text: string; opacity: number }[];
}

async function watchLeaving(page: Page): Promise<Leaving[]> {
  const seen: Leaving[] = [];
  await page.exposeFunction('leaving', (leaving: Leaving) => seen.push(leaving));
  await page.addInitScript(() => {
    const { navigation, leaving } = window as unknown as {
      navigation: EventTarget;
      leaving: (leaving: Leaving) => void;
    };
    navigation.addEventListener('navigate', (event) => {
      const toasts = [...document.querySelectorAll<HTMLElement>('[data-sonner-toast]')].map((toast) => ({
        text: toast.innerText.trim(),
        opacity: Number(getComputedStyle(toast).opacity),
      }));
      leaving({ to: (event as Event & { destination: { url: string } }).destination.url, toasts });
    });
  });
  return seen;
}

/** A live message, whole or compact, has told the page of two votes in all. */
const countsArrive = (page: Page) =>
  new Promise<void>((told) => {
    const ofTwo = /"contest:tally".*"totalVotes":2\b|"t",\[\d+,\d+,\d+,2\b/;
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => ofTwo.test(String(payload)) && told()),
    );
  });

/** Cast a paid vote, under the contest's title as the voter's name, and arrive on the provider's page. */
async function goToCheckout(
  page: Page,
  contest: { id: string; title: string; contestant: { id: string } },
  votes: number,
  origin = '',
): Promise<void> {
  await page.goto(`${origin}/contests/${contest.id}`);
  await fillVote(page, contest.contestant.id, votes);
  await page.getByLabel('Your name').fill(contest.title);
  await page.getByTestId('vote-submit').click();
  await page.waitForURL(/\/checkout\//);
}

/** Pay on the provider's page, and come back. */
async function approve(page: Page): Promise<void> {
  await page.getByTestId('approve').click();
  await page.waitForURL(/\/payment\/verify\?/);
}

/** The provider leads back to PUBLIC_URL: a tab keeps its records per origin. */
function publicOrigin(baseURL: string | undefined): string {
  return Object.assign(new URL(baseURL ?? ''), { hostname: 'localhost' }).origin;
}

for (const [way, script] of [
  ['webhook and return page', { webhook: 'once' }],
  ['webhook before the return page', { webhook: 'before-redirect' }],
  ['return page only', { webhook: 'never' }],
  ['webhook delivered three times', { webhookCopies: 3 }],
] as const) {
  test(`a paid vote approved on the checkout page is counted once: ${way}`, async ({ page, context }) => {
    const contest = await aContest().active().paid('1.50').save();
    const board = await context.newPage();
    await board.goto(`/contests/${contest.id}`);
    await expect(board.getByTestId('live-indicator')).toContainText('Live');
    await new SimulatorControl().next({ ...script, payer: contest.title });
    const leaving = await watchLeaving(page);
    await goToCheckout(page, contest, 4);
    const [toast] = leaving.find(({ to }) => to.includes('/checkout/'))?.toasts ?? [];
    expect(toast?.text).toBe('Redirecting to payment...');
    expect(toast?.opacity).toBeGreaterThan(0.7);
    expect(await page.evaluate(() => document.body.innerText)).toContain('GHS 6.00');
    await approve(page);
    await expect(page.getByTestId('verify-status')).toHaveAttribute('data-status', 'success');
    await expect(page.getByText('GHS 6.00').first()).toBeVisible();
    expect(await page.evaluate(() => sessionStorage.getItem('pendingPayment'))).toBeNull();
    await expect.poll(() => countOf(board, contest.contestant.id)).toBe(4);
    // Asking again changes nothing.
    await page.reload();
    await expect(page.getByTestId('verify-status')).toHaveAttribute('data-status', 'success');
    await board.reload();
    await expect.poll(() => countOf(board, contest.contestant.id)).toBe(4);
  });
}

test('closing the browser before the redirect still counts the vote', async ({ page, context }) => {
  const contest = await aContest().active().paid('1.00').save();
  const board = await context.newPage();
  await board.goto(`/contests/${contest.id}`);
  await goToCheckout(page, contest, 3);
  await page.getByTestId('approve-and-close').click();
  // Not while the answer is arriving: Chromium now and then never ends closing a tab that is being navigated.
  await expect(page.getByTestId('paid')).toBeVisible();
  await page.waitForLoadState();
  await page.close();
  await expect.poll(() => countOf(board, contest.contestant.id)).toBe(3);
});

test('a payment without a result yet is shown as open and counted when the result arrives', async ({
  page,
  baseURL,
}) => {
  const contest = await aContest().active().paid('2.00').save();
  const provider = new SimulatorControl();
  // Neither asked for nor in its list: the worker reads that as well.
  await provider.next({ webhook: 'never', verifyAs: 'ongoing', listed: false, payer: contest.title });
  const origin = publicOrigin(baseURL);
  await goToCheckout(page, contest, 3, origin);
  await approve(page);
  const status = page.getByTestId('verify-status');
  await expect(status).toHaveAttribute('data-status', 'unknown');
  await expect(page.getByText(/^Your vote will be counted shortly/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to Contests' })).toBeVisible();
  await page.getByText('Raw response for debugging').click();
  await expect(page.locator('pre')).toContainText('"status": "PENDING"');
  // The record of the payment stays until it is confirmed.
  const reference = new URL(page.url()).searchParams.get('reference') as string;
  const record = await page.evaluate(() => sessionStorage.getItem('pendingPayment'));
  expect(JSON.parse(record ?? '{}')).toMatchObject({
    reference,
    contestId: contest.id,
    voteCount: 3,
    amount: 6,
  });
  await page.getByRole('button', { name: 'Check Status Again' }).click();
  await expect(status).toHaveAttribute('data-status', 'unknown');
  // From here on the page asks by itself.
  await provider.script(reference, { verifyAs: 'success' });
  await expect(status).toHaveAttribute('data-status', 'success');
  expect(await page.evaluate(() => sessionStorage.getItem('pendingPayment'))).toBeNull();
  await page.getByRole('link', { name: 'Back to the contest' }).click();
  await page.waitForURL(`${origin}/contests/${contest.id}`);
  await expect.poll(() => countOf(page, contest.contestant.id)).toBe(3);
});

test('a check that gets no answer takes back nothing that is known of the payment', async ({ page }) => {
  const contest = await aContest().active().paid('2.00').save();
  const provider = new SimulatorControl();
  await provider.next({ webhook: 'never', verifyAs: 'ongoing', listed: false, payer: contest.title });
  let busy = false;
  let asked = 0;
  await page.route('**/api/payments/paystack/verify/**', (route) => {
    asked += 1;
    if (!busy) return route.continue();
    return route.fulfill({
      status: 429,
      json: { success: false, message: 'Too many requests', code: 'LIMITED' },
    });
  });
  await goToCheckout(page, contest, 3);
  await approve(page);
  const reference = new URL(page.url()).searchParams.get('reference') as string;
  const status = page.getByTestId('verify-status');
  await expect(status).toHaveAttribute('data-status', 'unknown');

  busy = true;
  await comeBackTo(page);
  await expect(page.getByText('The last check got no answer.')).toBeVisible();
  await expect(status).toHaveAttribute('data-status', 'unknown');
  await page.getByRole('button', { name: 'Check Status Again' }).click();
  await expect(status).toHaveAttribute('data-status', 'unknown');

  busy = false;
  await provider.script(reference, { verifyAs: 'success' });
  await expect(status).toHaveAttribute('data-status', 'success');
  // What is counted needs no further check.
  const checks = asked;
  busy = true;
  await comeBackTo(page);
  await afterOneRequest(page);
  expect(asked).toBe(checks);
  await expect(status).toHaveAttribute('data-status', 'success');

  // Opened anew, the page knows nothing, and says no more than that.
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Payment could not be checked' })).toBeVisible();
  await expect(page.getByText('If you have paid, nothing is lost')).toBeVisible();
  busy = false;
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(status).toHaveAttribute('data-status', 'success');
});

test('a payment whose money was taken and goes back invites to no further payment', async ({
  page,
  baseURL,
}) => {
  const contest = await aContest().active().paid('1.00').save();
  await goToCheckout(page, contest, 2, publicOrigin(baseURL));
  await sql`UPDATE contestants SET archived_at = now() WHERE id = ${contest.contestant.id}`;
  await approve(page);
  await expect(page.getByTestId('verify-status')).toHaveAttribute('data-status', 'failure');
  await expect(page.getByText(/refunded to you/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try Again' })).toBeVisible();
  await expect(page.getByTestId('vote-again')).toBeHidden();
});

test('a declined payment says so, counts nothing, and may be paid after all', async ({ page, baseURL }) => {
  const contest = await aContest().active().paid('1.00').save();
  await goToCheckout(page, contest, 2, publicOrigin(baseURL));
  const checkout = page.url();
  await page.getByTestId('decline').click();
  await page.waitForURL(/\/payment\/verify\?/);
  await expect(page.getByTestId('verify-status')).toHaveAttribute('data-status', 'failure');
  await expect(page.getByRole('button', { name: 'Try Again' })).toBeVisible();
  await expect(page.getByText('No money was taken for this payment')).toBeVisible();
  expect(await storedIn(page)).toEqual(['device', 'pendingPayment', 'voteAgain']);
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toMatch(/voterPhone|voterName|@/);
  // One tap leads back into the form, with the number of votes: the tab keeps no name and no number.
  await page.getByRole('link', { name: `Vote for ${contest.contestant.name} again` }).click();
  await expect(page.getByLabel('Number of votes')).toHaveValue('2');
  await expect(page.getByLabel('Your name')).toHaveValue('');
  await expect(page.getByLabel('Your phone number')).toHaveValue('');
  await page.goto(checkout);
  // Read a moment too early, and arrived after the counts that have the votes.
  const path = `/api/contests/${contest.id}/public`;
  const early = await (await page.request.get(path)).body();
  const counted = countsArrive(page);
  await page.route(
    `**${path}*`,
    async (route) => {
      await counted;
      await route.fulfill({ body: early, contentType: 'application/json' });
    },
    { times: 1 },
  );
  await approve(page);
  await expect(page.getByTestId('verify-status')).toHaveAttribute('data-status', 'success');
  await expect(page.getByTestId('vote-done-rank')).toContainText(
    `${contest.contestant.name} leads, 2 votes ahead.`,
  );
  expect(await storedIn(page)).toEqual(['device', 'receipts']);
  await page.goto(`/contests/${contest.id}`);
  await expect.poll(() => countOf(page, contest.contestant.id)).toBe(2);
});

test('the return page works on another device, and says when the reference is missing', async ({
  page,
  browser,
}) => {
  const contest = await aContest().active().paid('1.00').save();
  await goToCheckout(page, contest, 1);
  await page.getByTestId('approve').click();
  await page.waitForURL(/reference=/);
  const reference = new URL(page.url()).searchParams.get('reference') as string;
  const elsewhere = await browser.newPage();
  await elsewhere.goto(`/payment/verify?trxref=${reference}`);
  await expect(elsewhere.getByTestId('verify-status')).toHaveAttribute('data-status', 'success');
  await expect(elsewhere.getByText('GHS 1.00').first()).toBeVisible();
  await elsewhere.goto('/payment/verify');
  await expect(elsewhere.getByText('No payment reference found in URL. Please try again.')).toBeVisible();
  await elsewhere.close();
});
