import { test as base, expect, type Page } from '@playwright/test';
import type { ContestStats, UserView } from '@abato/contracts';
import {
  aContest,
  aUser,
  aVote,
  type BuiltContest,
  type BuiltUser,
  closeDatabase,
} from '../support/builders.js';
import { STORED_ITEMS, type StoredItem } from '../../apps/web/src/lib/stored-items.js';
import { ApiClient } from '../support/http.js';
import { phonesOf, typed } from '../support/phones.js';
import { SimulatorControl } from '../support/simulator.js';
import { testState } from '../support/state.js';
import { waitFor } from '../support/wait-for.js';

export * from './looks.js';
export { aContest, ApiClient, aUser, aVote, expect, SimulatorControl };

/**
 * The page shows refusals itself; the browser logs every 4xx on its own. A routed WebSocket is closed before its page, which takes its leave of
 * the server when it is hidden.
 */
const ITS_OWN =
  /the server responded with a status of 4\d\d|^WebSocket is already in CLOSING or CLOSED state/;

/**
 * A page that fails its test when the browser complains: an error in the console, a refused style or script (content
 * security policy), an uncaught exception.
 */
export const test = base.extend<{ complaints: string[] }>({
  complaints: [
    async ({ context }, use) => {
      const complaints: string[] = [];
      context.on('weberror', (error) => complaints.push(error.error().message));
      context.on('console', (message) => {
        if (message.type() === 'error' && !ITS_OWN.test(message.text())) complaints.push(message.text());
      });
      await use(complaints);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

test.afterAll(closeDatabase);

/** A contest of two whose results are hidden, and whose votes are counted: a page that is looked at before has nothing to hide. */
export async function aHiddenContest(votes: number): Promise<BuiltContest> {
  const owner = await aUser().save();
  const contest = await aContest().ownedBy(owner).active().resultsHidden().withContestants(2).save();
  await castCounted(owner, contest, votes);
  return contest;
}

/** Cast the first votes of a contest, and wait until its owner's figures show them. */
export async function castCounted(owner: BuiltUser, contest: BuiltContest, votes: number): Promise<void> {
  const cast = await new ApiClient().post('/votes/cast', aVote(contest, { voteCount: votes }));
  expect(cast.status).toBe(201);
  await expect
    .poll(async () => (await owner.api.get<ContestStats>(`/contests/${contest.id}/stats`)).data.totalVotes)
    .toBe(votes);
}

/** Read the number that a rolling counter will end at. */
export async function countOf(page: Page, contestantId: string): Promise<number> {
  return Number(
    (await page.getByTestId(`vote-count-${contestantId}`).first().innerText()).replace(/\D/g, ''),
  );
}

/** Requests to these addresses wait on their way. @returns lets them through */
export async function holdBack(page: Page, url: string | RegExp): Promise<() => void> {
  let letThrough = (): void => undefined;
  const open = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route(url, async (route) => {
    await open;
    await route.continue();
  });
  return letThrough;
}

/** One answered request later: what the page was about to send has been sent. */
export async function afterOneRequest(page: Page): Promise<void> {
  await page.evaluate(() => fetch('/health/live').then((answer) => answer.text()));
}

/**
 * The next answer of the API, to a request whose address has this part, whose data say what the test waits for. An answer alone may be one that
 * was on its way before.
 */
export function answerSaying<T>(page: Page, part: string, says: (data: T) => boolean): Promise<unknown> {
  return page.waitForResponse(
    async (answer) =>
      answer.url().includes(part) && answer.ok() && says(((await answer.json()) as { data: T }).data),
  );
}

/** The voter looks at the page again. */
export async function comeBackTo(page: Page): Promise<void> {
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
}

/** The browser's clock may be moved on without the live connection missing a sign of life. To be called before the page is opened. */
export async function patientConnection(page: Page): Promise<void> {
  await page.routeWebSocket(/\/socket\.io\//, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) =>
      socket.send(String(message).replace(/"pingInterval":\d+/, '"pingInterval":36000000')),
    );
  });
}

/** Every answer of the API is a refusal from now on, without a time. */
export async function refuseRequests(page: Page): Promise<void> {
  await page.route('**/api/**', (route) =>
    route.fulfill({ status: 429, json: { success: false, message: 'Too many requests' } }),
  );
}

const nextPhone = phonesOf('browser');
export const aPhone = (): string => typed(nextPhone());

/** Open the vote dialog of a contestant and fill it in. */
export async function fillVote(page: Page, contestantId: string, votes = 1, phone = aPhone()): Promise<void> {
  await page.getByTestId(`vote-now-${contestantId}`).click();
  await page.getByLabel('Number of votes').fill(String(votes));
  await page.getByLabel('Your phone number').fill(phone);
}

/** Open the vote dialog of a contestant, fill it in and send the vote. */
export async function castVote(page: Page, ...vote: [contestantId: string, votes?: number, phone?: string]) {
  await fillVote(page, ...vote);
  await page.getByTestId('vote-submit').click();
}

/** The same on the page of the contest, for its first contestant. */
export async function openAndFill(page: Page, contest: BuiltContest, votes?: number, phone?: string) {
  await page.goto(`/contests/${contest.id}`);
  await fillVote(page, contest.contestant.id, votes, phone);
}

/** The same, and send the vote. */
export async function openAndVote(page: Page, contest: BuiltContest, votes?: number, phone?: string) {
  await openAndFill(page, contest, votes, phone);
  await page.getByTestId('vote-submit').click();
}

/** The code in the newest SMS to a number. */
export function codeSentTo(phone: string): Promise<string> {
  return waitFor(
    async () => {
      const answer = await fetch(`${testState().simulatorUrl}/simulator/sms?to=${phone}`);
      const [sms] = (await answer.json()) as { text: string }[];
      return /^\d{6}/.exec(sms?.text ?? '')?.[0];
    },
    { what: `the SMS to ${phone}` },
  );
}

/** Fill in the form of a new organiser, all but the passwords. */
export async function fillRegistration(page: Page, email: string): Promise<void> {
  const values: [string | RegExp, string][] = [
    ['First name', 'Akosua'],
    ['Last name', 'Mensah'],
    [/^Email/, email],
    ['Phone number', '0241234567'],
    ['ID number', 'GHA-123456789-0'],
    ['Organization name', 'Volta Awards'],
    ['Organization email', 'hello@volta.example'],
    ['Organization phone', '0201234567'],
    ['Organization description', 'Awards of the Volta Region'],
  ];
  for (const [label, value] of values) await page.getByLabel(label).first().fill(value);
}

/** Sign in through the form, in place of the account before, and open a page. */
export async function openAs(page: Page, user: BuiltUser, path: string): Promise<void> {
  await page.goto('/login');
  if (await page.evaluate(() => localStorage.getItem('token'))) {
    await page.evaluate(() => localStorage.clear());
    await page.goto('/login');
  }
  await signIn(page, user);
  await page.waitForURL(/\/admin\//);
  await page.goto(path);
}

/** Sign in through the form. */
export async function signIn(page: Page, user: { email: string; password: string }): Promise<void> {
  await page.getByLabel('Email', { exact: false }).first().fill(user.email);
  await page.locator('input[type=password]').fill(user.password);
  await page.getByTestId('login-submit').click();
}

/**
 * Names of what the app keeps in this browser now, apart from its code. Each is one of the table that the privacy page is made from, in the place that it
 * names.
 */
export async function storedIn(page: Page): Promise<string[]> {
  const kept = await page.evaluate(async () => ({
    local: Object.keys(localStorage),
    tab: Object.keys(sessionStorage).map((name) => name.replace(/^draft:.*/, 'draft')),
    databases: (await indexedDB.databases()).map(({ name }) => name),
  }));
  const cookies = (await page.context().cookies()).map(({ name }) => name);
  expect(kept.databases).toEqual([]);
  const places = { local: kept.local, tab: kept.tab, cookie: cookies };
  const found = Object.entries(places).flatMap(([place, names]) =>
    names.filter((name) => name !== 'test:signed-in').map((name) => ({ place, name })),
  );
  const untold = found.filter(({ place, name }) => STORED_ITEMS[name as StoredItem] !== place);
  expect(untold, 'stored and not on the privacy page').toEqual([]);
  return found.map(({ name }) => name).sort();
}

/** Open the browser with a stored session, at a page where one is named. Later sign-outs and expiries are kept. */
export async function signedIn(page: Page, user: BuiltUser, path?: string): Promise<void> {
  const { data } = await user.api.get<UserView>('/auth/profile');
  const { phone: _phone, idNumber: _idNumber, ...stored } = data;
  await page.addInitScript(
    ([token, json]) => {
      if (sessionStorage.getItem('test:signed-in')) return;
      sessionStorage.setItem('test:signed-in', 'once');
      localStorage.setItem('token', token as string);
      localStorage.setItem('user', json as string);
    },
    [user.token, JSON.stringify(stored)],
  );
  if (path) await page.goto(path);
}
