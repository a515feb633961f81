import { database, sql } from '../support/builders.js';
import { SmallServer } from '../support/small-server.js';
import {
  aContest,
  aHiddenContest,
  ApiClient,
  aUser,
  aVote,
  castCounted,
  expect,
  findings,
  overflow,
  patientConnection,
  test,
} from './page.js';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const api = new ApiClient();

/** A running contest whose second contestant leads with 5 of 8 votes, the first has 3. */
async function aLedContest() {
  const contest = await aContest().active().withContestants(3, 2).save();
  const [first, second] = contest.categories[0]?.contestants ?? [];
  if (!first || !second) throw new Error('contestants are missing');
  await api.post('/votes/cast', aVote(contest, { contestantId: first.id, voteCount: 3 }));
  await api.post('/votes/cast', aVote(contest, { contestantId: second.id, voteCount: 5 }));
  return { contest, first, second };
}

test('/stage shows the ranking, follows votes without reloading, and leads seats to the vote', async ({
  page,
}) => {
  const { contest, first, second } = await aLedContest();
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto(`/contests/${contest.id}/stage`);
  const rows = page.getByTestId('stage-row');
  await expect(rows).toHaveCount(3);
  await expect(rows.first()).toContainText(second.name);
  await expect(rows.first()).toContainText('1st');
  await expect(rows.first()).toContainText('62.5%');
  await expect(page.getByTestId('protection')).toHaveText('Phone numbers are typed, not proven.');
  await expect(
    page.getByRole('img', { name: `QR code that opens ${contest.title} for voting` }),
  ).toBeVisible();
  await expect(page.getByTestId('live-indicator')).toContainText('Live');
  expect(await findings(page)).toEqual([]);

  await api.post('/votes/cast', aVote(contest, { contestantId: first.id, voteCount: 7 }));
  await expect(page.getByTestId('stage-total')).toHaveText('15');
  await expect(rows.first()).toContainText(first.name);
});

test('/stage fills the screen with two to ten rows, and shrinks long names instead of cutting them', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  const owner = await aUser().save();
  for (const size of [2, 10]) {
    const contest = await aContest().ownedBy(owner).active().withContestants(size).save();
    await database().query('UPDATE contestants SET name = $2 WHERE id = $1', [
      contest.contestant.id,
      'Nana Akua Serwaa Bonsu-Frimpong Owusu-Ansah of Kumasi and Greater Accra',
    ]);
    // Votes that arrived while boxes are measured would move them.
    await castCounted(owner, contest, 99_999);
    await page.goto(`/contests/${contest.id}/stage`);
    const rows = page.getByTestId('stage-row');
    await expect(rows).toHaveCount(size);
    const shapes = await rows.evaluateAll((all) =>
      all.map((row) => {
        const name = row.querySelector('[data-testid=stage-name]') as HTMLElement;
        const [box, text] = [row.getBoundingClientRect(), name.getBoundingClientRect()];
        return {
          bottom: box.bottom,
          cut: text.top < box.top || text.bottom > box.bottom || name.scrollWidth > name.clientWidth + 1,
        };
      }),
    );
    expect(shapes.filter(({ cut }) => cut)).toEqual([]);
    expect(shapes.at(-1)?.bottom).toBeGreaterThan(1000);
    expect(shapes.at(-1)?.bottom).toBeLessThan(1080);
    // The bar begins after rank and picture.
    const photo = await rows.last().locator('.aspect-square').boundingBox();
    const bar = await rows.last().getByTestId('stage-bar').boundingBox();
    expect(Math.abs((bar?.x ?? 0) - (photo?.x ?? 0) - (photo?.width ?? 0))).toBeLessThan(2);
  }
});

test('/stage offers the vote only while it can be given, and counts down to the end', async ({ page }) => {
  const said = page.getByTestId('stage-notice');
  const scan = page.getByText('Scan to vote');
  const closing = await aContest().active().endingIn(3_000_000).save();
  await page.goto(`/contests/${closing.id}/stage`);
  await expect(scan).toBeVisible();
  await expect(page.getByTestId('stage-address')).toHaveText(new URL(page.url()).host);
  await expect(page.getByText('Voting closes in')).toBeVisible();
  await expect(page.getByTestId('stage-countdown')).toHaveText(/^(50:00|4\d:\d\d)$/);
  for (const [builder, notice] of [
    [aContest().paused(), 'Voting is paused'],
    [aContest().ended(), 'Voting has ended'],
    [aContest().active().startingIn(-7_200_000).endingIn(-60_000), 'Voting has ended'],
    [aContest().active().startingIn(3_000_000), 'Voting opens on'],
    [aContest().active().ofInactiveHost(), 'No votes are taken at the moment'],
  ] as const) {
    const { id } = await builder.save();
    await page.goto(`/contests/${id}/stage`);
    await expect(said).toContainText(notice);
    await expect(scan).toHaveCount(0);
  }
});

test('/stage reads what no message told within a minute, however many votes come', async ({ page }) => {
  const contest = await aContest().active().save();
  await page.clock.install();
  await patientConnection(page);
  await page.goto(`/contests/${contest.id}/stage`);
  await expect(page.getByTestId('live-indicator')).toContainText('Live');
  await sql`UPDATE contests SET title = 'Told by no message' WHERE id = ${contest.id}`;
  let votes = 0;
  await expect
    .poll(async () => {
      await api.post('/votes/cast', aVote(contest));
      await expect(page.getByTestId('stage-total')).toHaveText(String(++votes));
      await page.clock.fastForward(40_000);
      return page.getByRole('heading', { level: 1 }).textContent();
    })
    .toBe('Told by no message');
});

test('/stage says that a contest does not exist', async ({ page }) => {
  await page.goto('/contests/0d5b7cd5-6a5c-4f83-9b2a-1f4ce0f1a111/stage');
  await expect(page.getByRole('heading', { name: 'Contest not found' })).toBeVisible();
});

test('/embed shows the ranking of every category and follows votes without reloading', async ({ page }) => {
  const { contest, first, second } = await aLedContest();
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(`/embed/contests/${contest.id}`);
  await expect(page.getByTestId('protection')).toHaveText('Phone numbers are typed, not proven.');
  const rows = page.getByRole('listitem');
  await expect(rows).toHaveCount(5);
  await expect(rows.first()).toContainText(second.name);
  await expect(rows.first()).toContainText('62.5%');
  await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0);
  expect(await findings(page)).toEqual([]);
  await expect(page.getByTestId('live-indicator')).toContainText('Live');
  await api.post('/votes/cast', aVote(contest, { contestantId: first.id, voteCount: 7 }));
  await expect(rows.first()).toContainText(first.name);
});

test('/embed offers no vote while none is taken', async ({ page }) => {
  for (const [builder, hidden] of [
    [aContest().ended(), false],
    [aContest().paused().resultsHidden(), true],
  ] as const) {
    const { id } = await builder.save();
    await page.goto(`/embed/contests/${id}`);
    await expect(page.getByRole('link', { name: 'See the contest' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Vote now' })).toHaveCount(0);
    await expect(page.getByText('Results are hidden for now.', { exact: true })).toHaveCount(hidden ? 1 : 0);
  }
});

test('/embed opens the vote in a tab of its own', async ({ page, context }) => {
  const { contest } = await aLedContest();
  await page.goto(`/embed/contests/${contest.id}`);
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: 'Vote now' }).click();
  await expect(await opened).toHaveURL(new RegExp(`/contests/${contest.id}$`));
  await expect(page).toHaveURL(/\/embed\//);
});

test('/embed never shows another page inside the frame of another site', async ({ page, baseURL }) => {
  const { contest } = await aLedContest();
  const site = await new SmallServer((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<title>Elsewhere</title><iframe src="${baseURL}/embed/contests/${contest.id}"></iframe>`);
  }).open();
  try {
    await page.goto(site.url);
    const frame = page.frameLocator('iframe');
    await expect(frame.getByTestId('embed')).toBeVisible();
    for (const link of await frame.getByRole('link').all()) {
      await expect(link).toHaveAttribute('target', '_blank');
      await expect(link).toHaveAttribute('rel', /noopener/);
    }
    // Whatever changes the address inside, the router shows none of the app's pages: not even the bar or the form to sign in.
    for (const path of [`/contests/${contest.id}`, '/login', '/admin/hosts', '/']) {
      await frame.locator('html').evaluate((_html, to) => {
        window.history.pushState(null, '', to);
        window.dispatchEvent(new PopStateEvent('popstate'));
      }, path);
      await expect(frame.getByTestId('embed')).toHaveCount(0);
      await expect(frame.locator('#root > *')).toHaveCount(0);
    }
  } finally {
    await site.close();
  }
});

test('/embed takes theme and category from its address', async ({ page }) => {
  const { contest } = await aLedContest();
  const category = contest.categories[1];
  for (const theme of ['dark', 'light']) {
    await page.goto(`/embed/contests/${contest.id}?theme=${theme}&category=${category?.id}`);
    await expect(page.getByRole('listitem')).toHaveCount(2);
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
  }
});

test('hidden results show no count, rank or share on page, stage and frame', async ({ page }) => {
  const contest = await aHiddenContest(4321);
  for (const [path, shown] of [
    [`/contests/${contest.id}`, 'Results are kept under wraps'],
    [`/contests/${contest.id}/stage`, 'Results are kept under wraps'],
    [`/embed/contests/${contest.id}`, 'Results are hidden for now. Voting goes on.'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByText(shown)).toBeVisible();
    await expect(page.getByText(contest.contestant.name).first()).toBeVisible();
    await expect(page.getByTestId('stage-row')).toHaveCount(0);
    expect(await page.locator('main').innerText(), path).not.toMatch(/4,?321|%|1st|2nd|Current Rankings/);
  }
});

test('the poster of a contest shows its title, price, last day and code', async ({ page }) => {
  const contest = await aContest().active().paid('1.50').save();
  await page.goto(`/contests/${contest.id}/poster`);
  const poster = page.getByTestId('poster');
  await expect(poster.getByRole('heading', { name: contest.title })).toBeVisible();
  await expect(poster).toContainText('GHS 1.50 per vote');
  await expect(poster).toContainText('Voting closes on');
  // The code is drawn: a label alone leads nowhere.
  const code = poster.getByRole('img', { name: `QR code that opens ${contest.title}` });
  await expect(code.locator('path')).toHaveAttribute('d', /^M/);
});

test('the poster of a contestant names contestant and contest; the button is not printed', async ({
  page,
}) => {
  const contest = await aContest().active().save();
  const { id, name } = contest.contestant;
  await page.goto(`/contests/${contest.id}/poster?contestant=${id}`);
  const poster = page.getByTestId('poster');
  await expect(poster.getByRole('heading', { name })).toBeVisible();
  await expect(poster).toContainText(contest.title);
  await expect(poster.getByTestId('poster-dial')).toContainText(/No smartphone\? Dial \*713\*\d{4,6}#/);
  await expect(poster).toContainText('Voting is free');
  const print = page.getByRole('button', { name: 'Print or save as PDF' });
  await expect(print).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(print).toBeHidden();
  await expect(poster).toBeVisible();
});

test('the poster does not exist for a draft', async ({ page }) => {
  const contest = await aContest()
    .ownedBy(await aUser().save())
    .draft()
    .save();
  await page.goto(`/contests/${contest.id}/poster`);
  await expect(page.getByText('Posters can be made once the contest is active.')).toBeVisible();
});
