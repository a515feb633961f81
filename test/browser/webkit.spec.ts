import { expect, test } from '@playwright/test';
import { aContest, aVote, closeDatabase } from '../support/builders.js';
import { ApiClient } from '../support/http.js';
import { SimulatorControl } from '../support/simulator.js';
import { missingForWebKit, WebKitWindow } from '../support/webkit.js';
import { aPhone } from './page.js';

/** The voter's journey in the engine of every browser on an iPhone. */
let page: WebKitWindow;
const missing = missingForWebKit();
if (missing) process.stderr.write(`WebKit tests skipped: ${missing}\n`);
test.skip(missing !== null, missing ?? '');
test.beforeAll(async () => void (page = await WebKitWindow.open(375, 812)));
test.afterAll(async () => {
  await page.close();
  await closeDatabase();
});

const at = (path: string): string => `${process.env['ABATO_BASE_URL']}${path}`;
const byId = (id: string): string => `[data-testid="${id}"]`;

test('a free vote is cast, receives a code and is followed live in WebKit', async () => {
  const contest = await aContest().active().withContestants(3).save();
  const { id } = contest.contestant;
  await page.goto(at(`/contests/${contest.id}`));
  await page.click(byId(`vote-now-${id}`));
  await page.fill('input[name="voterPhone"]', aPhone());
  await page.click(byId('vote-submit'));
  await page.sees('body', /Vote cast successfully!/);
  await page.sees(byId(`vote-count-${id}`), /1/);
  await new ApiClient().post('/votes/cast', aVote(contest, { voteCount: 4 }));
  await page.sees(byId(`vote-count-${id}`), /5/);
});

test('a vote is paid by mobile money in WebKit', async () => {
  const contest = await aContest().active().paid('1.50').save();
  await page.goto(at(`/contests/${contest.id}`));
  await page.click(byId(`vote-now-${contest.contestant.id}`));
  // This wallet never answers by itself: the prompt waits until the test has looked at the page.
  await page.fill('input[name="voterPhone"]', '024 123 0003');
  await page.click(byId('pay-momo'));
  await page.click(byId('vote-submit'));
  await page.sees(byId('charge-step'), /Approve the prompt on your phone\./);
  const record = await page.evaluate<string>("return sessionStorage.getItem('pendingPayment')");
  await new SimulatorControl().complete((JSON.parse(record) as { reference: string }).reference);
  await page.sees(`${byId('verify-status')}[data-status="success"]`, /./);
  await page.sees('body', /GHS 1\.50/);
  await expect.poll(() => page.evaluate("return sessionStorage.getItem('pendingPayment')")).toBeNull();
});
