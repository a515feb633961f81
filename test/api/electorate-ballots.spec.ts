import { randomUUID } from 'node:crypto';
import type { Electorate } from '@abato/contracts';
import { runAdmin } from '../support/admin.js';
import type { BuiltContest } from '../support/builders.js';
import { aContest, aUser, aVote, database, nomineeCode, sql } from '../support/builders.js';
import { addElectors, castByCode, ledgerOf, votesOf, withCodes } from '../support/electorate.js';
import { HeldTransaction, useHeldTransactions } from '../support/held-transaction.js';
import { ApiClient } from '../support/http.js';
import { SITE } from '../support/networks.js';
import { publicTotal } from '../support/payments.js';
import { solvedCheck } from '../support/person-check.js';
import { phonesOf } from '../support/phones.js';
import { expectRefusal } from '../support/refusal.js';
import { secondUrl } from '../support/state.js';
import { UssdSession } from '../support/ussd.js';
import { castWith, tokenFor } from '../support/verification.js';
import { waitFor } from '../support/wait-for.js';

useHeldTransactions();

const visitor = new ApiClient();
const owner = await aUser().save();

const aPhone = phonesOf('electorate-ballots');
const anElection = (options = {}) => aContest().ownedBy(owner).electorate(options);
const secondNominee = (contest: BuiltContest) => ({
  contestantId: contest.categories[0]?.contestants[1]?.id,
});

it('a ballot counts once per category for a printed code, as it is read from paper, without a phone number', async () => {
  const { contest, codes } = await withCodes(owner, 2);
  const [code = '', other = ''] = codes;
  const taken = await castByCode(contest, ` ${code.toLowerCase().replace('-', ' ')} `);
  expect([taken.status, taken.data.status]).toEqual([201, 'COMPLETED']);
  await expectRefusal(castByCode(contest, code, secondNominee(contest)), 403, 'BALLOT_USED');
  const [, second] = contest.categories;
  const elsewhere = { categoryId: second?.id, contestantId: second?.contestants[0]?.id };
  expect((await castByCode(contest, code, elsewhere)).status).toBe(201);
  expect((await castByCode(contest, other)).status).toBe(201);
  expect(await votesOf(contest)).toBe(3);
  const { data } = await owner.api.get<Electorate>(`/contests/${contest.id}/electorate`);
  expect(data.voted).toBe(2);
});

it('a ballot is one vote', async () => {
  const { contest, codes } = await withCodes(owner, 1);
  const refused = await castByCode(contest, codes[0] ?? '', { voteCount: 2 });
  expect([refused.status, refused.errors?.[0]?.field]).toEqual([400, 'voteCount']);
  expect(await votesOf(contest)).toBe(0);
});

it('a ballot has no limit per hour and asks for no person check: the list is the limit', async () => {
  const contest = await anElection().freeVotesPerHour(1).personCheck().withContestants(1, 1).save();
  const phone = aPhone();
  await addElectors(owner, contest, { list: phone });
  const token = await tokenFor(contest, phone);
  for (const { id, contestants } of contest.categories) {
    const vote = aVote(contest, { categoryId: id, contestantId: contestants[0]?.id, voterPhone: phone });
    const taken = await visitor.post('/votes/cast', vote, { headers: { 'x-voter-token': token } });
    expect(taken.status).toBe(201);
  }
});

it('a ballot counts for a proven number that is listed; what the list says is told to its owner only', async () => {
  const contest = await anElection().save();
  const [listed, stranger] = [aPhone(), aPhone()];
  await addElectors(owner, contest, { list: listed });
  const unproven = await Promise.all([listed, stranger].map((phone) => castWith(contest, phone)));
  expect(unproven.map(({ status, code, message }) => [status, code, message])).toEqual(
    Array(2).fill([403, 'PHONE_NOT_VERIFIED', expect.stringContaining('ballot code')]),
  );
  const refused = await castWith(contest, stranger, await tokenFor(contest, stranger));
  expect([refused.status, refused.code]).toEqual([403, 'NOT_ON_ELECTORATE']);
  const token = await tokenFor(contest, listed);
  expect((await castWith(contest, listed, token)).status).toBe(201);
  expect((await castWith(contest, listed, token)).code).toBe('BALLOT_USED');
  expect(await votesOf(contest)).toBe(1);
});

it('a ballot is cast by USSD by the listed number itself', async () => {
  const contest = await anElection().save();
  const [listed, stranger] = [aPhone(), aPhone()];
  await addElectors(owner, contest, { list: listed });
  const code = await nomineeCode(contest.contestant.id ?? '');
  const asked = await new UssdSession('africastalking', stranger).dial(code);
  expect(asked.text).toContain('One ballot per category. Enter 1 to vote.');
  const vote = async (phone: string) =>
    (await new UssdSession('africastalking', phone).dial(code, '1', '1')).text;
  expect(await vote(stranger)).toMatch(/not on the list/);
  expect(await vote(listed)).toMatch(/counted/);
  expect(await vote(listed)).toMatch(/already voted/);
  expect(await votesOf(contest)).toBe(1);
});

it('a ballot counts once when one code votes many times at the same moment, through two processes', async () => {
  const { contest, codes } = await withCodes(owner, 1);
  const clients = [visitor, new ApiClient(secondUrl())];
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, nr) =>
      castByCode(contest, codes[0] ?? '', nr % 4 ? {} : secondNominee(contest), { client: clients[nr % 2] }),
    ),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ code }) => code === 'BALLOT_USED')).toHaveLength(15);
  expect(await votesOf(contest)).toBe(1);
});

it('a ballot gives a repeated request its first answer, and refuses another one under its key', async () => {
  const { contest, codes } = await withCodes(owner, 2);
  const [code = '', other = ''] = codes;
  const headers = { 'idempotency-key': randomUUID() };
  const first = await castByCode(contest, code, {}, { headers });
  expect((await castByCode(contest, code, {}, { headers })).data).toEqual(first.data);
  await expectRefusal(castByCode(contest, other, {}, { headers }), 409, 'IDEMPOTENCY_KEY_REUSED');
  expect(await votesOf(contest)).toBe(1);
});

it('a ballot names one voter: a code and a phone number together are refused', async () => {
  const { contest, codes } = await withCodes(owner, 1);
  const refused = await castByCode(contest, codes[0] ?? '', { voterPhone: aPhone() });
  expect([refused.status, refused.errors?.[0]?.field]).toEqual([400, 'ballotCode']);
  expect(await votesOf(contest)).toBe(0);
});

it('a ballot is free again, once, when the nominee it was for is withdrawn', async () => {
  const { contest, codes } = await withCodes(owner, 1);
  const [code = ''] = codes;
  expect((await castByCode(contest, code)).status).toBe(201);
  expect((await owner.api.delete(`/contestants/${contest.contestant.id}`)).status).toBe(200);
  expect((await castByCode(contest, code, secondNominee(contest))).status).toBe(201);
  expect((await castByCode(contest, code, secondNominee(contest))).code).toBe('BALLOT_USED');
  expect(await votesOf(contest)).toBe(1);
  await waitFor(async () => (await publicTotal(contest.id)) === 1);
  expect((await runAdmin(['verify-tallies', '--contest', contest.id])).code).toBe(0);
  expect(await sql`SELECT changes FROM ballots WHERE contest_id = ${contest.id}`).toEqual([{ changes: 0 }]);
});

it('a ballot is not entered by hand, and a paid vote needs none', async () => {
  const { contest } = await withCodes(owner, 1);
  const manual = await owner.api.post('/votes/manual', { ...aVote(contest), reason: 'Paper ballots' });
  expect([manual.status, manual.code]).toEqual([409, 'CONFLICT']);
  const paid = await anElection().paid('1.00').save();
  expect((await visitor.post('/votes/cast', aVote(paid))).status).toBe(201);
});

it('a ballot names what is wrong with the contest first, and a code proves nothing elsewhere', async () => {
  const paused = await anElection().paused().save();
  expect((await castByCode(paused, 'AAAA-AAAA')).code).toBe('CONTEST_PAUSED');
  const open = await aContest().save();
  const refused = await castByCode(open, 'AAAA-AAAA');
  expect([refused.status, refused.errors]).toEqual([
    400,
    [{ field: 'voterPhone', message: 'Phone is required' }],
  ]);
});

it('a ballot that may be changed replaces the earlier vote by a reversal and a new row, and counts once', async () => {
  const { contest, codes } = await withCodes(owner, 1, { change: true });
  const [code = ''] = codes;
  const first = await castByCode(contest, code);
  expect((await castByCode(contest, code, secondNominee(contest))).status).toBe(201);
  const [one, two] = contest.categories[0]?.contestants ?? [];
  const rows = await ledgerOf(contest);
  expect(rows).toHaveLength(3);
  expect(rows).toEqual(
    expect.arrayContaining([
      { kind: 'COUNT', contestant_id: one?.id, votes: 1 },
      { kind: 'REVERSAL', contestant_id: one?.id, votes: -1 },
      { kind: 'COUNT', contestant_id: two?.id, votes: 1 },
    ]),
  );
  expect(await sql.value<string>`SELECT status FROM votes WHERE id = ${first.data.id}`).toBe('FAILED');
});

it('a ballot that may be changed counts once whatever changes arrive at the same moment', async () => {
  const { contest, codes } = await withCodes(owner, 1, { change: true });
  const clients = [visitor, new ApiClient(secondUrl())];
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, nr) =>
      castByCode(contest, codes[0] ?? '', nr % 3 ? {} : secondNominee(contest), { client: clients[nr % 2] }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201));
  expect((await runAdmin(['verify-tallies', '--contest', contest.id])).code).toBe(0);
  expect(await votesOf(contest)).toBe(1);
  const rows = await sql`SELECT 1 FROM votes WHERE contest_id = ${contest.id} AND status = 'COMPLETED'`;
  expect(rows).toHaveLength(1);
});

it('a ballot that may be changed locks the contest before the nominee it leaves, as deleting a category does', async () => {
  const { contest, codes } = await withCodes(owner, 1, { change: true });
  await castByCode(contest, codes[0] ?? '');
  const deleting = await HeldTransaction.begin(database());
  const { client } = deleting;
  await client.query('SELECT FROM contests WHERE id = $1 FOR NO KEY UPDATE', [contest.id]);
  const changed = castByCode(contest, codes[0] ?? '', secondNominee(contest));
  expect(await deleting.holdsUp(changed)).toBe(true);
  await client.query('SELECT FROM contestants WHERE id = $1 FOR UPDATE NOWAIT', [contest.contestant.id]);
  await deleting.commit();
  expect((await changed).status).toBe(201);
});

it('a ballot that may be changed is changed 20 times at most', async () => {
  const { contest, codes } = await withCodes(owner, 1, { change: true });
  await castByCode(contest, codes[0] ?? '');
  await sql`UPDATE ballots SET changes = 20 WHERE contest_id = ${contest.id}`;
  const refused = await castByCode(contest, codes[0] ?? '', secondNominee(contest));
  expect([refused.status, refused.code]).toEqual([403, 'BALLOT_USED']);
  expect(refused.message).toContain('20 times');
  expect(await ledgerOf(contest)).toHaveLength(1);
});

const guess = (contest: BuiltContest, nr: number, headers: Record<string, string> = {}, fields = {}) =>
  castByCode(contest, `ZZZZ-${String(nr).padStart(4, '0')}`, fields, {
    client: new ApiClient(secondUrl()),
    headers,
  });

it('guessing ballot codes is refused, and a text that is no code is told so', async () => {
  const { contest } = await withCodes(owner, 1);
  expect(await guess(contest, 1)).toMatchObject({ status: 403, code: 'NOT_ON_ELECTORATE' });
  expect((await castByCode(contest, 'ABC')).errors?.[0]?.field).toBe('ballotCode');
  // A listed number is no code.
  const phone = aPhone();
  await addElectors(owner, contest, { list: phone });
  expect((await castByCode(contest, phone.slice(-8))).code).toBe('NOT_ON_ELECTORATE');
});

it('guessing ballot codes costs a person check after 100 wrong codes of a network and hour, whatever addresses of it ask, also for the right one', async () => {
  const { contest, codes } = await withCodes(owner, 2);
  const network = SITE;
  const from = (nr: number) => ({ 'x-forwarded-for': `${network}:${nr}::1` });
  await guess(contest, 0, from(0));
  // The hour may end during the test: the next one has its own count then.
  const charged = await database().query(
    `INSERT INTO ballot_guesses (contest_id, network, since, wrong)
       SELECT contest_id, network, since + interval '1 hour', 95 FROM ballot_guesses WHERE contest_id = $1 AND network <> ''`,
    [contest.id],
  );
  expect(charged.rowCount).toBe(1);
  await sql`UPDATE ballot_guesses SET wrong = 95 WHERE contest_id = ${contest.id} AND network <> ''`;
  const answers = await Promise.all(Array.from({ length: 20 }, (_, nr) => guess(contest, nr + 1, from(nr))));
  expect(answers.filter(({ code }) => code === 'NOT_ON_ELECTORATE')).toHaveLength(5);
  expect(answers.filter(({ code }) => code === 'CHALLENGE_REQUIRED')).toHaveLength(15);
  const client = new ApiClient(secondUrl());
  const right = await castByCode(contest, codes[0] ?? '', {}, { client, headers: from(99) });
  expect([right.status, right.code]).toEqual([403, 'CHALLENGE_REQUIRED']);
  const headers = { ...from(98), 'idempotency-key': randomUUID() };
  const challenge = await solvedCheck(contest.id, headers['idempotency-key']);
  for (let nr = 0; nr < 4; nr++)
    expect((await guess(contest, nr, headers, { challenge })).code).toBe('NOT_ON_ELECTORATE');
  // Voters behind the address of a guesser are not refused.
  expect((await castByCode(contest, codes[0] ?? '', { challenge }, { client, headers })).status).toBe(201);
  const elsewhere = { 'x-forwarded-for': '2001:db9::1' };
  expect((await castByCode(contest, codes[1] ?? '', {}, { client, headers: elsewhere })).status).toBe(201);
});

it('guessing ballot codes costs a person check for each try once a contest had 1,000 wrong ones, which five tries use up', async () => {
  const { contest, codes } = await withCodes(owner, 1);
  await sql`INSERT INTO ballot_guesses (contest_id, network, since, wrong) SELECT ${contest.id}, '',
      date_trunc('hour', now()) + n * interval '1 hour', 1000 FROM generate_series(0, 1) n`;
  expect((await castByCode(contest, codes[0] ?? '')).code).toBe('CHALLENGE_REQUIRED');
  const headers = { 'idempotency-key': randomUUID() };
  const challenge = await solvedCheck(contest.id, headers['idempotency-key']);
  const again = await castByCode(
    contest,
    codes[0] ?? '',
    { challenge },
    { headers: { 'idempotency-key': randomUUID() } },
  );
  expect(again.code).toBe('CHALLENGE_REQUIRED');
  for (let nr = 0; nr < 5; nr++)
    expect((await guess(contest, nr, headers, { challenge })).code).toBe('NOT_ON_ELECTORATE');
  expect((await castByCode(contest, codes[0] ?? '', { challenge }, { headers })).code).toBe(
    'IDEMPOTENCY_KEY_REUSED',
  );
  const fresh = { 'idempotency-key': randomUUID() };
  const solved = await solvedCheck(contest.id, fresh['idempotency-key']);
  expect((await castByCode(contest, codes[0] ?? '', { challenge: solved }, { headers: fresh })).status).toBe(
    201,
  );
});
