import { test as plain, type CDPSession, type Page } from '@playwright/test';
import { database, sql } from '../support/builders.js';
import {
  aContest,
  aPhone,
  ApiClient,
  aUser,
  aVote,
  countOf,
  expect,
  fillVote,
  test,
  castVote,
} from './page.js';

/* The contest page as a ballot in the hand: 360 × 740 unless a test says otherwise. */
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true } as const;
test.use(PHONE);
plain.use(PHONE);

const live = (page: Page) => expect(page.getByTestId('live-indicator')).toContainText('Live');
const cards = (page: Page) => page.locator('li[id^="contestant-"] h3').allTextContents();

/** Where the page is once it has not moved for ten frames. */
const scrollY = (page: Page) =>
  page.evaluate(async () => {
    let [still, last] = [0, window.scrollY];
    while (still < 10) {
      await new Promise(requestAnimationFrame);
      still = window.scrollY === last ? still + 1 : 0;
      last = window.scrollY;
    }
    return Math.round(last);
  });

/** Resolves when the row of category tabs has not moved sideways for ten frames. */
const tabsRest = (page: Page) =>
  page.locator('nav.tabs > ul').evaluate(async (row) => {
    let [still, last] = [0, row.scrollLeft];
    while (still < 10) {
      await new Promise(requestAnimationFrame);
      still = row.scrollLeft === last ? still + 1 : 0;
      last = row.scrollLeft;
    }
  });

/** A finger on the glass; `at` is the distance from the top of the screen. */
async function aFinger(page: Page) {
  const input: CDPSession = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: number) =>
    input.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: at === undefined ? [] : [{ x: 180, y: at }],
    });
  return {
    press: (at: number) => touch('touchStart', at),
    async moveTo(from: number, to: number) {
      for (let step = 1; step <= 10; step++) await touch('touchMove', from + ((to - from) * step) / 10);
    },
    lift: () => touch('touchEnd'),
  };
}

test('the page stays where it is when ranks change while a finger scrolls, and afterwards', async ({
  page,
}) => {
  const contest = await aContest().active().withContestants(8).save();
  const last = contest.categories[0]?.contestants[7];
  if (!last) throw new Error('the contestant is missing');
  await page.goto(`/contests/${contest.id}`);
  await live(page);
  const finger = await aFinger(page);
  await finger.press(600);
  await finger.moveTo(600, 100);
  await expect.poll(() => scrollY(page)).toBeGreaterThan(350);
  const before = await cards(page);
  const rested = await scrollY(page);

  await new ApiClient().post('/votes/cast', aVote(contest, { contestantId: last.id, voteCount: 9 }));
  await expect.poll(() => countOf(page, last.id)).toBe(9);
  expect(await scrollY(page)).toBe(rested);
  // The finger goes on: the page follows it, and nothing else.
  await finger.moveTo(100, 150);
  await expect.poll(() => scrollY(page)).toBeLessThan(rested);
  // The browser predicts a little ahead of the finger's 50 px; a jump would be that of a card, 180 px.
  const released = await scrollY(page);
  expect(rested - released).toBeLessThanOrEqual(110);
  expect(await cards(page)).toEqual(before);
  await finger.lift();
  await expect.poll(() => cards(page).then(([first]) => first)).toBe(last.name);
  expect(Math.abs((await scrollY(page)) - released)).toBeLessThanOrEqual(2);

  // And under nothing but the eye: the last but one becomes the first.
  const next = contest.categories[0]?.contestants[6];
  await new ApiClient().post('/votes/cast', aVote(contest, { contestantId: next?.id ?? '', voteCount: 20 }));
  await expect.poll(() => cards(page).then(([first]) => first)).toBe(next?.name);
  expect(Math.abs((await scrollY(page)) - released)).toBeLessThanOrEqual(2);
});

for (const width of [360, 1280]) {
  test(`category tabs lead to their category on a direct landing, ${width} px wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 740 });
    const contest = await aContest().active().withContestants(4, 4, 4, 2).save();
    await page.goto(`/contests/${contest.id}`);
    await live(page);
    for (const name of ['Category 3', 'Category 1', 'Category 3']) {
      await page.getByRole('navigation', { name: 'Categories' }).getByText(name).click();
      const heading = page.getByRole('heading', { name, level: 2 });
      // Below the bars, not under them; at first it may be far above.
      await expect.poll(async () => Math.abs(((await heading.boundingBox())?.y ?? 0) - 155)).toBeLessThan(45);
      await expect(page.locator('nav [aria-current=true]')).toHaveText(name);
      // The row follows sideways: a tap while it moves would end on another tab than it began.
      await tabsRest(page);
    }
    // A plain link to an anchor of the page, such as the skip link's, is no way back either.
    await page.evaluate((id) => {
      window.location.hash = `#category-${id}`;
    }, contest.categories[1]?.id);
    const second = page.getByRole('heading', { name: 'Category 2', level: 2 });
    await expect.poll(async () => Math.abs(((await second.boundingBox())?.y ?? 0) - 150)).toBeLessThan(50);
  });
}

/** Resolves when the code of the vote dialog has been fetched without a touch. */
const dialogCode = (page: Page) =>
  page.waitForResponse((response) => response.url().includes('/assets/vote-dialog-'));

// Without the check for complaints: a browser without a connection logs every request that fails.
plain(
  'without a connection a vote keeps what was typed and is sent once when it is back',
  async ({ page, context }) => {
    const contest = await aContest().active().save();
    const keys: (string | undefined)[] = [];
    let answersLost = 2;
    await page.route('**/api/votes/cast', async (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      if (answersLost-- <= 0) return route.continue();
      // The server takes the vote; the connection ends before its answer.
      await route.fetch();
      await context.setOffline(true);
      await route.abort('connectionreset');
    });
    const code = dialogCode(page);
    await page.goto(`/contests/${contest.id}`);
    await (await code).finished();
    await context.setOffline(true);
    const phone = aPhone();
    await fillVote(page, contest.contestant.id, 3, phone);
    await expect(page.getByTestId('vote-offline')).toContainText('You are offline');
    await page.keyboard.press('Escape');
    await page.getByTestId(`vote-now-${contest.contestant.id}`).click();
    await expect(page.getByLabel('Your phone number')).toHaveValue(phone);
    await expect(page.getByLabel('Number of votes')).toHaveValue('3');
    await context.setOffline(false);
    await page.getByTestId('vote-submit').click();
    await expect(page.getByTestId('vote-offline')).toContainText('sent by itself');
    await expect(page.getByTestId('vote-submit')).toHaveText('Waiting for the connection…');
    await context.setOffline(false);
    // Lost once more: now the voter gives up, closes the dialog, and tries again later. It is the same vote.
    await expect.poll(() => keys.length).toBe(2);
    await page.getByRole('button', { name: 'Do not send it' }).click();
    await expect(page.getByTestId('vote-submit')).toHaveText('Cast Vote');
    await page.keyboard.press('Escape');
    await page.getByTestId(`vote-now-${contest.contestant.id}`).click();
    await context.setOffline(false);
    await page.getByTestId('vote-submit').click();
    await expect(page.getByText('Vote cast successfully!')).toBeVisible();
    await expect.poll(() => countOf(page, contest.contestant.id)).toBe(3);
    expect(keys.length).toBe(3);
    expect(new Set(keys).size).toBe(1);
  },
);

plain('a tap before the dialog’s code has arrived waits for the connection', async ({ browser }) => {
  // The worker would fetch past the test's route.
  const context = await browser.newContext({ ...PHONE, serviceWorkers: 'block' });
  const page = await context.newPage();
  const contest = await aContest().active().save();
  await page.route(/\/assets\/vote-dialog-|\/health\/live/, (route) => route.abort('connectionfailed'));
  await page.goto(`/contests/${contest.id}`);
  await page.getByTestId(`vote-now-${contest.contestant.id}`).click();
  await expect(page.getByTestId('vote-loading')).toContainText('You are offline');
  await page.unroute(/\/assets\/vote-dialog-|\/health\/live/);
  await expect(page.getByTestId('vote-modal')).toBeVisible();
  await context.close();
});

test('the first nominee is on the first screen, long lists are short, and names are found', async ({
  page,
}) => {
  const contest = await aContest().active().paid('1.00').withContestants(30, 2).save();
  const [first, , third] = contest.categories[0]?.contestants ?? [];
  await database().query('UPDATE contests SET title = $2, description = $3 WHERE id = $1', [
    contest.id,
    'The Greater Accra Schools Talent and Innovation Awards 2026',
    'Everything about it. '.repeat(30),
  ]);
  await sql`UPDATE contestants
    SET name = 'Ákosua Forson', bio = ${`${'A long way from Ho to Accra. '.repeat(8)}The end.`}
    WHERE id = ${third?.id}`;
  await page.goto(`/contests/${contest.id}`);
  await live(page);
  const box = await page.getByTestId(`vote-now-${first?.id}`).boundingBox();
  expect((box?.y ?? 999) + (box?.height ?? 0)).toBeLessThanOrEqual(740);
  const title = page.getByRole('heading', { level: 1 });
  const lines = await title.evaluate(
    (h1) => h1.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(h1).lineHeight),
  );
  expect(lines).toBeLessThanOrEqual(2.1);

  // The table says the same as the cards: on phones it opens on request.
  await expect(page.getByRole('heading', { name: 'Current Rankings' })).toBeVisible();
  await expect(page.getByTestId('protection')).toHaveText('Each vote was paid for.');
  await expect(page.getByRole('table').first()).toBeHidden();
  await page.getByRole('button', { name: 'Show the table' }).click();
  await expect(page.getByRole('table').first()).toBeVisible();

  await expect(page.locator('li[id^="contestant-"]')).toHaveCount(12);
  await page.getByTestId('nominee-search').fill('forson');
  await expect(page.locator('section').first().locator('li[id^="contestant-"]')).toHaveCount(1);
  const bio = page.getByText(/The end\.$/);
  await page.getByRole('button', { name: 'Read more' }).click();
  expect(await bio.evaluate((text) => text.scrollHeight - text.clientHeight)).toBeLessThanOrEqual(1);
  await page.getByTestId('nominee-search').fill('zzz');
  await expect(page.getByText('No nominee has this name.')).toBeVisible();
  await page.getByTestId('nominee-search').fill('');
  await page.getByTestId('show-all').press('Enter');
  await expect(page.locator('li[id^="contestant-"]')).toHaveCount(32);
});

test('a shared link opens a long list at its nominee', async ({ page }) => {
  const contest = await aContest().active().withContestants(20).save();
  const late = contest.categories[0]?.contestants[18];
  await page.goto(`/contests/${contest.id}?contestant=${late?.id}`);
  await expect(page.getByTestId(`vote-now-${late?.id}`)).toBeInViewport();
});

test('the paying sheet fits one screen of a phone and of a small laptop, and mobile money takes four taps', async ({
  page,
}) => {
  const contest = await aContest().active().paid('1.00').save();
  await page.goto(`/contests/${contest.id}`);
  const sheet = page.getByTestId('vote-modal');
  const hidden = () =>
    sheet.locator('form').evaluate((form) => {
      const box = form.parentElement as HTMLElement;
      return box.scrollHeight - box.clientHeight;
    });
  // A small laptop: in the middle, whole.
  await page.setViewportSize({ width: 1280, height: 740 });
  await page.getByTestId(`vote-now-${contest.contestant.id}`).tap();
  await expect(page.getByTestId('pay-checkout')).toBeChecked();
  const middle = async () => {
    const box = await sheet.boundingBox();
    return Math.round((box?.x ?? 0) + (box?.width ?? 0) / 2);
  };
  await expect.poll(middle).toBe(640);
  expect(await hidden()).toBeLessThanOrEqual(1);
  await page.keyboard.press('Escape');
  await page.setViewportSize(PHONE.viewport);
  await page.reload();
  await page.getByTestId(`vote-now-${contest.contestant.id}`).tap();
  await expect(sheet).toContainText('Category 1');
  await expect(page.getByTestId('pay-momo')).toBeChecked();
  await page.getByRole('button', { name: '10 votes for GHS 10.00' }).tap();
  await page.getByLabel('Your phone number').fill('024 123 0003');
  await expect(page.getByTestId('momo-network')).toHaveValue('mtn');
  const submit = page.getByTestId('vote-submit');
  await expect(submit).toHaveText('Pay GHS 10.00 with MTN MoMo');
  expect(await hidden()).toBeLessThanOrEqual(1);
  await submit.tap();
  await expect(page.getByTestId('charge-step')).toHaveAttribute('data-step', 'approve_on_phone');
});

test('a pause and a used-up limit are said in the sheet', async ({ page }) => {
  const owner = await aUser().save();
  const contest = await aContest().ownedBy(owner).active().freeVotesPerHour(2).save();
  const phone = aPhone();
  await new ApiClient().post('/votes/cast', aVote(contest, { voterPhone: phone, voteCount: 2 }));
  await page.goto(`/contests/${contest.id}`);
  await live(page);
  await castVote(page, contest.contestant.id, 1, phone);
  await expect(page.getByTestId('vote-refused')).toContainText('no free votes left');
  await owner.api.patch(`/contests/${contest.id}/toggle-pause`);
  await expect(page.getByTestId('vote-closed')).toContainText('Voting is paused.');
  await expect(page.getByTestId('vote-submit')).toBeDisabled();
  await owner.api.patch(`/contests/${contest.id}/toggle-pause`);
  await expect(page.getByTestId('vote-submit')).toBeEnabled();
  await expect(page.getByLabel('Your phone number')).toHaveValue(phone);
});

test('after a free vote: the rank, a code that finds the vote, and two taps for the next one', async ({
  page,
}) => {
  const contest = await aContest().active().withContestants(3).save();
  const [first, second] = contest.categories[0]?.contestants ?? [];
  if (!first || !second) throw new Error('contestants are missing');
  await new ApiClient().post('/votes/cast', aVote(contest, { contestantId: first.id, voteCount: 5 }));
  await page.goto(`/contests/${contest.id}`);
  const phone = aPhone();
  await fillVote(page, second.id, 1, phone);
  await page.getByTestId('vote-submit').tap();
  const done = page.getByTestId('vote-done');
  await expect(done.getByRole('heading', { name: 'Your vote is in' })).toBeVisible();
  await expect(done).toContainText(`${second.name} is 2nd, 4 votes behind ${first.name}.`);
  const code = await page.getByTestId('receipt-code').innerText();
  await page.getByTestId('vote-again').tap();
  await page.getByTestId('vote-submit').tap();
  await expect(done).toContainText(`3 votes behind ${first.name}.`);
  expect(await page.getByTestId('receipt-code').innerText()).not.toBe(code);

  await page.getByRole('link', { name: 'Find my vote' }).first().click();
  await page.getByLabel('Phone number').fill(phone);
  await page.getByLabel('Reference').fill(code.toLowerCase());
  await page.getByRole('button', { name: 'Find my vote' }).click();
  await expect(page.getByText('We found your vote')).toBeVisible();
  await expect(page.getByText(code)).toBeVisible();
});

test('results are provisional after the end, and final with a winner later', async ({ page }) => {
  const contest = await aContest().active().withContestants(2).save();
  await new ApiClient().post('/votes/cast', aVote(contest, { voteCount: 3 }));
  // A vote that waits for a decision keeps the results from being final at once.
  await sql`INSERT INTO held_votes (vote_id, contest_id, votes, reason, held_at)
    VALUES (gen_random_uuid(), ${contest.id}, 1, 'SERVER_NETWORK', now())`;
  const end = (final: boolean) =>
    sql`UPDATE contests SET status = 'ENDED', end_date = now() - interval '1 minute', ended_at = now() - interval '1 minute',
         results_final_at = CASE WHEN ${final} THEN now() END, updated_at = now() WHERE id = ${contest.id}`;
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`/contests/${contest.id}`);
  await expect(page.getByRole('heading', { name: 'Current Rankings' })).toBeVisible();
  await expect(page.getByRole('cell', { name: 'Leading' })).toBeVisible();
  await end(false);
  // Read anew: what was written behind the server's back is in no message.
  const title = (name: string) =>
    expect(async () => {
      await page.reload();
      // However long the page takes; what it says is compared once, and read anew when it is of before.
      const heading = page.getByRole('heading', {
        name: /^(Current Rankings|Provisional results|Final results)$/,
      });
      await heading.waitFor({ timeout: 0 });
      expect(await heading.textContent()).toBe(name);
    }).toPass();
  await title('Provisional results');
  await expect(page.getByTestId('provisional')).toHaveText('Provisional: the last votes are being counted');
  await expect(page.getByText('Winner')).toHaveCount(0);
  const outcomeOnStage = async (text: string) => {
    await page.goto(`/contests/${contest.id}/stage`);
    await expect(page.getByTestId('stage-outcome')).toHaveText(text);
    await page.goto(`/contests/${contest.id}`);
  };
  await outcomeOnStage('Provisional');
  await end(true);
  await title('Final results');
  await expect(page.getByRole('cell', { name: 'Winner' })).toHaveCount(1);
  await expect(page.getByText('Current Rankings')).toHaveCount(0);
  await outcomeOnStage('Winner');
});
