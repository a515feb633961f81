import { randomUUID } from 'node:crypto';
import { ADDRESS_VOTES, type CastVoteResult, type HeldVoteView } from '@abato/contracts';
import { BrowserTokens, VoterTokens } from '@abato/testing/voting';
import { startApiProcess } from '../support/api-process.js';
import type { BuiltContest } from '../support/builders.js';
import { aContest, aUser, aVote, platformSecrets, sql, withOwner } from '../support/builders.js';
import { ApiClient } from '../support/http.js';
import { aLocalPhone, castsOf, codesTo, e164, formPath, LightBrowser } from '../support/light.js';
import { redis, useRedis } from '../support/own-redis.js';
import { phonesApartOf } from '../support/phones.js';
import { PRODUCTION } from '../support/process.js';
import { secondUrl, testState } from '../support/state.js';
import { orderCode, orderDial } from '../support/verification.js';
import { waitFor } from '../support/wait-for.js';

/** Votes of numbers that are not proven, of one network address in an open contest (ADR 42). */

useRedis();
const LIMIT = 10;
let networks = Date.now() % 200;

/** Of a Ghanaian carrier; another network for each test. */
const aNetwork = (): string => `154.${162 + Math.floor(++networks / 250)}.${networks % 250}`;

const api = new ApiClient();

const aPhone = phonesApartOf('address-proof');

/** What a sender has who fetches a token for each vote, and solves its check. */
function aBrowser() {
  const deviceId = randomUUID();
  const tokens = new BrowserTokens(platformSecrets().verificationKey);
  return { deviceId, browserToken: tokens.issue(deviceId, { isOutside: false, strength: 8 }, new Date()) };
}

/** What a voter has who has proven the number. */
function proofOf(contest: BuiltContest, phone: string): string {
  const secrets = platformSecrets();
  const digest = secrets.voterDigest(contest.id, 'phone', phone);
  return new VoterTokens(secrets.verificationKey).issue(digest, new Date(Date.now() + 3_600_000));
}

async function cast(
  contest: BuiltContest,
  address: string,
  fields: Record<string, unknown> = {},
  { headers = {}, client = api } = {},
) {
  const vote = aVote(contest, { voterPhone: aPhone(), voteCount: LIMIT, ...aBrowser(), ...fields });
  const answer = await client.post<CastVoteResult>('/votes/cast', vote, {
    headers: { 'x-forwarded-for': address, ...headers },
  });
  if (answer.status !== 201) return answer.code;
  return answer.data.held ? 'held' : answer.data.status;
}

/** Whose new voters usually give so many votes that its pace asks none of them for a number. */
async function withManyVoters(contest: BuiltContest): Promise<BuiltContest> {
  const slot = Math.floor(Date.now() / 300_000);
  const usual = Array.from({ length: 36 }, (_, nr) => `${slot - 3 - nr}:5000;`).join('');
  await redis.set(`abato:surge:${contest.id}`, usual);
  return contest;
}

/** Use up what the address may give. */
async function useUp(contest: BuiltContest, address: string, votes: number = ADDRESS_VOTES.most) {
  const answers = Array.from({ length: votes / LIMIT }, () => cast(contest, address));
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['COMPLETED']));
}

/** An open contest, and an address that has given it all the votes that it may. */
async function atBusyAddress() {
  const contest = await aContest().freeVotesPerHour(LIMIT).save();
  const address = `${aNetwork()}.1`;
  await useUp(contest, address);
  return { contest, address };
}

it('an open contest asks for a proven number once an address has given 300 votes with tokens and checks, and counts proven ones and those of others', async () => {
  const owner = await aUser().save();
  const contest = await withManyVoters(await aContest().freeVotesPerHour(LIMIT).ownedBy(owner).save());
  const network = aNetwork();
  await useUp(contest, `${network}.1`);
  expect(await cast(contest, `${network}.1`, { voteCount: 1 })).toBe('PHONE_NOT_VERIFIED');
  expect(await cast(contest, `${network}.2`, { voteCount: 1 })).toBe('COMPLETED');

  const voterPhone = aPhone();
  const headers = { 'x-voter-token': proofOf(contest, voterPhone) };
  expect(await cast(contest, `${network}.1`, { voterPhone }, { headers })).toBe('COMPLETED');
  expect(await cast(contest, `${network}.1`, { voterPhone: aPhone() }, { headers })).toBe(
    'PHONE_NOT_VERIFIED',
  );

  expect(await cast(contest, `${network}.1`, { acceptHold: true })).toBe('held');
  const { data } = await owner.api.get<HeldVoteView[]>(`/votes/contest/${contest.id}/held`);
  expect(data.map(({ reason, voteCount }) => [reason, voteCount])).toEqual([['ONE_ADDRESS', LIMIT]]);
});

it('an open contest asks in words, takes the same vote with a proof or to be held, and lets its numbers be proven', async () => {
  const { contest, address } = await atBusyAddress();
  const voterPhone = aPhone();
  const vote = aVote(contest, { voterPhone, ...aBrowser() });
  const headers = { 'x-forwarded-for': address, 'idempotency-key': randomUUID() };
  const refused = await api.post('/votes/cast', vote, { headers });
  expect([refused.status, refused.message]).toEqual([
    403,
    'Very many votes have come from your network in the last minutes. Please confirm your phone number to vote.',
  ]);
  expect((await orderDial(contest, voterPhone)).status).toBe(202);
  const proven = { ...headers, 'x-voter-token': proofOf(contest, voterPhone) };
  const first = await api.post<CastVoteResult>('/votes/cast', vote, { headers: proven });
  const again = await api.post<CastVoteResult>('/votes/cast', { ...vote, acceptHold: true }, { headers });
  expect([first.status, again.data.id, again.data.held]).toEqual([201, first.data.id, undefined]);
});

it('an open contest sends codes by SMS only where its votes need them, and a tenth of those of a verified contest', async () => {
  const contest = await aContest().freeVotesPerHour(LIMIT).save();
  const [idle, busy] = [`${aNetwork()}.1`, `${aNetwork()}.1`];
  await useUp(contest, busy);
  const order = async (address: string) => (await orderCode(contest, aPhone(), api, address)).status;
  expect([await order(idle), await order(busy)]).toEqual([409, 202]);
  await sql`UPDATE verification_counts SET codes = 1999 WHERE kind = 'CONTEST' AND subject = ${contest.id}`;
  expect([await order(busy), await order(busy)]).toEqual([202, 429]);
});

it('an open contest counts voters of a private network, whose address all share, after their checks', async () => {
  const contest = await withManyVoters(await aContest().freeVotesPerHour(LIMIT).save());
  await useUp(contest, '192.168.7.1', ADDRESS_VOTES.most + 5 * LIMIT);
});

it('an open contest counts the addresses of 48 bits of IPv6 together', async () => {
  const contest = await aContest().freeVotesPerHour(LIMIT).save();
  // Of a Ghanaian carrier.
  const network = `2c0f:f8e8:${(0x1000 + (++networks % 0xe00)).toString(16)}`;
  await useUp(contest, `${network}:1::1`);
  expect(await cast(contest, `${network}:2::1`)).toBe('PHONE_NOT_VERIFIED');
});

it('an open contest leaves room for thirty voters who each give all they may', async () => {
  const contest = await aContest()
    .freeVotesPerHour(2 * LIMIT)
    .save();
  const address = `${aNetwork()}.1`;
  await useUp(contest, address, 2 * ADDRESS_VOTES.most);
  expect(await cast(contest, address, { voteCount: 1 })).toBe('PHONE_NOT_VERIFIED');
});

it('an open contest whose organiser asks for no proof counts further votes after their checks, and proves no numbers', async () => {
  const contest = await aContest().freeVotesPerHour(LIMIT).addressProof(false).save();
  const address = `${aNetwork()}.1`;
  await useUp(contest, address, ADDRESS_VOTES.most + 5 * LIMIT);
  expect((await orderDial(contest, aPhone())).status).toBe(409);
});

it('an open contest holds further votes where the platform can neither send codes nor be dialled', async () => {
  // An empty secret means no USSD in production only.
  const silent = await startApiProcess({ ...PRODUCTION, TRUSTED_PROXIES: '127.0.0.1', USSD_SECRET: '' });
  try {
    const client = new ApiClient(silent.baseUrl);
    const { contest, address } = await atBusyAddress();
    expect(await cast(contest, address, {}, { client })).toBe('held');
  } finally {
    await silent.platform.destroy();
  }
});

it('a verified contest and a paid one ask for no further proof at an address', async () => {
  const address = `${aNetwork()}.1`;
  const verified = await aContest().freeVotesPerHour(LIMIT).verifiedPhones().save();
  const provenVote = () => {
    const voterPhone = aPhone();
    const headers = { 'x-voter-token': proofOf(verified, voterPhone) };
    return cast(verified, address, { voterPhone }, { headers });
  };
  const became = await Promise.all(Array.from({ length: ADDRESS_VOTES.most / LIMIT + 1 }, provenVote));
  expect(new Set(became)).toEqual(new Set(['COMPLETED']));
  const paid = await aContest().paid('0.10').save();
  expect(await cast(paid, address, { voteCount: 5_000 })).toBe('PENDING');
});

const networks48 = Array.from({ length: 40 }, (_, nr) => `2c0f:f8e8:${(0x2000 + nr).toString(16)}::1`);
const rush = (contest: BuiltContest) => Promise.all(networks48.map((address) => cast(contest, address)));
const aSettledBrowser = (at: number) => {
  const deviceId = randomUUID();
  const tokens = new BrowserTokens(platformSecrets().verificationKey);
  return { deviceId, browserToken: tokens.issue(deviceId, { isOutside: false, strength: 0 }, new Date(at)) };
};

it('an open contest to which far more new voters come than usual counts 300 of their votes from 40 networks, asks the others in words, and takes them with a proof or to be held', async () => {
  const { owner, contest } = await withOwner(aContest().freeVotesPerHour(LIMIT));
  const became = await rush(contest);
  expect(became.filter((state) => state === 'COMPLETED')).toHaveLength(30);
  expect(new Set(became)).toEqual(new Set(['COMPLETED', 'PHONE_NOT_VERIFIED']));
  const address = `${aNetwork()}.1`;
  const voterPhone = aPhone();
  const refused = await api.post('/votes/cast', aVote(contest, { voterPhone, ...aBrowser() }), {
    headers: { 'x-forwarded-for': address },
  });
  expect(refused.message).toBe(
    'Far more votes than usual are arriving in this contest. Please confirm your phone number to vote.',
  );
  // A code by SMS too, at an address that has given no vote.
  expect((await orderCode(contest, voterPhone, api, address)).status).toBe(202);
  const headers = { 'x-voter-token': proofOf(contest, voterPhone) };
  expect(await cast(contest, address, { voterPhone }, { headers })).toBe('COMPLETED');
  expect(await cast(contest, address, { acceptHold: true })).toBe('held');
  const { data } = await owner.api.get<HeldVoteView[]>(`/votes/contest/${contest.id}/held`);
  expect(data.map(({ reason }) => reason)).toEqual(['SURGE']);
  const mails = () => sql<{ body: string }>`SELECT body FROM mail_outbox WHERE recipient = ${owner.email}`;
  const [mail] = await waitFor(async () => {
    const found = await mails();
    return found.length === 1 && found;
  });
  expect(mail?.body).toContain(`/admin/votes/held?contest=${contest.id}`);
});

it('an open contest to which far more new voters come than usual counts at once who voted before from a browser it has known, and not who has only one of both', async () => {
  const contest = await aContest().freeVotesPerHour(LIMIT).save();
  const [regular, address] = [aPhone(), `${aNetwork()}.1`];
  const before = aSettledBrowser(Date.now() - 3_600_000);
  expect(await cast(contest, address, { voterPhone: regular, voteCount: 1, ...before })).toBe('COMPLETED');
  await rush(contest);
  expect(await cast(contest, address, { voteCount: 9 })).toBe('COMPLETED');
  const again = { voterPhone: regular, voteCount: 1 };
  expect(await cast(contest, address, { ...again, ...before })).toBe('PHONE_NOT_VERIFIED');
  // As if an hour had passed since the first vote.
  await redis.del(await redis.keys(`abato:free:${contest.id}:*`));
  const young = aSettledBrowser(Date.now() - 60_000);
  expect(await cast(contest, address, { ...again, ...young })).toBe('PHONE_NOT_VERIFIED');
  expect(await cast(contest, address, { voteCount: 1, ...before })).toBe('PHONE_NOT_VERIFIED');
  expect(await cast(contest, address, { ...again, ...before })).toBe('COMPLETED');
});

it('an open contest to which far more new voters come than usual counts the votes of this machine, whose programs share its address, outside production', async () => {
  const contest = await aContest().freeVotesPerHour(LIMIT).save();
  const own = new ApiClient(testState().baseUrl);
  const votes = Array.from({ length: 31 }, () =>
    own.post<CastVoteResult>('/votes/cast', aVote(contest, { voterPhone: aPhone(), voteCount: LIMIT })),
  );
  const states = (await Promise.all(votes)).map(({ data }) => data?.status);
  expect(new Set(states)).toEqual(new Set(['COMPLETED']));
});

const vote = async (contest: BuiltContest, address: string, phone: string, baseUrl = testState().baseUrl) => {
  const browser = new LightBrowser({ 'x-forwarded-for': address }, baseUrl);
  await browser.get(await formPath(contest));
  await browser.submit({ phone, votes: '1' });
  return browser;
};

it('the light page at an address that has given all its votes asks for a code, and counts the vote after it', async () => {
  const { contest, address } = await atBusyAddress();
  const phone = aLocalPhone();
  const browser = await vote(contest, address, phone);
  expect(browser.screen?.text).toContain(`We have sent a code to ${phone}.`);
  const [code = ''] = await codesTo(e164(phone));
  expect((await browser.submit({ code }, 'code')).text).toContain('Your vote is in');
  const light = (await castsOf(contest)).filter(({ source }) => source === 'LIGHT');
  expect(light.map(({ status }) => status)).toEqual(['COMPLETED']);
});

it('the light page at an address that has given all its votes has the phone dial where no SMS is sent', async () => {
  const { contest, address } = await atBusyAddress();
  const browser = await vote(contest, address, aLocalPhone(), secondUrl());
  expect(browser.screen?.text).toMatch(/\*713\*7\*\d{4}#/);
});

it('the light page at an address that has given all its votes holds the vote of a landline, which takes no code', async () => {
  const { contest, address } = await atBusyAddress();
  // Some minutes later: while the address is over its rate, this page has no check for a landline.
  await redis.del(await redis.keys(`abato:casts:${contest.id}:*`));
  const browser = await vote(contest, address, '0302123456');
  expect(browser.screen?.text).toContain('Received, and waiting to be checked');
});
