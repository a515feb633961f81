import { createChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { platformSecrets } from '../support/builders.js';
import { intakeOf, manyPhonesOfOneDevice } from '../support/held-votes.js';
import {
  aContest,
  aUser,
  checkLooks,
  countOf,
  expect,
  fillVote,
  findings,
  holdBack,
  openAs,
  pictures,
  test,
  openAndVote,
  openAndFill,
} from './page.js';

test('a contest that requires a person check gets one without an action by the voter', async ({ page }) => {
  const contest = await aContest().active().personCheck().save();
  const files: string[] = [];
  page.on('request', (request) => files.push(request.url()));
  await openAndFill(page, contest, 3);
  expect(files.filter((url) => url.includes('person-check'))).toEqual([]);

  // Held back for a moment, so that one sees what is said meanwhile.
  const answer = await holdBack(page, '**/api/votes/challenge');
  await page.getByTestId('vote-submit').click();
  await expect(page.getByTestId('vote-submit')).toHaveText(/Checking that you are a person…/);
  await expect(page.getByTestId('vote-modal').getByRole('status')).toContainText('This takes a few seconds');
  expect(await findings(page)).toEqual([]);
  answer();
  await expect(page.getByText('Vote cast successfully!')).toBeVisible();
  await expect.poll(() => countOf(page, contest.contestant.id)).toBe(3);
});

/** What the API asks for a token of a busy network; this machine's own address is never asked. */
async function checkOfToken(deviceId: string) {
  const { challengeKey } = platformSecrets();
  const { parameters, signature } = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: 1_000,
    counter: 300,
    deriveKey,
    data: { contestId: 'browser', key: deviceId, strength: 1 },
    expiresAt: new Date(Date.now() + 600_000),
    hmacSignatureSecret: challengeKey,
    hmacKeySignatureSecret: challengeKey,
  });
  return { parameters, signature };
}

test('a browser gets its token while the page is read, does the check that it costs, and votes with it', async ({
  page,
}) => {
  const contest = await aContest().active().save();
  const asked: Record<string, string>[] = [];
  await page.route('**/api/voters/browser', async (route) => {
    const body = route.request().postDataJSON() as Record<string, string>;
    asked.push(body);
    if (body['challenge']) return route.continue();
    const challenge = await checkOfToken(body['deviceId'] ?? '');
    return route.fulfill({ json: { success: true, data: { challenge } } });
  });
  const given = page.waitForResponse(
    async (response) =>
      response.url().endsWith('/api/voters/browser') && (await response.text()).includes('.u1.'),
  );
  await openAndFill(page, contest, 2);
  const answer = (await (await given).json()) as { data: { browserToken: string } };
  const cast = page.waitForRequest('**/api/votes/cast');
  await page.getByTestId('vote-submit').click();
  expect((await cast).postDataJSON()).toMatchObject({
    deviceId: asked[0]?.['deviceId'],
    browserToken: answer.data.browserToken,
  });
  await expect(page.getByText('Vote cast successfully!')).toBeVisible();
  // It is kept: another visit asks for none.
  await page.reload();
  await fillVote(page, contest.contestant.id, 1);
  const again = page.waitForRequest('**/api/votes/cast');
  await page.getByTestId('vote-submit').click();
  expect((await again).postDataJSON()).toMatchObject({ browserToken: answer.data.browserToken });
  expect(asked).toHaveLength(2);
});

test('a vote that is cast before the check of the token is done waits for it', async ({ page }) => {
  const contest = await aContest().active().save();
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/voters/browser', async (route) => {
    const { deviceId = '', challenge } = route.request().postDataJSON() as Record<string, string>;
    if (challenge) {
      await released;
      return route.continue();
    }
    return route.fulfill({
      json: { success: true, data: { challenge: await checkOfToken(deviceId) } },
    });
  });
  await page.goto(`/contests/${contest.id}`);
  const solved = page.waitForRequest(
    (request) =>
      request.url().endsWith('/api/voters/browser') && (request.postData() ?? '').includes('challenge'),
  );
  await fillVote(page, contest.contestant.id, 1);
  await solved;
  await page.getByTestId('vote-submit').click();
  await expect(page.getByTestId('vote-submit')).toHaveText(/Checking that you are a person…/);
  const cast = page.waitForRequest('**/api/votes/cast');
  release();
  expect(((await cast).postDataJSON() as { browserToken: string }).browserToken).toContain('.u1.');
  await expect(page.getByText('Vote cast successfully!')).toBeVisible();
});

test('a voter is told that the vote is held', async ({ page }) => {
  const contest = await aContest().active().save();
  const deviceId = crypto.randomUUID();
  await manyPhonesOfOneDevice(contest, 5, { deviceId });
  await page.addInitScript((id) => localStorage.setItem('device', id), deviceId);
  await openAndVote(page, contest, 2);
  const said = page.getByTestId('vote-held');
  await expect(said).toContainText('Received, and waiting to be checked');
  await expect(said).toContainText('your 2 votes');
  expect(await findings(page)).toEqual([]);
  await said.getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => countOf(page, contest.contestant.id)).toBe(5);
});

test('the organiser sees held votes with their reason, rejects one and releases the rest', async ({
  page,
}) => {
  const owner = await aUser().save();
  const contest = await aContest().ownedBy(owner).active().save();
  await manyPhonesOfOneDevice(contest, 8);
  await openAs(page, owner, `/admin/votes?contest=${contest.id}`);
  await expect(page.getByTestId('held-link')).toHaveText('Held votes (3)');
  await page.getByTestId('held-link').click();
  await expect(page.getByTestId('intake-received')).toHaveText('8');
  await expect(page.getByTestId('held-row')).toHaveCount(3);
  await expect(page.getByTestId('held-row').first()).toContainText('Many phones on one device');
  await checkLooks(page, 'held-votes');

  const decided = async (reason: string) => {
    await page.getByRole('textbox', { name: 'Reason' }).fill(reason);
    await page.getByTestId('held-decide-submit').click();
  };
  await page.getByTestId('held-row').first().getByRole('checkbox').check();
  await page.getByTestId('held-reject').click();
  await decided('We called them');
  await expect(page.getByTestId('held-row')).toHaveCount(2);

  // The others are decided without leaving the console.
  await page.goto(`/admin/contests/${contest.id}`);
  const panel = page.getByTestId('held-panel');
  await expect(panel.getByTestId('held-row')).toHaveCount(2);
  await expect(panel.getByTestId('held-row').first()).toContainText('Many phones on one device');
  await pictures(page, 'held-console', [360, 1280]);
  await panel.getByTestId('held-row').last().getByRole('checkbox').check();
  await panel.getByRole('button', { name: 'Release chosen' }).click();
  await decided('We called them');
  await expect(panel.getByTestId('held-row')).toHaveCount(1);
  await panel.getByRole('button', { name: 'Release all' }).click();
  await decided('We called them');
  await expect(panel).toBeHidden();
  await page.goto(`/admin/votes/held?contest=${contest.id}`);
  await expect(page.getByText('Nothing is held')).toBeVisible();
  await expect(page.getByTestId('intake-counted')).toHaveText('7');
  expect(await intakeOf(owner, contest)).toEqual({ received: 8, counted: 7, held: 0, rejected: 1 });
});

test('the organiser switches the person check on in the contest form', async ({ page }) => {
  const owner = await aUser().save();
  const contest = await aContest().ownedBy(owner).active().save();
  await openAs(page, owner, `/admin/contests/${contest.id}?tab=settings`);
  await page.getByRole('button', { name: 'Edit Contest' }).click();
  await page.getByLabel('Person check').selectOption('ALWAYS');
  await page.getByLabel('Free votes per device and hour').fill('40');
  await page.getByLabel('Keep voters’ details (months)').fill('3');
  // Past its draft the rules are sealed: a change of them says why.
  await page.getByTestId('contest-form-submit').click();
  await expect(page.getByText('Please say why the rules change')).toBeVisible();
  await page.getByLabel('Reason for changed rules').fill('Votes look automated');
  await page.getByTestId('contest-form-submit').click();
  await expect(page.getByText('Contest updated successfully!')).toBeVisible();
  await expect(page.getByText('For every free vote')).toBeVisible();
  await expect(page.getByText('Kept for 3 months after the end')).toBeVisible();
  const { data } = await owner.api.get(`/contests/${contest.id}`);
  expect(data).toMatchObject({ challenge: 'ALWAYS', freeVotesPerDevice: 40, retentionMonths: 3 });
});
