import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import { testState } from '../support/state.js';
import {
  aContest,
  aPhone,
  checkLooks,
  codeSentTo,
  countOf,
  expect,
  fillVote,
  test,
  castVote,
  openAndVote,
} from './page.js';

test('a voter proves the number once by a code, and the browser is remembered for the contest', async ({
  page,
}) => {
  const contest = await aContest().active().verifiedPhones().save();
  const phone = aPhone();
  await page.goto(`/contests/${contest.id}`);
  await expect(page.getByText('Verified phone numbers only').first()).toBeAttached();
  await fillVote(page, contest.contestant.id, 2, phone);
  await expect(page.getByTestId('vote-modal')).toContainText('Your number is confirmed once');
  await page.getByTestId('vote-submit').click();

  // Dialling costs nothing and is offered first.
  await page.getByTestId('code-by-sms').click();
  const panel = page.getByTestId('code-panel');
  await expect(panel).toContainText(`We have sent a code to ${phone}`);
  const input = page.getByLabel('Code from the SMS');
  await expect(input).toBeFocused();
  expect(await input.getAttribute('autocomplete')).toBe('one-time-code');
  await expect(page.getByTestId('code-again')).toBeDisabled();
  await checkLooks(page, 'phone-proof', { light: [360, 1280], dark: [360] });

  const code = await codeSentTo(phone);
  await input.fill(code === '123456' ? '123457' : '123456');
  await page.getByTestId('code-submit').click();
  await expect(panel.getByRole('alert')).toContainText('This code is not right. 4 tries left.');
  expect(await countOf(page, contest.contestant.id)).toBe(0);
  // A dialog that was closed waits for the same code: another one is not sent.
  await page.getByTestId('code-back').click();
  await page.getByTestId('vote-submit').click();
  await input.fill(code);
  await page.getByTestId('code-submit').click();
  await expect(page.getByText('Vote cast successfully!').first()).toBeVisible();
  await expect.poll(() => countOf(page, contest.contestant.id)).toBe(2);

  await page.reload();
  await castVote(page, contest.contestant.id, 3, phone);
  await expect.poll(() => countOf(page, contest.contestant.id)).toBe(5);
  await expect(panel).toHaveCount(0);
  // No number is kept in the browser.
  const stored = await page.evaluate(() => JSON.stringify(localStorage));
  expect(stored).toContain(contest.id);
  expect(stored).not.toContain(phone.slice(1));
});

test('a voter proves the number by dialling from the simulated phone, and the page goes on by itself', async ({
  page,
  context,
}) => {
  const contest = await aContest().active().verifiedPhones().save();
  const phone = aPhone();
  await openAndVote(page, contest, 2, phone);
  const panel = page.getByTestId('dial-panel');
  await expect(panel).toContainText(`Dial from ${phone}: it is free`);
  await expect(panel.getByRole('heading')).toBeFocused();
  const dial = await page.getByTestId('dial-number').innerText();
  expect(dial).toMatch(/^\*713\*7\*\d{4}#$/);
  await expect(page.getByTestId('dial-link')).toHaveAttribute('href', `tel:${dial.replace('#', '%23')}`);
  await checkLooks(page, 'dial-proof', { light: [360, 1280], dark: [360] });

  await dialFrom(context, phone, dial);
  await page.bringToFront();
  await expect.poll(() => countOf(page, contest.contestant.id)).toBe(2);
  await expect(panel).toHaveCount(0);
});

/** Dial from the simulated phone. */
async function dialFrom(context: BrowserContext, phone: string, dial: string): Promise<void> {
  const keypad = await context.newPage();
  await keypad.goto(`${testState().simulatorUrl}/phone`);
  await keypad.getByTestId('ussd-phone').fill(phone);
  for (const key of dial) await keypad.locator(`.pad [data-key="${key}"]`).click();
  await keypad.getByTestId('ussd-send').click();
  await expect(keypad.locator('#screen')).toContainText('Your number is confirmed');
  await keypad.close();
}

/** As the API answers behind a busy address (ADR 42); this machine's own address is none. @returns for each cast whether it may be held */
async function behindBusyAddress(page: Page): Promise<boolean[]> {
  const unproven: boolean[] = [];
  await page.route('**/api/votes/cast', async (route) => {
    if (route.request().headers()['x-voter-token']) return route.continue();
    const { acceptHold = false, voteCount } = route.request().postDataJSON() as {
      acceptHold?: boolean;
      voteCount: number;
    };
    unproven.push(acceptHold);
    const refused = { success: false, code: 'PHONE_NOT_VERIFIED', message: 'Please confirm your number.' };
    const held = { id: randomUUID(), status: 'PENDING', voteCount, amount: 0, held: true };
    return acceptHold
      ? route.fulfill({ status: 201, json: { success: true, data: held } })
      : route.fulfill({ status: 403, json: refused });
  });
  return unproven;
}

test('a voter of an open contest behind a busy address proves the number, or sends the vote to be held', async ({
  page,
  context,
}) => {
  const contest = await aContest().active().save();
  const phone = aPhone();
  const unproven = await behindBusyAddress(page);
  await openAndVote(page, contest, 2, phone);
  await expect(page.getByTestId('dial-panel')).toContainText(
    'Very many votes come from your network right now',
  );
  await checkLooks(page, 'phone-proof-of-a-crowd', { light: [360], dark: [] });
  await dialFrom(context, phone, await page.getByTestId('dial-number').innerText());
  await page.bringToFront();
  await expect.poll(() => countOf(page, contest.contestant.id)).toBe(2);
  expect(unproven).toEqual([false]);

  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await castVote(page, contest.contestant.id, 1, aPhone());
  await page.getByTestId('send-unproven').click();
  await expect(page.getByTestId('vote-held')).toBeVisible();
  expect(unproven).toEqual([false, false, true]);

  // A landline takes no code and is not dialled from: nothing is asked that its voter cannot do.
  await page.reload();
  await castVote(page, contest.contestant.id, 1, '0302123456');
  await expect(page.getByTestId('vote-held')).toBeVisible();
  expect(unproven.slice(3)).toEqual([false, true]);
});

test('a vote that was sent unconfirmed is not sent again when its number is confirmed meanwhile', async ({
  page,
  context,
}) => {
  const contest = await aContest().active().save();
  const phone = aPhone();
  const unproven = await behindBusyAddress(page);
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  let ended: () => void = () => undefined;
  const isEnded = new Promise<void>((resolve) => (ended = resolve));
  await page.route('**/api/voters/verification/*', async (route) => {
    await answered;
    // The page may not wait for it any more.
    await route.continue().catch(() => undefined);
    ended();
  });
  await openAndVote(page, contest, 2, phone);
  await dialFrom(context, phone, await page.getByTestId('dial-number').innerText());
  await page.bringToFront();
  await page.getByTestId('send-unproven').click();
  await expect(page.getByTestId('vote-held')).toBeVisible();
  answer();
  await isEnded;
  expect(await countOf(page, contest.contestant.id)).toBe(0);
  expect(unproven).toEqual([false, true]);
});

test('a code that is on its way is waited for: the vote is not sent to be held', async ({ page }) => {
  const contest = await aContest().active().save();
  const unproven = await behindBusyAddress(page);
  const message = 'A code was sent to this number a short while ago.';
  await page.route('**/api/voters/verification', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': '20' },
      json: { success: false, code: 'RATE_LIMITED', message, retryAfter: 20 },
    }),
  );
  await openAndVote(page, contest, 1, aPhone());
  await expect(page.getByTestId('vote-refused')).toContainText(message);
  expect(unproven).toEqual([false]);
});
