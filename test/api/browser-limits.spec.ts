import { randomUUID } from 'node:crypto';
import type { BrowserTokenAnswer, CastVoteResult, HeldVoteView, PersonChallenge } from '@abato/contracts';
import { newId } from '@abato/platform';
import { BrowserTokens, VoterTokens } from '@abato/testing/voting';
import { aContest, aUser, aVote, type BuiltContest, platformSecrets } from '../support/builders.js';
import { ApiClient } from '../support/http.js';
import { aLocalPhone, castsOf, codesTo, e164, formPath, LightBrowser } from '../support/light.js';
import { solvedBy } from '../support/person-check.js';
import { phonesApartOf } from '../support/phones.js';
import { secondUrl, testState } from '../support/state.js';
import { tokenFor } from '../support/verification.js';

/** Browsers with and without a token (ADR 42), asked over HTTP: what open contests count of them, and what a token costs. */

const MINUTE = 60_000;
/** Of a Ghanaian carrier; another network for each test. */
let networks = Date.now() % 200;
const aNetwork = (): string => `154.${160 + Math.floor(++networks / 250)}.${networks % 250}`;

const api = new ApiClient();
const tokens = new BrowserTokens(platformSecrets().verificationKey);

const aPhone = phonesApartOf('browser-limits');

/** A browser that has had its token for a minute. */
function aBrowser({ isOutside = false, strength = 0, minutes = 1 } = {}) {
  const deviceId = randomUUID();
  const issued = new Date(Date.now() - minutes * MINUTE);
  return { deviceId, browserToken: tokens.issue(deviceId, { isOutside, strength }, issued) };
}

async function cast(
  contest: BuiltContest,
  address: string,
  fields: Record<string, unknown> = {},
  headers = {},
) {
  const vote = aVote(contest, { voterPhone: aPhone(), ...fields });
  const answer = await api.post<CastVoteResult>('/votes/cast', vote, {
    headers: { 'x-forwarded-for': address, ...headers },
  });
  if (answer.status !== 201) return answer.code;
  return answer.data.held ? 'held' : answer.data.status;
}

const inTurn = async <T>(count: number, work: (nr: number) => Promise<T>): Promise<T[]> => {
  const all: T[] = [];
  for (let nr = 0; nr < count; nr++) all.push(await work(nr));
  return all;
};
const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

/** More than one network gives without tokens, in one cast: no window of time can end in between. */
const TOO_MANY = 91;
const aContestOfMany = () => aContest().freeVotesPerHour(200);

it('an open contest holds votes of one network without tokens above its allowance, says why, and counts those of browsers there', async () => {
  const owner = await aUser().save();
  const contest = await aContestOfMany().ownedBy(owner).save();
  const network = aNetwork();
  expect(await cast(contest, `${network}.1`, { voteCount: TOO_MANY })).toBe('held');
  const { data } = await owner.api.get<HeldVoteView[]>(`/votes/contest/${contest.id}/held`);
  expect(data.map(({ reason }) => reason)).toEqual(['UNKNOWN_BROWSERS']);
  expect(await cast(contest, `${network}.7`, { ...aBrowser(), voteCount: TOO_MANY })).toBe('COMPLETED');
  expect(await cast(contest, `${network}.9`, { voteCount: TOO_MANY - 1 })).toBe('COMPLETED');
});

it('an open contest takes a token for the browser it was issued to, as old as it must be, and from the networks it is for', async () => {
  const contest = await aContestOfMany().save();
  const network = aNetwork();
  const castMany = (browser: Record<string, unknown> | undefined, host: number) =>
    cast(contest, `${network}.${host}`, { ...browser, voteCount: TOO_MANY });
  const issuedAt = (time: Date, strength = 0) => {
    const deviceId = randomUUID();
    return { deviceId, browserToken: tokens.issue(deviceId, { isOutside: false, strength }, time) };
  };
  const changed = (change: (token: string) => string) => {
    const browser = aBrowser();
    return { ...browser, browserToken: change(browser.browserToken) };
  };
  const old = new Date(Date.now() - 181 * 24 * 60 * MINUTE);
  const { deviceId, browserToken } = aBrowser();
  const wrong = [
    { ...aBrowser(), browserToken },
    { ...aBrowser(), browserToken: undefined },
    { deviceId: undefined, browserToken },
    changed((token) => token.replace(/.(?=[^.]{21}$)/, (letter) => (letter === 'A' ? 'B' : 'A'))),
    changed((token) => token.replace('.u0.', '.u8.')),
    issuedAt(new Date()),
    issuedAt(old, 1),
    aBrowser({ isOutside: true }),
  ];
  expect(await inTurn(wrong.length, (nr) => castMany(wrong[nr], nr))).toEqual(times(wrong.length, 'held'));
  expect(await castMany({ deviceId, browserToken }, 200)).toBe('COMPLETED');
  // A check that was solved for a token makes it good at once.
  expect(await castMany(issuedAt(new Date(), 1), 201)).toBe('COMPLETED');
});

it('an open contest counts a crowd of 500 browsers behind one address, beside a flood from there, and asks none of them twice', async () => {
  const contest = await aContestOfMany().addressProof(false).save();
  const address = `${aNetwork()}.1`;
  expect(await cast(contest, address, { voteCount: TOO_MANY })).toBe('held');
  // As the prices of tokens are: free for the first ones, a check for each after that.
  const crowd = Array.from({ length: 500 }, (_, nr) => aBrowser({ strength: nr < 150 ? 0 : 1 }));
  const became: (string | undefined)[] = [];
  while (crowd.length)
    became.push(
      ...(await Promise.all(crowd.splice(0, 50).map((browser) => cast(contest, address, browser)))),
    );
  const asked = became.filter((one) => one === 'CHALLENGE_REQUIRED').length;
  expect(became.filter((one) => one === 'COMPLETED')).toHaveLength(500 - asked);
  // Their tokens were free, and the address over its rate: asked once, when the vote is cast.
  expect(asked).toBeLessThanOrEqual(150);
});

it('an open contest takes the check of a token for that of the vote, where not every vote needs its own', async () => {
  const contest = await aContestOfMany().save();
  const address = `${aNetwork()}.1`;
  const overTheRate = { voteCount: 151 };
  expect(await cast(contest, address, { ...aBrowser(), ...overTheRate })).toBe('CHALLENGE_REQUIRED');
  expect(await cast(contest, address, { ...aBrowser({ strength: 1 }), ...overTheRate })).toBe('COMPLETED');
  const always = await aContest().personCheck().save();
  expect(await cast(always, address, aBrowser({ strength: 8 }))).toBe('CHALLENGE_REQUIRED');
});

it('votes that are proven or paid for need no token', async () => {
  const address = `${aNetwork()}.1`;
  const paid = await aContest().paid('1.00').save();
  expect(await cast(paid, address, { voteCount: TOO_MANY })).toBe('PENDING');
  const verified = await aContestOfMany().verifiedPhones().save();
  const voterPhone = aPhone();
  const headers = { 'x-voter-token': await tokenFor(verified, voterPhone) };
  expect(await cast(verified, address, { voterPhone, voteCount: TOO_MANY }, headers)).toBe('COMPLETED');
});

it('an address over its rate is asked for a check where checks of tokens were collected for longer than those of votes may be', async () => {
  const contest = await aContestOfMany().save();
  const address = `${aNetwork()}.1`;
  const overTheRate = { voteCount: 151 };
  const collected = aBrowser({ strength: 8, minutes: 11 });
  expect(await cast(contest, address, { ...collected, ...overTheRate })).toBe('CHALLENGE_REQUIRED');
  const fresh = aBrowser({ strength: 8, minutes: 8 });
  expect(await cast(contest, address, { ...fresh, ...overTheRate })).toBe('COMPLETED');
  // It is a known browser all the same.
  const other = `${aNetwork()}.1`;
  const known = aBrowser({ strength: 1, minutes: 11 });
  expect(await cast(contest, other, { ...known, voteCount: TOO_MANY })).toBe('COMPLETED');
});

const ask = async (address: string, body: Record<string, unknown>) => {
  const headers = { 'x-forwarded-for': address };
  return (await api.post<BrowserTokenAnswer>('/voters/browser', body, { headers })).data;
};
const soon = () => new Date(Date.now() + 10_000);

it('a token is free for the first browsers of an address, and then costs a check that proves nothing for another', async () => {
  const address = `${aNetwork()}.1`;
  const first = randomUUID();
  const { browserToken, expiresAt } = await ask(address, { deviceId: first });
  expect(tokens.read(browserToken, first, soon())).toMatchObject({ isOutside: false, strength: 0 });
  expect(Date.parse(expiresAt ?? '')).toBeGreaterThan(Date.now() + 179 * 24 * 60 * MINUTE);
  const [mine, other] = [randomUUID(), randomUUID()];
  let asked: BrowserTokenAnswer = {};
  let free = 1;
  // A window of five minutes may end in between.
  for (; !asked.challenge && free < 400; free++) asked = await ask(address, { deviceId: mine });
  expect(free).toBeGreaterThan(150);
  expect(asked.browserToken).toBeUndefined();
  if (!asked.challenge) throw new Error('no check is asked for');
  const challenge = await solvedBy(asked.challenge);
  expect((await ask(address, { deviceId: other, challenge })).browserToken).toBeUndefined();
  const paid = await ask(address, { deviceId: mine, challenge });
  expect(tokens.read(paid.browserToken, mine, new Date())).toMatchObject({ isOutside: false, strength: 1 });
});

it('a token says that it was issued outside Ghana, and is asked for again the next day', async () => {
  const deviceId = randomUUID();
  const { browserToken, expiresAt = '' } = await ask('45.10.0.7', { deviceId });
  expect(tokens.read(browserToken, deviceId, soon())).toMatchObject({ isOutside: true, strength: 0 });
  const left = Date.parse(expiresAt) - Date.now();
  expect([left > 23 * 60 * MINUTE, left <= 24 * 60 * MINUTE]).toEqual([true, true]);
  expect(tokens.read(browserToken, deviceId, new Date(expiresAt))).toBeNull();
});

it('a token comes with the form of the light page', async () => {
  const contest = await aContest().save();
  const browser = new LightBrowser({ 'x-forwarded-for': `${aNetwork()}.1` });
  await browser.get(await formPath(contest));
  const [device, ...token] = (browser.cookies.get('abato_light') ?? '').split('.');
  expect(tokens.read(token.join('.'), device, soon())).toMatchObject({ isOutside: false, strength: 0 });
});

it('a token is replaced on the light page when it does not make its browser known there, and kept when it does', async () => {
  const path = await formPath(await aContest().save());
  const network = aNetwork();
  const kept = async ({ deviceId, browserToken }: ReturnType<typeof aBrowser>) => {
    const browser = new LightBrowser({ 'x-forwarded-for': `${network}.1` });
    const cookie = `${deviceId}.${browserToken}`;
    browser.cookies.set('abato_light', cookie);
    await browser.get(path);
    const [device, ...token] = (browser.cookies.get('abato_light') ?? '').split('.');
    expect(device).toBe(deviceId);
    expect(tokens.read(token.join('.'), device, soon())).toMatchObject({ isOutside: false });
    return browser.cookies.get('abato_light') === cookie;
  };
  expect(await kept(aBrowser({ isOutside: true }))).toBe(false);
  expect(await kept(aBrowser({ minutes: 181 * 24 * 60 }))).toBe(false);
  expect(await kept(aBrowser())).toBe(true);
  // It becomes valid in some seconds; another one would begin anew.
  expect(await kept(aBrowser({ minutes: 0 }))).toBe(true);
});

/** The form is sent at once: the token that came with it is too young. */
const lightVote = async (
  contest: BuiltContest,
  phone: string,
  { isProven = false, baseUrl = testState().baseUrl, network = aNetwork(), votes = TOO_MANY } = {},
) => {
  const browser = new LightBrowser({ 'x-forwarded-for': `${network}.1` }, baseUrl);
  await browser.get(await formPath(contest));
  const digest = platformSecrets().voterDigest(contest.id, 'phone', e164(phone));
  const proofs = new VoterTokens(platformSecrets().verificationKey);
  if (isProven) browser.cookies.set('abato_proof', proofs.issue(digest, soon()));
  await browser.submit({ phone, votes: String(votes) });
  return browser;
};
const statesOf = async (contest: BuiltContest) =>
  (await castsOf(contest)).map(({ source, status }) => [source, status]);

it('a token is not needed on the light page by a voter whose number is proven', async () => {
  const contest = await aContestOfMany().save();
  await lightVote(contest, aLocalPhone(), { isProven: true });
  expect(await statesOf(contest)).toEqual([['LIGHT', 'COMPLETED']]);
});

it('a token that is missing is asked for a code on the light page, and the vote is held only where none can be sent', async () => {
  const contest = await aContestOfMany().save();
  const phone = aLocalPhone();
  const browser = await lightVote(contest, phone);
  expect(browser.screen?.text).toContain(`We have sent a code to ${phone}.`);
  expect(await statesOf(contest)).toEqual([]);
  const [code = ''] = await codesTo(e164(phone));
  expect((await browser.submit({ code }, 'code')).text).toContain(`Your ${TOO_MANY} votes are in`);
  // A landline takes no code.
  const network = aNetwork();
  expect(await cast(contest, `${network}.7`, { voteCount: TOO_MANY - 1 })).toBe('COMPLETED');
  const landline = await lightVote(contest, '0302123456', { network, votes: 1 });
  expect(landline.screen?.text).toContain('Received, and waiting to be checked');
  await lightVote(contest, aLocalPhone(), { baseUrl: secondUrl() });
  expect(await statesOf(contest)).toEqual([
    ['LIGHT', 'COMPLETED'],
    ['WEB', 'COMPLETED'],
    ['LIGHT', 'PENDING'],
    ['LIGHT', 'PENDING'],
  ]);
});

it.each([{}, { deviceId: 'x' }, { deviceId: randomUUID(), challenge: 'x'.repeat(4_001) }])(
  'a token is refused for %j',
  async (body) => expect((await api.post('/voters/browser', body)).status).toBe(400),
);

it('person checks for votes take more work once an address has asked for many', async () => {
  const address = `${aNetwork()}.1`;
  const headers = () => ({ 'x-forwarded-for': address, 'idempotency-key': randomUUID() });
  const contestId = newId();
  const strengths: unknown[] = [];
  // A window of five minutes may end in between.
  while (strengths.at(-1) !== 2 && strengths.length < 700) {
    const { data } = await api.post<PersonChallenge>(
      '/votes/challenge',
      { contestId },
      { headers: headers() },
    );
    strengths.push(data.parameters.data?.['strength']);
  }
  expect(strengths.length).toBeGreaterThan(300);
  expect(new Set(strengths)).toEqual(new Set([1, 2]));
});
