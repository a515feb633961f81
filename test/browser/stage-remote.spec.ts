import type { RemoteLink, RemoteSession } from '@abato/contracts';
import { sql } from '../support/builders.js';
import {
  aContest,
  ApiClient,
  aUser,
  aVote,
  expect,
  findings,
  overflow,
  pictures,
  signedIn,
  test,
} from './page.js';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const api = new ApiClient();
const LONG_NAME = 'Nana Akua Serwaa Bonsu-Frimpong Owusu-Ansah of Kumasi and Greater Accra';

/** A contest whose first category has a third, a second and a first place, in the order of its contestants. */
async function aShow(size: number, winner?: string) {
  const owner = await aUser().save();
  const contest = await aContest().ownedBy(owner).active().withContestants(size, 2).save();
  const people = contest.categories[0]?.contestants ?? [];
  // Before the first vote: what the API has read of a contest it keeps for some seconds.
  if (winner) await sql`UPDATE contestants SET name = ${winner} WHERE id = ${people[2]?.id}`;
  for (const [index, person] of people.slice(0, 3).entries())
    await api.post('/votes/cast', aVote(contest, { contestantId: person.id, voteCount: 10 * (index + 1) }));
  return { owner, contest, people, category: contest.categories[0]?.id ?? '' };
}

test('a phone without sign-in steers every stage of a contest, and its organiser ends it', async ({
  page,
  browser,
}) => {
  const { owner, contest, people, category } = await aShow(3);
  const stage = await (await browser.newContext()).newPage();
  const phone = await (await browser.newContext({ viewport: { width: 360, height: 740 } })).newPage();
  await stage.goto(`/contests/${contest.id}/stage`);
  await expect(stage.getByTestId('stage-row')).toHaveCount(3);

  await test.step('the organiser makes a link that connects one phone', async () => {
    await signedIn(page, owner, `/admin/contests/${contest.id}`);
    await page.getByTestId('stage-remote').click();
    const url = await page.getByTestId('remote-copy').getAttribute('data-url');
    await phone.goto(String(url));
    await expect(phone.getByTestId('remote-now')).toContainText('Categories in turn');
    expect(new URL(phone.url()).hash).toBe('');
    await expect(phone.getByTestId('remote-screens')).toHaveText('1 screen shows the stage');
    await expect(page.getByTestId('remote-connected')).toBeVisible();
    expect(await findings(page)).toEqual([]);
    expect(await findings(phone)).toEqual([]);
    await expect.poll(() => overflow(phone)).toBeLessThanOrEqual(0);
    await pictures(phone, 'remote', [360]);
    await pictures(page, 'remote-dialog', [360, 1280]);
  });

  const places = [1, 2, 3].map((rank) => stage.getByTestId(`stage-place-${rank}`));
  await test.step('it pins, turns black and shows again', async () => {
    const other = contest.categories[1];
    await phone.getByTestId(`remote-pin-${other?.id}`).click();
    await expect(stage.getByRole('heading', { level: 2 })).toHaveText('Category 2');
    await expect(phone.getByTestId('remote-now')).toContainText('Pinned category');
    await phone.getByTestId('remote-black').click();
    await expect(stage.getByTestId('stage-black')).toBeVisible();
    await phone.getByTestId('remote-black').click();
    await expect(stage.getByTestId('stage-black')).toHaveCount(0);
    await phone.getByTestId(`remote-pin-${category}`).click();
    await expect(stage.getByTestId('stage-row')).toHaveCount(3);
  });

  await test.step('it reveals the third, the second and the first place, also on a stage that was loaded again', async () => {
    await phone.getByTestId('remote-begin').click();
    await expect(stage.getByTestId('stage-reveal')).toBeVisible();
    for (const { name } of people) await expect(stage.getByText(name)).toHaveCount(0);
    for (const [index, button] of ['3rd', '2nd', '1st'].entries()) {
      await expect(phone.getByTestId('remote-open')).toHaveText(`Reveal ${button} place`);
      await phone.getByTestId('remote-open').click();
      await expect(places[2 - index] as (typeof places)[number]).toContainText(String(people[index]?.name));
      if (index < 2) await expect(stage.getByText(String(people[index + 1]?.name))).toHaveCount(0);
      if (index === 1) await stage.reload();
    }
    expect(await findings(stage)).toEqual([]);
  });

  await test.step('the phone says when nothing arrives', async () => {
    await phone.context().setOffline(true);
    await expect(phone.getByTestId('remote-away')).toBeVisible();
    await phone.context().setOffline(false);
    await expect(phone.getByTestId('remote-away')).toHaveCount(0);
  });

  await test.step('the organiser ends it, and the stage turns by itself', async () => {
    await page.getByTestId('remote-end').click();
    await expect(stage.getByTestId('stage-row')).toHaveCount(3);
    await expect(phone.getByText('This remote is not connected')).toBeVisible();
  });
});

test('the winner scene has confetti, and none for those who asked for less motion', async ({ page }) => {
  const { owner, contest, category } = await aShow(12, LONG_NAME);
  const { token } = (await owner.api.post<RemoteLink>(`/contests/${contest.id}/stage-remote`)).data;
  const { session } = (await api.post<RemoteSession>('/stage-remote/connect', { token })).data;
  let sequence = 1;
  const show = (scene: string, step = 0) =>
    api.post('/stage-remote/command', {
      session,
      sequence: (sequence += 1),
      scene,
      categoryId: category,
      step,
    });
  const confetti = page.getByTestId('stage-confetti');
  const name = page.getByTestId('stage-winner').getByTestId('stage-name');
  // A stage that learns of the scene more than eight seconds late shows none; on this one's clock no time passes.
  await page.clock.setFixedTime(Date.now());
  await page.goto(`/contests/${contest.id}/stage`);
  await expect(page.getByTestId('stage-row')).toHaveCount(10);

  await show('WINNER');
  await expect(page.getByTestId('stage-winner-label')).toHaveText('In the lead');
  await expect(name).toHaveText(LONG_NAME);
  await expect(confetti).toHaveAttribute('data-falling', 'true');
  for (const [width, height] of [
    [1280, 720],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height });
    const bottomOf = async (of: typeof name) => {
      const box = await of.boundingBox();
      return box ? box.y + box.height : NaN;
    };
    const belowTheScene = async () =>
      (await bottomOf(name)) - (await bottomOf(page.getByTestId('stage-winner')));
    await expect.poll(belowTheScene).toBeLessThanOrEqual(0);
    if (process.env['ABATO_SCREENSHOTS']) await page.screenshot({ path: `screenshots/winner-${width}.png` });
  }

  await page.emulateMedia({ reducedMotion: 'reduce' });
  await show('REVEAL', 3);
  await expect(page.getByTestId('stage-place-1')).toContainText(LONG_NAME);
  if (process.env['ABATO_SCREENSHOTS']) await page.screenshot({ path: 'screenshots/reveal-1920.png' });
  await show('WINNER');
  await expect(name).toHaveText(LONG_NAME);
  await expect(confetti).toBeAttached();
  await expect(confetti).not.toHaveAttribute('data-falling');
  expect(await findings(page)).toEqual([]);
  await owner.api.patch(`/contests/${contest.id}/toggle-results`);
  await expect(page.getByTestId('stage-winner')).toHaveCount(0);
  await expect(page.getByText(LONG_NAME)).toHaveCount(0);
});
