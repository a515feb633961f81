import type { ContestAudit, ContestRulesView, ContestTally } from '@abato/contracts';
import { aContest, aUser, aVote, type BuiltContest, withOwner, sql } from '../support/builders.js';
import { ApiClient } from '../support/http.js';
import {
  beginPaid,
  castPaid,
  initialize,
  publicContest,
  publicTotal,
  waitForState,
} from '../support/payments.js';
import { SimulatorControl } from '../support/simulator.js';
import { connectSocket, nextMessage } from '../support/sockets.js';
import { testState } from '../support/state.js';
import { waitFor } from '../support/wait-for.js';

/**
 * Hidden results leave nothing: two contests that differ only in their counts look the same to every visitor, byte for byte. They
 * have the same texts and times; ids and nominee codes, which must differ, are replaced before comparing.
 */
const visitor = new ApiClient();

const owner = await aUser().save();
const [quiet, busy] = [await twin(owner), await twin(owner)];
const [first, second] = busy.categories[0]?.contestants ?? [];
// The second in order gets more votes: an order by count would betray it.
await visitor.post('/votes/cast', aVote(busy, { contestantId: first?.id, voteCount: 3 }));
await visitor.post('/votes/cast', aVote(busy, { contestantId: second?.id, voteCount: 40 }));
await waitFor(async () => (await tallied(busy)) === 43);

/** Votes as the worker has tallied them. */
async function tallied(contest: BuiltContest): Promise<number> {
  return sql.value<number>`SELECT votes FROM contest_tallies WHERE contest_id = ${contest.id}`;
}

async function twin(owner: { id: string }): Promise<BuiltContest> {
  const contest = await aContest().ownedBy(owner).resultsHidden().withContestants(3, 2).save();
  await sql`UPDATE contests SET title = 'Twin', start_date = '2026-01-01Z', end_date = '2036-01-01Z',
      created_at = '2026-01-01Z', updated_at = '2026-01-01Z' WHERE id = ${contest.id}`;
  await sql`UPDATE hosts SET name = 'Host' WHERE id = ${contest.hostId}`;
  return contest;
}

function anonymous(contest: BuiltContest, text: string): string {
  const ids = [
    contest.id,
    contest.hostId,
    ...contest.categories.flatMap((category) => [
      category.id,
      ...category.contestants.map((person) => person.id),
    ]),
  ];
  return ids
    .reduce((result, id, index) => result.replaceAll(id, `id-${index}`), text)
    .replaceAll(/("code":"|Code )\d{4,6}\b/g, '$1of-nominee');
}

/** Everything a visitor gets of the detail, headers that depend on the content included. */
async function detail(contest: BuiltContest): Promise<string> {
  const response = await fetch(`${testState().baseUrl}/api/contests/${contest.id}/public`, {
    // Compressed, the length would depend on the ids, which must differ.
    headers: { 'accept-encoding': 'identity' },
  });
  const names = ['content-type', 'cache-control', 'content-length', 'last-modified'];
  const headers = names.map((name) => `${name}: ${response.headers.get(name)}`);
  return anonymous(contest, `${headers.join('\n')}\n${await response.text()}`);
}

async function card(contest: BuiltContest): Promise<string> {
  // Other files make more contests than a page has, and all of them end before these.
  const { data } = await visitor.get<{ id: string }[]>('/contests/public?search=Twin&pageSize=1000');
  expect(data.map(({ id }) => id)).toContain(contest.id);
  return anonymous(contest, JSON.stringify(data.find((item) => item.id === contest.id)));
}

/** The page's own HTML: its head is what link previews read. */
async function page(contest: BuiltContest, path: string): Promise<string> {
  const response = await fetch(testState().baseUrl + path);
  return anonymous(contest, (await response.text()).replace(/nonce="[^"]*"|content="[\w+/=]{20,}"/g, ''));
}

it('the detail is the same', async () => expect(await detail(busy)).toBe(await detail(quiet)));

it('the fair-play figures are the same', async () => {
  const figures = async (contest: BuiltContest) =>
    anonymous(contest, JSON.stringify((await visitor.get(`/contests/${contest.id}/fair-play`)).data));
  expect(await figures(busy)).toBe(await figures(quiet));
  expect(await figures(busy)).toContain('"counted":null');
});

it('the tag of the cache does not move with a vote', async () => {
  const { owner, contest } = await withOwner(aContest().resultsHidden());
  const shown = await aContest().save();
  expect(await publicTotal(shown.id)).toBe(0);
  const cast = async (to: BuiltContest) =>
    expect((await visitor.post('/votes/cast', aVote(to, { voteCount: 5 }))).status).toBe(201);
  /** Of an answer that is built anew: pausing and resuming drops the one before, which would be kept for seconds. */
  const tag = async () => {
    for (let times = 0; times < 2; times++)
      expect((await owner.api.patch(`/contests/${contest.id}/toggle-pause`)).status).toBe(200);
    return (await fetch(`${testState().baseUrl}/api/contests/${contest.id}/public`)).headers.get('etag');
  };
  const before = await tag();
  expect(before).toMatch(/^W\/"/);
  await cast(contest);
  await waitFor(async () => (await tallied(contest)) === 5);
  // Counts reach the API in the order in which they are tallied: when the later one is there, so is the hidden one.
  await cast(shown);
  await waitFor(async () => (await publicTotal(shown.id)) === 5);
  expect(await tag()).toBe(before);
});

it('the card of the list is the same', async () => expect(await card(busy)).toBe(await card(quiet)));

it.each([
  ['the page', ({ id }: BuiltContest) => `/contests/${id}`],
  ['a page shared for one contestant', ({ id, contestant }) => `/contests/${id}?contestant=${contestant.id}`],
  ['the stage', ({ id }) => `/contests/${id}/stage`],
  ['the embedded board', ({ id }) => `/embed/contests/${id}`],
] satisfies [string, (contest: BuiltContest) => string][])(
  '%s and its link preview are the same',
  async (_, path) => {
    const ofBusy = await page(busy, path(busy));
    expect(ofBusy).toContain('og:title');
    expect(ofBusy).toBe(await page(quiet, path(quiet)));
  },
);

it('a socket is told the same: nothing', async () => {
  const frames = async (contest: BuiltContest): Promise<string[]> => {
    const socket = await connectSocket();
    const seen: string[] = [];
    socket.onAny((event: string, payload: unknown) => {
      seen.push(anonymous(contest, `${event} ${JSON.stringify(payload)}`));
    });
    // When it was asked is the server's clock, and says nothing of the contest.
    const { at, ...granted } = (await socket.emitWithAck('contest:watch', { contestId: contest.id })) as {
      at: number;
    };
    expect(at).toEqual(expect.any(Number));
    seen.push(JSON.stringify(granted));
    await visitor.post('/votes/cast', aVote(busy));
    // A second contest, with results shown, tells when a push would have arrived.
    const shown = await aContest().save();
    const pushed = nextMessage<ContestTally>(
      socket,
      'contest:tally',
      ({ contestId, totalVotes }) => contestId === shown.id && totalVotes === 1,
    );
    await socket.emitWithAck('contest:watch', { contestId: shown.id });
    await visitor.post('/votes/cast', aVote(shown));
    await pushed;
    return seen.filter((frame) => !frame.includes(shown.id));
  };
  const [ofQuiet, ofBusy] = [await frames(quiet), await frames(busy)];
  expect(ofBusy).toEqual(ofQuiet);
  expect(ofQuiet).toEqual(['{"ok":true,"contest":{"status":"ACTIVE","isPaused":false,"showResults":false}}']);
});

const simulator = new SimulatorControl();
const MINUTE_MS = 60_000;
const REASON = 'The network was away for an hour';
const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * MINUTE_MS).toISOString();

/** Let the contest end a minute ago, as its end date says. */
async function end({ id }: BuiltContest): Promise<void> {
  await sql`UPDATE contests SET end_date = now() - interval '1 minute' WHERE id = ${id}`;
  await waitFor(
    async () => (await sql`SELECT FROM contests WHERE id = ${id} AND status = 'ENDED'`).length === 1,
    { what: 'the contest to end' },
  );
}

it('an end that has passed is extended with a reason: a public amendment; what was refused in between stays uncounted, and votes are taken again', async () => {
  const { owner, contest } = await withOwner(aContest().draft());
  await owner.api.put(`/contests/${contest.id}`, { status: 'ACTIVE' });
  const cast = async (idempotencyKey?: string) =>
    new ApiClient().post('/votes/cast', aVote(contest), {
      ...(idempotencyKey && { headers: { 'idempotency-key': idempotencyKey } }),
    });
  expect((await cast()).status).toBe(201);
  // Without anything undecided its results would be final at once, and the end for good.
  await sql`INSERT INTO held_votes (vote_id, contest_id, votes, reason, held_at)
      VALUES (gen_random_uuid(), ${contest.id}, 1, 'SERVER_NETWORK', now())`;
  await end(contest);
  expect(await cast('0199aaaa-0000-4000-8000-00000000e0d1')).toMatchObject({ code: 'CONTEST_ENDED' });

  const change = (fields: Record<string, unknown>) => owner.api.put(`/contests/${contest.id}`, fields);
  const endDate = inMinutes(60);
  const refused = [
    await change({ endDate }),
    await change({ endDate: inMinutes(-30), amendmentReason: REASON }),
    await change({ endDate, votePrice: 1, amendmentReason: REASON }),
    await change({ endDate, startDate: inMinutes(1), amendmentReason: REASON }),
    await change({ status: 'ACTIVE', amendmentReason: REASON }),
  ];
  expect(refused.map(({ status, code }) => [status, code])).toEqual(
    ['RESULT_CLOSED', 'INVALID_TRANSITION', 'RESULT_CLOSED', 'RESULT_CLOSED', 'INVALID_TRANSITION'].map(
      (code) => [409, code],
    ),
  );
  // Without the advice to end a contest that has ended.
  expect(refused[1]?.message).toBe('The new end date must be in the future.');
  expect(await publicContest(contest)).toMatchObject({ status: 'ENDED', open: false });

  expect(await change({ endDate, amendmentReason: REASON })).toMatchObject({
    status: 200,
    data: { status: 'ACTIVE', endDate },
  });
  await waitFor(async () => (await publicContest(contest)).open);
  expect((await cast()).status).toBe(201);
  const rows = await sql<{ votes: number }>`SELECT count(*) AS votes FROM vote_ledger
      WHERE contest_id = ${contest.id}`;
  expect(rows).toEqual([{ votes: 2 }]);
  const { data } = await new ApiClient().get<ContestRulesView>(`/contests/${contest.id}/rules`);
  expect(data.amendments.at(-1)).toMatchObject({ reason: REASON, rules: { endDate, endedEarlyAt: null } });
  expect((await publicContest(contest)).amendment).toMatchObject({ reason: REASON });
});

it('an end that has passed stays when results are final, and when the contest was ended by hand', async () => {
  const owner = await aUser().save();
  const [final, byHand] = await Promise.all([
    aContest().ownedBy(owner).ended().save(),
    aContest().ownedBy(owner).save(),
  ]);
  await sql`UPDATE contests SET results_final_at = now() WHERE id = ${final.id}`;
  expect((await owner.api.put(`/contests/${byHand.id}`, { status: 'ENDED' })).status).toBe(200);
  const wish = { endDate: inMinutes(60 * 24 * 30), amendmentReason: REASON };
  const answers = await Promise.all([final, byHand].map(({ id }) => owner.api.put(`/contests/${id}`, wish)));
  expect(answers.map(({ status, message }) => [status, message])).toEqual([
    [409, 'The results of this contest are final; its end can no longer change.'],
    [409, 'This contest was ended by hand; its end can no longer change.'],
  ]);
});

it('an end that has passed is not set to a time that has gone: payments begun until now are judged by the end that was announced', async () => {
  const owner = await aUser().save();
  const [contest, draft] = await Promise.all([
    aContest().ownedBy(owner).paid('1.00').save(),
    aContest().ownedBy(owner).draft().save(),
  ]);
  const begun = await beginPaid(contest);
  const change = ({ id }: BuiltContest, fields: Record<string, unknown>) =>
    owner.api.put(`/contests/${id}`, fields);
  const passed = inMinutes(-9);
  for (const fields of [{}, { amendmentReason: REASON }, { amendmentReason: REASON, status: 'ENDED' }]) {
    expect(await change(contest, { ...fields, endDate: passed })).toMatchObject({
      status: 409,
      code: 'INVALID_TRANSITION',
      message: expect.stringContaining('set its status to ENDED'),
    });
  }
  expect((await change(draft, { endDate: passed })).status).toBe(200);
  expect(await publicContest(contest)).toMatchObject({ status: 'ACTIVE', open: true });
  await simulator.complete(begun.reference);
  await waitForState(begun.reference, 'COMPLETED');
});

it('an end that has passed sets nothing apart once it is extended: payments that were confirmed after the old end are in the public counts, also after the new end', async () => {
  const { owner, contest } = await withOwner(aContest().paid('1.00'));
  const first = await beginPaid(contest);
  await simulator.complete(first.reference);
  await waitFor(async () => (await publicContest(contest)).totalVotes === 1);
  const begun = await beginPaid(contest, { voteCount: 3 });
  const unpaid = await castPaid(contest, { voteCount: 5 });
  const paidAt = new Date().toISOString();
  // Something to be decided: else results would be final once the payment is confirmed.
  await sql`INSERT INTO held_votes (vote_id, contest_id, votes, reason, held_at)
      VALUES (gen_random_uuid(), ${contest.id}, 1, 'SERVER_NETWORK', now())`;
  // Paid before the end, which comes now.
  await sql`UPDATE contests SET end_date = now() WHERE id = ${contest.id}`;
  await waitFor(async () => (await publicContest(contest)).provisional);
  await simulator.complete(begun.reference, 'success', { paidAt });
  await waitForState(begun.reference, 'COMPLETED');
  const counted = async () =>
    (await sql`SELECT FROM contestant_tallies WHERE contest_id = ${contest.id} AND votes_after_end = 3`)
      .length === 1;
  await waitFor(counted, { what: 'the payment to be set apart' });
  expect(await publicContest(contest)).toMatchObject({ provisional: true, totalVotes: 1 });
  // The books of the audit page tell no more than the counts.
  const { data: audit } = await new ApiClient().get<ContestAudit>(`/contests/${contest.id}/audit`);
  expect(audit.payments).toMatchObject({
    counted: { payments: 1, amount: 1 },
    returned: { payments: 0 },
    returning: { payments: 0 },
    held: { payments: 0 },
  });
  expect((await initialize(unpaid)).code).toBe('CONTEST_ENDED');

  const wish = { endDate: inMinutes(60), amendmentReason: REASON };
  expect((await owner.api.put(`/contests/${contest.id}`, wish)).status).toBe(200);
  await waitFor(async () => (await publicContest(contest)).totalVotes === 4);
  expect(await publicContest(contest)).toMatchObject({ provisional: false, paymentsWaiting: null });
  expect((await initialize(unpaid)).status).toBe(201);
  await sql`UPDATE contests SET end_date = now() WHERE id = ${contest.id}`;
  await waitFor(async () => {
    const { provisional, totalVotes } = await publicContest(contest);
    return provisional && totalVotes === 4;
  });
});
