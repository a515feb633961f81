import {
  type AddedElectors,
  type CastVoteResult,
  type ContestRulesView,
  type Electorate,
  type FoundVote,
  maskEmail,
  maskPhone,
} from '@abato/contracts';
import { runAdmin } from '../support/admin.js';
import { aContest, aUser, aVote, type BuiltContest, type BuiltUser, sql } from '../support/builders.js';
import { addElectors, votesOf } from '../support/electorate.js';
import { ApiClient } from '../support/http.js';
import { joinedRecords, type Traces } from '../support/joined-records.js';
import { apiRoutes } from '../support/open-api.js';
import { publicContest, publicTotal } from '../support/payments.js';
import { phonesOf } from '../support/phones.js';
import { expectRefusal } from '../support/refusal.js';
import { castWith, tokenFor } from '../support/verification.js';
import { waitFor } from '../support/wait-for.js';

const visitor = new ApiClient();
const owner = await aUser().save();
const aPhone = phonesOf('electorate');
const anElection = (options = {}) => aContest().ownedBy(owner).electorate(options);

it('the list of voters takes numbers as they are written, and makes codes that are kept nowhere', async () => {
  const contest = await anElection().draft().save();
  const [one, two, three] = [aPhone(), aPhone(), aPhone()];
  const list = `name;phone\nAma;${one}\nKofi;0${two.slice(4)}\nEsi;${three.slice(4)}\n`;
  const added = await addElectors(owner, contest, { list, codes: 3 });
  expect(added.status).toBe(201);
  expect(added.data).toMatchObject({ phones: 3, codes: 3, added: 3, known: 0, voted: 0 });
  expect(new Set(added.data.newCodes).size).toBe(3);
  const rows = await sql<{ row: string }>`SELECT e::text AS row FROM electors e
      WHERE contest_id = ${contest.id}`;
  const stored = rows.map(({ row }) => row).join('\n');
  expect(rows).toHaveLength(6);
  for (const secret of [one.slice(4), two.slice(4), ...added.data.newCodes]) {
    expect(stored).not.toContain(secret);
    expect(stored).not.toContain(secret.replace('-', ''));
  }
  const { data } = await owner.api.get<Electorate>(`/contests/${contest.id}/electorate`);
  expect(data).toEqual({ phones: 3, codes: 3, voted: 0, allowBallotChange: false });
});

it('the list of voters is taken as text/csv too, and a number that is listed already is not added again', async () => {
  const contest = await anElection().draft().save();
  const phone = aPhone();
  const send = (csv: string) =>
    owner.api.call<AddedElectors>('POST', `/contests/${contest.id}/electorate`, csv, {
      headers: { 'content-type': 'text/csv' },
    });
  expect((await send(`phone\n${phone}\n`)).data).toMatchObject({ added: 1, known: 0 });
  const again = await send(`\uFEFF${phone}\n${aPhone()}\n`);
  expect(again.data).toMatchObject({ added: 1, known: 1, phones: 2, newCodes: [] });
  await expectRefusal(send(`${'0'.repeat(1024)}\n`.repeat(2_100)), 413, 'BODY_TOO_LARGE');
});

it('the list of voters names each line that cannot be used, and then nothing is written', async () => {
  const contest = await anElection().draft().save();
  const phone = aPhone();
  const refused = await addElectors(owner, contest, {
    list: `${phone}\nAma\n0402123456\n${phone}`,
    codes: 2,
  });
  expect([refused.status, refused.code]).toEqual([400, 'VALIDATION_FAILED']);
  expect(refused.errors).toEqual([
    { field: 'list', message: expect.stringMatching(/^Line 2: .*valid phone number/) as string },
    { field: 'list', message: expect.stringMatching(/^Line 3: .*valid phone number/) as string },
    { field: 'list', message: 'Line 4: this number is already on line 1' },
  ]);
  for (const body of [{}, { list: '' }, { list: 'phone\n' }, { codes: 0 }, { codes: 5_001 }])
    expect((await addElectors(owner, contest, body)).status).toBe(400);
  const { data } = await owner.api.get<Electorate>(`/contests/${contest.id}/electorate`);
  expect(data).toMatchObject({ phones: 0, codes: 0 });
});

it('the list of voters belongs to contests of this level that have not ended', async () => {
  const [open, ended] = await Promise.all([aContest().ownedBy(owner).save(), anElection().ended().save()]);
  expect((await addElectors(owner, open, { codes: 1 })).code).toBe('CONFLICT');
  expect((await addElectors(owner, ended, { codes: 1 })).code).toBe('RESULT_CLOSED');
});

it('the list of voters is needed to activate the contest, and can be cleared until then', async () => {
  const contest = await anElection().draft().save();
  const activate = () => owner.api.put(`/contests/${contest.id}`, { status: 'ACTIVE' });
  const clear = () => owner.api.delete(`/contests/${contest.id}/electorate`);
  expect((await activate()).message).toContain('phone numbers or ballot codes of the voters');
  await addElectors(owner, contest, { codes: 2 });
  expect((await clear()).status).toBe(200);
  expect((await activate()).code).toBe('INVALID_TRANSITION');
  await addElectors(owner, contest, { codes: 2 });
  expect((await activate()).status).toBe(200);
  expect((await clear()).code).toBe('INVALID_TRANSITION');
});

it('the list of voters is sealed with its size, and what is added later is an amendment and audited', async () => {
  const contest = await anElection({ change: true }).draft().save();
  await addElectors(owner, contest, { codes: 2 });
  expect((await owner.api.put(`/contests/${contest.id}`, { status: 'ACTIVE' })).status).toBe(200);
  expect((await addElectors(owner, contest, { list: aPhone() })).status).toBe(201);
  const { data } = await visitor.get<ContestRulesView>(`/contests/${contest.id}/rules`);
  expect(data.sealed?.rules).toMatchObject({
    verification: 'ELECTORATE',
    allowBallotChange: true,
    electors: 2,
  });
  expect(data.amendments.map(({ changes }) => changes)).toEqual([[{ field: 'electors', from: 2, to: 3 }]]);
  const rows = await sql<{ detail: object }>`SELECT detail FROM audit_log
      WHERE subject_id = ${contest.id} AND action = 'contest.electorate-add' ORDER BY id`;
  expect(rows.map(({ detail }) => detail)).toEqual([
    { phones: 0, codes: 2, status: 'DRAFT' },
    { phones: 1, codes: 0, status: 'ACTIVE' },
  ]);
  const open = await aContest().ownedBy(owner).draft().save();
  await owner.api.put(`/contests/${open.id}`, { status: 'ACTIVE' });
  const ofOpen = await visitor.get<ContestRulesView>(`/contests/${open.id}/rules`);
  expect(ofOpen.data.sealed?.rules).not.toHaveProperty('electors');
});

it('the list of voters is not evaded by a price: what proves a voter is fixed once the contest is active', async () => {
  const phones = aContest().ownedBy(owner).verifiedPhones();
  const [free, paid, proven] = await Promise.all([
    anElection().save(),
    anElection().paid('1.00').save(),
    phones.save(),
  ]);
  for (const [contest, votePrice] of [
    [free, 1],
    [paid, 0],
    [proven, 0.1],
  ] as const) {
    const refused = await owner.api.put(`/contests/${contest.id}`, { votePrice });
    expect([refused.status, refused.code]).toEqual([409, 'INVALID_TRANSITION']);
    expect(refused.message).toContain('cost');
  }
  expect((await owner.api.put(`/contests/${paid.id}`, { votePrice: 2 })).status).toBe(200);
});

it('the list of voters and its option to change votes are fixed once the contest is active', async () => {
  const contest = await anElection().save();
  for (const change of [{ verification: 'OPEN' }, { allowBallotChange: true }])
    await expectRefusal(owner.api.put(`/contests/${contest.id}`, change), 409, 'INVALID_TRANSITION');
  expect(await publicContest(contest)).toMatchObject({
    verification: 'ELECTORATE',
    allowBallotChange: false,
  });
});

it('a number that is erased is on no list any more; its ballot stays, and is not cast again', async () => {
  const contest = await anElection().save();
  const [phone, other] = [aPhone(), aPhone()];
  await addElectors(owner, contest, { list: `${phone}\n${other}` });
  const token = await tokenFor(contest, phone);
  expect((await castWith(contest, phone, token)).status).toBe(201);
  expect((await runAdmin(['erase-person', '--phone', phone, '--yes'])).code).toBe(0);
  const { data } = await owner.api.get<Electorate>(`/contests/${contest.id}/electorate`);
  expect(data).toMatchObject({ phones: 1, voted: 1 });
  expect((await castWith(contest, phone, token)).code).toBe('NOT_ON_ELECTORATE');
  expect((await addElectors(owner, contest, { list: phone })).data.added).toBe(1);
  expect((await castWith(contest, phone, token)).code).toBe('BALLOT_USED');
  expect(await votesOf(contest)).toBe(1);
});

describe('secret ballots', () => {
  const CHOICE = 'Zenabu Chosenhere';
  const VOTER = { name: 'Efua Secretname', email: 'efua.secretname@example.com' };
  let contest: BuiltContest;
  let superAdmin: BuiltUser;
  let vote: CastVoteResult;
  let phone: string;
  let traces: Traces;

  beforeAll(async () => {
    superAdmin = await aUser().superAdmin().save();
    contest = await aContest().ownedBy(owner).electorate().withContestants(2).save();
    phone = aPhone();
    await addElectors(owner, contest, { list: phone });
    const chosen = contest.categories[0]?.contestants[1];
    // A name that no other contest has: lists of super admins show those too.
    await sql`UPDATE contestants SET name = ${CHOICE} WHERE id = ${chosen?.id}`;
    const sent = aVote(contest, {
      contestantId: chosen?.id,
      voterPhone: phone,
      voterName: VOTER.name,
      voterEmail: VOTER.email,
    });
    const headers = { 'x-voter-token': await tokenFor(contest, phone) };
    vote = (await visitor.post<CastVoteResult>('/votes/cast', sent, { headers })).data;
    const at = await sql.value<Date>`SELECT created_at AS at FROM votes WHERE id = ${vote.id}`;
    traces = {
      persons: [
        phone,
        `0${phone.slice(4)}`,
        maskPhone(phone),
        VOTER.name,
        VOTER.email,
        maskEmail(VOTER.email),
      ],
      choices: [chosen?.id ?? '', CHOICE],
      votes: [vote.id, vote.receiptCode ?? '', at.toISOString() ?? ''],
    };
    await waitFor(async () => (await publicTotal(contest.id)) === 1, { what: 'the ballot to be counted' });
  });

  /** Each GET route of the document with each thing of the election in its path; a voter's own receipt is not for others. */
  const paths = (): string[] => {
    const things = [
      contest.id,
      vote.id,
      contest.contestant.id,
      contest.contestant.categoryId,
      contest.hostId,
      owner.id,
    ];
    const routes = apiRoutes().filter(
      ({ method, path }) => method === 'GET' && path !== '/api/receipts/{code}',
    );
    return routes.flatMap(({ path }) => {
      const filled = path.replace('/api', '').replace('{provider}', 'paystack');
      if (!filled.includes('{')) return [filled];
      return things.map((id) => filled.replace(/\{number\}/, '1').replaceAll(/\{\w+\}/g, id));
    });
  };

  it.each([
    ['while votes are taken', 'ACTIVE'],
    ['after the end', 'ENDED'],
  ])('no answer joins person and choice for organiser and super admin %s', async (_, status) => {
    if (status === 'ENDED')
      await sql`UPDATE contests SET status = 'ENDED', ended_at = now() WHERE id = ${contest.id}`;
    const joined: string[] = [];
    const answered = new Set<string>();
    for (const { api } of [owner, superAdmin]) {
      for (const path of paths()) {
        const { status: code, body } = await api.get(path);
        if (code === 200) answered.add(path);
        joined.push(...joinedRecords(body, traces).map((record) => `${path}: ${record}`));
      }
    }
    expect(joined).toEqual([]);
    // Routes of the election answer: the walk has looked at something.
    expect([...answered]).toEqual(
      expect.arrayContaining([
        `/contests/${contest.id}/console`,
        `/contests/${contest.id}/electorate`,
        `/votes/contest/${contest.id}/stats`,
        '/audit',
      ]),
    );
  });

  it('lists, search, export, reveal and history are refused, and codes find nothing', async () => {
    const asked = await Promise.all(
      [owner.api, superAdmin.api].flatMap((api) => [
        api.get(`/votes/contest/${contest.id}`),
        api.post(`/votes/contest/${contest.id}/search`, { search: phone }),
        api.get(`/contests/${contest.id}/export/votes.csv`),
        api.post(`/votes/${vote.id}/reveal`),
        api.get(`/votes/${vote.id}/history`),
      ]),
    );
    expect(asked.map(({ status, code }) => [status, code])).toEqual(
      Array(10).fill([409, 'BALLOTS_ARE_SECRET']),
    );
    const found = await superAdmin.api.post('/payments/find', { search: vote.receiptCode });
    expect([found.status, found.data]).toEqual([200, []]);
    const rows = await sql`SELECT voter_name, voter_email FROM votes WHERE id = ${vote.id}`;
    expect(rows).toEqual([{ voter_name: null, voter_email: null }]);
    const exported = await runAdmin(['export-person', '--phone', phone]);
    expect(joinedRecords(JSON.parse(exported.out), { ...traces, votes: [] })).toEqual([]);
  });

  it('the voter’s own receipt needs number and code', async () => {
    const { data } = await visitor.post<FoundVote>('/votes/find', { phone, reference: vote.receiptCode });
    expect(data.contestant.name).toBe(CHOICE);
    expect((await visitor.post('/votes/find', { phone: aPhone(), reference: vote.receiptCode })).status).toBe(
      404,
    );
  });

  it('who voted is listed after the end, masked and without times', async () => {
    const open = await aContest().ownedBy(owner).electorate().save();
    await expectRefusal(owner.api.get(`/contests/${open.id}/electorate/voted`), 409, 'CONFLICT');
    const after = await owner.api.get(`/contests/${contest.id}/electorate/voted`);
    expect([after.data, after.pagination?.total]).toEqual([[{ phone: maskPhone(phone) }], 1]);
  });
});

it('a walk over answers finds a person beside a choice, and a vote by its time', () => {
  const traces = { persons: ['+233241'], choices: ['nominee-1'], votes: ['2026-11-27T18:00:00.123Z'] };
  const found = (body: unknown) => joinedRecords(body, traces).length;
  expect(found({ voters: [{ phone: '+233241' }], nominees: [{ id: 'nominee-1' }] })).toBe(0);
  expect(found({ data: [{ phone: '+233241', contestant: { id: 'nominee-1' } }] })).toBe(1);
  expect(found('phone,nominee\n+233241,nominee-1\n')).toBe(1);
  expect(found({ voters: [{ at: '2026-11-27T18:00:00.123Z' }] })).toBe(1);
});
