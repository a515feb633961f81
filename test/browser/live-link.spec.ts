import { test as plain, type Page, type WebSocketRoute } from '@playwright/test';
import type { PublicContestView } from '@abato/contracts';
import { aContest, answerSaying, ApiClient, aUser, aVote, countOf, expect, refuseRequests } from './page.js';

// Without the check for complaints: a browser that cannot reach the server logs every attempt.

const CLOCK = /as of \d{2}:\d{2}:\d{2}/;
const state = (page: Page) => page.getByTestId('live-indicator');

/** A proxy between the page and the server's websocket. */
async function withWire(page: Page): Promise<{ cut: () => void; mend: () => void }> {
  let whole = true;
  const open = new Set<WebSocketRoute>();
  await page.routeWebSocket(/\/socket\.io\//, (socket) => {
    if (!whole) {
      void socket.close();
      return;
    }
    open.add(socket);
    socket.connectToServer();
  });
  return {
    cut: () => {
      whole = false;
      for (const socket of open) void socket.close();
      open.clear();
    },
    mend: () => (whole = true),
  };
}

plain('a lost live connection is said, bridged by asking, and repaired', async ({ page }) => {
  const contest = await aContest().active().withContestants(2).save();
  const vote = () => new ApiClient().post('/votes/cast', aVote(contest));
  const wire = await withWire(page);
  await page.goto(`/contests/${contest.id}`);
  await expect(state(page)).toHaveAttribute('data-state', 'live');
  await expect(state(page)).not.toContainText(CLOCK);

  wire.cut();
  await expect(state(page)).toHaveAttribute('data-state', /reconnecting|polling/);
  await expect(state(page)).toContainText(CLOCK);
  // The network lets no websocket through: the page asks every few seconds, and says so.
  await expect(state(page)).toHaveAttribute('data-state', 'polling');
  await expect(state(page)).toContainText('Updates every 5 seconds');
  await vote();
  await expect.poll(() => countOf(page, contest.contestant.id)).toBe(1);

  wire.mend();
  await expect(state(page)).toHaveAttribute('data-state', 'live');
  await expect(state(page)).not.toContainText(CLOCK);
  await vote();
  await expect.poll(() => countOf(page, contest.contestant.id)).toBe(2);
});

plain('a pause that is taken back at once leaves no page paused', async ({ page }) => {
  const owner = await aUser().save();
  const contest = await aContest().ownedBy(owner).active().save();
  const toggle = () => new ApiClient().as(owner.token).patch(`/contests/${contest.id}/toggle-pause`);
  await page.goto(`/contests/${contest.id}`);
  await expect(state(page)).toHaveAttribute('data-state', 'live');
  const vote = page.getByRole('button', { name: /^Vote Now/ }).first();
  await expect(vote).toBeEnabled();
  const readAs = (isPaused: boolean) =>
    answerSaying<PublicContestView>(
      page,
      `/api/contests/${contest.id}/public?after=`,
      (data) => data.isPaused === isPaused,
    );
  const paused = readAs(true);
  expect((await toggle()).status).toBe(200);
  // The page has just read that the contest is paused, and may keep this answer for a second.
  await paused;
  const resumed = readAs(false);
  expect((await toggle()).status).toBe(200);
  await resumed;
  await expect(vote).toBeEnabled();
  await expect(page.getByText('Voting is paused. Please try again later.')).toBeHidden();
});

plain(
  'a page from before results were hidden, as a cache may have it, hides them when it connects',
  async ({ page }) => {
    const owner = await aUser().save();
    const contest = await aContest().ownedBy(owner).active().save();
    await new ApiClient().post('/votes/cast', aVote(contest, { voteCount: 7 }));
    const path = `/contests/${contest.id}`;
    await expect
      .poll(async () => (await new ApiClient().get<PublicContestView>(`${path}/public`)).data.totalVotes)
      .toBe(7);
    const count = page.getByTestId(`vote-count-${contest.contestant.id}`).first();
    const readAgain = page.waitForRequest(`**/api${path}/public?after=*`);
    await page.routeWebSocket(/\/socket\.io\//, async (socket) => {
      await expect(count).toHaveText(/7/);
      await owner.api.put(path, { showResults: false });
      socket.connectToServer();
    });
    await page.goto(path);
    await expect(state(page)).toHaveAttribute('data-state', 'live');
    await expect(count).toBeHidden();
    await readAgain;
  },
);

plain(
  'watchers of a contest that is deleted are told that it is gone, and led to other contests',
  async ({ page }) => {
    const owner = await aUser().save();
    const contest = await aContest().ownedBy(owner).active().save();
    await page.goto(`/contests/${contest.id}`);
    await expect(state(page)).toHaveAttribute('data-state', 'live');
    await page.getByTestId(`vote-now-${contest.contestant.id}`).click();
    expect((await owner.api.delete(`/contests/${contest.id}`)).status).toBe(200);
    await expect(page.getByRole('heading', { name: 'Contest not found' })).toBeVisible();
    await expect(page.getByTestId('vote-modal')).toHaveCount(0);
    await page.getByRole('link', { name: 'Back to Contests' }).first().click();
    await expect(page).toHaveURL(/\/contests$/);
  },
);

plain('a server out of reach is noticed although the browser believes to be online', async ({ page }) => {
  const contest = await aContest().active().save();
  const wire = await withWire(page);
  await page.goto(`/contests/${contest.id}`);
  await expect(state(page)).toHaveAttribute('data-state', 'live');
  await expect(page.getByTestId('offline-notice')).toBeHidden();

  await page.route(/\/(api|health)\//, (route) => route.abort('connectionfailed'));
  wire.cut();
  const notice = page.getByTestId('offline-notice');
  await expect(notice).toContainText('Abato cannot be reached.');
  expect(await page.evaluate(() => navigator.onLine)).toBe(true);
  await expect(state(page)).toHaveAttribute('data-state', 'unreachable');
  await expect(state(page)).toContainText(CLOCK);

  await page.unroute(/\/(api|health)\//);
  wire.mend();
  await expect(notice).toBeHidden();
  await expect(state(page)).toHaveAttribute('data-state', 'live');
});

plain('a watch that cannot be granted because something is away is asked for again', async ({ page }) => {
  const contest = await aContest().active().save();
  let refused = 0;
  await page.routeWebSocket(/\/socket\.io\//, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      const [, id] = /^42(\d+)\["contest:watch"/.exec(String(message)) ?? [];
      if (id === undefined || refused === 2) return server.send(message);
      refused++;
      socket.send(`43${id}[{"ok":false,"message":"This is temporarily unavailable.","again":true}]`);
    });
  });
  await page.goto(`/contests/${contest.id}`);
  await expect.poll(() => refused).toBe(2);
  await new ApiClient().post('/votes/cast', aVote(contest));
  await expect.poll(() => countOf(page, contest.contestant.id)).toBe(1);
});

plain('contests that are on the screen stay there when they cannot be read again', async ({ page }) => {
  const contest = await aContest().active().save();
  await page.clock.install();
  await page.goto(`/contests?search=${encodeURIComponent(contest.title)}`);
  const shown = page.getByRole('heading', { name: contest.title });
  await expect(shown).toBeVisible();
  // Also an error that is shown for a moment is one.
  await page.evaluate(() => {
    const watch = () => {
      if (document.querySelector('main [role=alert]')) document.documentElement.dataset['alerted'] = 'yes';
    };
    new MutationObserver(watch).observe(document, { childList: true, subtree: true });
  });
  const readAgain = async () => {
    const answer = page.waitForResponse('**/api/contests/public?*');
    await page.clock.fastForward(11_000);
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
    return (await answer).status();
  };
  await refuseRequests(page);
  expect(await readAgain()).toBe(429);
  await page.unroute('**/api/**');
  expect(await readAgain()).toBe(200);
  await expect(shown).toBeVisible();
  await expect(page.locator('html')).not.toHaveAttribute('data-alerted');
});

for (const [name, path, shown] of [
  ['embedded ranking', (id: string) => `/embed/contests/${id}`, 'embed'],
  ['poster', (id: string) => `/contests/${id}/poster`, 'poster'],
] as const) {
  plain(`the ${name} says what failed, and is shown when it is tried again`, async ({ page }) => {
    const contest = await aContest().active().save();
    // The answer may be part of the page: this page asks for it.
    await page.route(`**${path(contest.id)}`, async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace('id="server-data"', 'id="no-data"');
      await route.fulfill({ response, body });
    });
    await refuseRequests(page);
    await page.goto(path(contest.id));
    await expect(page.getByRole('alert')).toContainText('Too many requests');
    await page.unroute('**/api/**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByTestId(shown)).toBeVisible();
  });
}

plain('one failed request beside a working server raises no alarm', async ({ page }) => {
  const contest = await aContest().active().save();
  let aborted = 0;
  await page.route('**/api/votes/cast', (route) => {
    aborted++;
    return route.abort('connectionfailed');
  });
  await page.goto(`/contests/${contest.id}`);
  await page.getByTestId(`vote-now-${contest.contestant.id}`).click();
  await page.getByLabel('Your phone number').fill('0245550102');
  await page.getByTestId('vote-submit').click();
  await expect(page.getByText('Network error. Please check your connection.')).toBeVisible();
  expect(aborted).toBeGreaterThan(0);
  await expect(page.getByTestId('offline-notice')).toBeHidden();
  await page.unroute('**/api/votes/cast');
  await page.getByTestId('vote-submit').click();
  await expect(page.getByText('Vote cast successfully!')).toBeVisible();
  await expect.poll(() => countOf(page, contest.contestant.id)).toBe(1);
});
