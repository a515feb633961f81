import { createHash } from 'node:crypto';
import type { ContestRulesView, ContestView, FairPlay, PublicContestView } from '@abato/contracts';
import type { BuiltContest, BuiltUser } from '../support/builders.js';
import { aContest, aUser, database, nomineeCode, sql } from '../support/builders.js';
import { ApiClient } from '../support/http.js';
import { beginPaid, waitForState } from '../support/payments.js';
import { phonesOf } from '../support/phones.js';
import { SimulatorControl } from '../support/simulator.js';
import { testState } from '../support/state.js';
import {
  behindTheGuards,
  castFree,
  entriesOf,
  logOf,
  verifier,
  waitForLog,
} from '../support/transparency.js';
import { UssdSession } from '../support/ussd.js';
import { castWith, tokenFor } from '../support/verification.js';
import { waitFor } from '../support/wait-for.js';

const rulesOf = async (contest: BuiltContest) =>
  new ApiClient().get<ContestRulesView>(`/contests/${contest.id}/rules`);

/** A contest that its owner activates through the API. */
async function activated(draft = aContest()): Promise<{ owner: BuiltUser; contest: BuiltContest }> {
  const owner = await aUser().save();
  const contest = await draft.draft().ownedBy(owner).save();
  const answer = await owner.api.put(`/contests/${contest.id}`, { status: 'ACTIVE' });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return { owner, contest };
}

const change = async (owner: BuiltUser, contest: BuiltContest, fields: Record<string, unknown>) =>
  expect((await owner.api.put(`/contests/${contest.id}`, fields)).status).toBe(200);

it('of an open contest say whether numbers are proven behind a busy address; other contests do not name it', async () => {
  const sealedOf = async (builder: ReturnType<typeof aContest>, fields: Record<string, unknown> = {}) => {
    const owner = await aUser().save();
    const contest = await builder.ownedBy(owner).draft().withContestants(1).save();
    if (Object.keys(fields).length) await change(owner, contest, fields);
    await change(owner, contest, { status: 'ACTIVE' });
    return { owner, contest, rules: (await rulesOf(contest)).data.rules ?? {} };
  };
  const open = await sealedOf(aContest());
  expect(open.rules).toMatchObject({ addressProof: true });
  const others = [
    await sealedOf(aContest(), { addressProof: false }),
    await sealedOf(aContest().verifiedPhones()),
  ];
  for (const { rules } of others) expect(rules).not.toHaveProperty('addressProof');
  await change(open.owner, open.contest, { addressProof: false, amendmentReason: 'The hall has one wifi' });
  const { rules, amendments } = (await rulesOf(open.contest)).data;
  expect([rules, amendments.length]).toEqual([expect.not.objectContaining({ addressProof: true }), 1]);
});

it('of a paid contest name no rule of free votes, and one that was sealed with them keeps its document', async () => {
  const { owner, contest } = await activated(aContest().paid('1.00'));
  const NONE = { freeVotesPerHour: null, verification: null };
  const rules = (await rulesOf(contest)).data.rules ?? {};
  expect(rules).toMatchObject({ ...NONE, freeVotesPerDevice: null, personCheck: null });
  const shown = (await new ApiClient().get<PublicContestView>(`/contests/${contest.id}/public`)).data;
  expect(shown).toMatchObject(NONE);
  const own = (await owner.api.get<ContestView>(`/contests/${contest.id}`)).data;
  expect(own).toMatchObject({ ...NONE, freeVotesPerDevice: null, challenge: null });

  // As the release before has sealed it.
  const sealed = { ...rules, freeVotesPerHour: 10, freeVotesPerDevice: 30, personCheck: 'AUTO' };
  const earlier: Record<string, unknown> = { ...sealed, verification: 'OPEN' };
  const document = JSON.stringify(earlier, Object.keys(earlier).sort());
  const hash = createHash('sha256').update(document).digest();
  await sql`INSERT INTO contest_rules (contest_id, in_force_at, document, hash)
    VALUES (${contest.id}, now(), ${document}, ${hash})`;
  await change(owner, contest, { title: 'Another title', freeVotesPerHour: 7 });
  expect((await rulesOf(contest)).data.hash).toBe(hash.toString('base64'));
});

const verifyWithRules = (contest: BuiltContest) =>
  verifier(logOf(contest), '--rules', `${testState().baseUrl}/api/contests/${contest.id}/rules`);

it('the rules of a contest are sealed when it becomes active, before any vote; a change is an amendment; votes name the rules they were cast under', async () => {
  const { owner, contest } = await activated();
  await waitForLog(contest, 1, 0);
  const before = (await rulesOf(contest)).data;
  expect(before).toMatchObject({
    contestId: contest.id,
    rules: { votePricePesewas: 0, freeVotesPerHour: 100_000, showResults: true, endedEarlyAt: null },
    sealed: { hash: before.hash, rules: before.rules, index: 0 },
    amendments: [],
  });
  const keys = Object.keys(before.rules ?? {}).sort();
  const document = JSON.stringify(before.rules, keys);
  expect(before.hash).toBe(createHash('sha256').update(document).digest('base64'));
  await castFree(contest);
  await waitForLog(contest, 2, 1);
  const endDate = new Date(Date.now() + 2 * 86_400_000).toISOString();
  const reason = 'The show was moved by a day';
  await change(owner, contest, { endDate, title: 'Another title', amendmentReason: ` ${reason} ` });
  await castFree(contest);
  await waitForLog(contest, 4, 2);
  const after = (await rulesOf(contest)).data;
  expect(after.rules).toMatchObject({ endDate, amendmentReason: reason });
  const shown = (await new ApiClient().get<PublicContestView>(`/contests/${contest.id}/public`)).data;
  expect(shown.amendment).toEqual({ count: 1, at: after.amendments[0]?.at, reason, corrections: 0 });
  expect(after.sealed?.hash).toBe(before.hash);
  expect(after.amendments).toEqual([
    {
      at: expect.any(String) as string,
      hash: after.hash,
      rules: after.rules,
      reason,
      index: expect.any(Number) as number,
      changes: [{ field: 'endDate', from: before.rules?.endDate, to: endDate }],
    },
  ]);
  const entries = await entriesOf(contest, 4);
  expect(entries.map(({ kind, rules }) => [kind, rules])).toEqual([
    ['rules', before.hash],
    ['free', before.hash],
    ['rules', after.hash],
    ['free', after.hash],
  ]);
  const checked = await verifyWithRules(contest);
  expect(checked).toMatchObject({ code: 0, out: expect.stringContaining('are those that were sealed') });
});

it('the rules of a contest change with the price of a category, which is made, changed and deleted for a reason of its own', async () => {
  const { owner, contest } = await activated(aContest().paid('1.00'));
  const { categoryId } = contest.contestant;
  const fields = { contestId: contest.id, name: 'Dear', description: 'Twice the price', votePrice: 2 };
  const made = await owner.api.post<{ id: string }>('/categories', { ...fields, amendmentReason: 'One' });
  expect(made.status).toBe(201);
  const changed = await owner.api.put(`/categories/${categoryId}`, {
    votePrice: 3,
    amendmentReason: ' Two ',
  });
  expect(changed.status).toBe(200);
  // For programs that were written before there were reasons.
  expect((await owner.api.put(`/categories/${categoryId}`, { votePrice: 4 })).status).toBe(200);
  expect((await owner.api.delete(`/categories/${made.data.id}?amendmentReason=Three`)).status).toBe(200);
  const { data } = await rulesOf(contest);
  expect(data.amendments.map(({ reason }) => reason)).toEqual(['One', 'Two', null, 'Three']);
  const tooLong = await owner.api.delete(`/categories/${categoryId}?amendmentReason=${'x'.repeat(301)}`);
  expect(tooLong.errors?.[0]?.field).toBe('amendmentReason');
});

it('the rules of a contest do not change with what is no rule, nor with the same value again', async () => {
  const { owner, contest } = await activated();
  await change(owner, contest, { title: 'Another title', freeVotesPerHour: 100_000 });
  expect((await owner.api.patch(`/contests/${contest.id}/toggle-pause`)).status).toBe(200);
  await change(owner, contest, { title: 'A third title', amendmentReason: 'Nothing that is sealed' });
  expect((await rulesOf(contest)).data.amendments).toEqual([]);
  await change(owner, contest, { freeVotesPerDevice: 60, amendmentReason: 'Families' });
  await change(owner, contest, { freeVotesPerDevice: 60, amendmentReason: 'Said again' });
  expect((await rulesOf(contest)).data.amendments).toMatchObject([{ reason: 'Families' }]);
  for (const amendmentReason of ['', 'x'.repeat(301), 'two\nlines']) {
    const refused = await owner.api.put(`/contests/${contest.id}`, { amendmentReason });
    expect([refused.status, refused.errors?.[0]?.field]).toEqual([400, 'amendmentReason']);
  }
});

it('the rules of a contest need a reason for other bundles, windows or retention once a vote was cast, and for nothing else', async () => {
  const { owner, contest } = await activated(aContest().paid('1.00'));
  const windows = [
    { from: new Date(Date.now() + 60_000), until: new Date(Date.now() + 120_000), multiplier: 2 },
  ];
  const put = (fields: object) => owner.api.put(`/contests/${contest.id}`, fields);
  expect((await put({ bundles: [{ votes: 10, price: 8 }] })).status).toBe(200);
  await beginPaid(contest, { voteCount: 2 });
  for (const fields of [{ bundles: [] }, { windows }, { retentionMonths: 9 }]) {
    const refused = await put(fields);
    expect([refused.status, refused.errors?.[0]]).toEqual([
      400,
      { field: 'amendmentReason', message: 'Please say why the rules change' },
    ]);
  }
  expect((await rulesOf(contest)).data.rules).toMatchObject({ bundles: '10:800' });
  expect((await put({ windows, retentionMonths: 9, amendmentReason: 'Happy hour' })).status).toBe(200);
  const kept = { windows, retentionMonths: 9, bundles: [{ votes: 10, price: 8 }] };
  const free = { votePrice: 2, freeVotesPerDevice: 77, challenge: 'ALWAYS', showResults: false };
  expect((await put({ ...kept, ...free, title: 'Another title' })).status).toBe(200);
});

it('the rules of a contest are amended when results are hidden and when the contest is ended by hand', async () => {
  const { owner, contest } = await activated();
  expect((await owner.api.patch(`/contests/${contest.id}/toggle-results`)).status).toBe(200);
  await change(owner, contest, { status: 'ENDED' });
  // The list of nominees is an entry, too; where it stands between those of the rules depends on when the log grew.
  const places = await waitFor(
    async () => {
      const rows = await sql<{ place: number }>`SELECT leaf_index AS place FROM log_entries
          WHERE contest_id = ${contest.id} AND rules_id IS NOT NULL ORDER BY leaf_index`;
      return rows.length === 3 && rows.map(({ place }) => place);
    },
    { what: 'three entries of rules' },
  );
  const { data } = await rulesOf(contest);
  expect(data.amendments.map(({ changes, index }) => [changes, index])).toEqual([
    [[{ field: 'showResults', from: true, to: false }], places[1]],
    [[{ field: 'endedEarlyAt', from: null, to: expect.any(String) as string }], places[2]],
  ]);
  expect(data.sealed?.index).toBe(0);

  // A release that did not encrypt entries wrote them while results were hidden: the log is closed, and no place in it tells the votes before.
  await sql`UPDATE log_trees SET open_size = 0 WHERE contest_id = ${contest.id}`;
  const closed = (await rulesOf(contest)).data;
  expect([closed.sealed, ...closed.amendments].map((version) => version?.index)).toEqual([null, null, null]);
});

it('the rules of a contest that a vote was cast under are named also when it is paid after an amendment', async () => {
  const { owner, contest } = await activated(aContest().paid('1.00'));
  const { reference } = await beginPaid(contest, { voteCount: 2 });
  await change(owner, contest, { votePrice: 3 });
  await waitForLog(contest, 2, 0);
  await new SimulatorControl().complete(reference);
  await waitForState(reference, 'COMPLETED');
  await waitForLog(contest, 3, 2);
  const [sealed, amended, vote] = await entriesOf(contest, 3);
  expect(vote).toMatchObject({ kind: 'paid', amount: 200, rules: sealed?.rules });
  expect(amended?.rules).not.toBe(sealed?.rules);
  expect(await verifyWithRules(contest)).toMatchObject({ code: 0 });
});

it('the rules of a contest that are changed behind the product’s back are amended with the next vote', async () => {
  const { contest } = await activated();
  await waitForLog(contest, 1, 0);
  await sql`UPDATE contests SET free_votes_per_device = 77 WHERE id = ${contest.id}`;
  await castFree(contest);
  await waitForLog(contest, 3, 1);
  expect((await rulesOf(contest)).data.amendments).toMatchObject([
    { changes: [{ field: 'freeVotesPerDevice', to: 77 }] },
  ]);
  // The page keeps what it knows of a contest for a few seconds where nothing tells it of a change.
  await waitFor(async () => (await verifyWithRules(contest)).code === 0, {
    what: 'the amendment on the page',
  });
});

it('the rules of a contest that ask for proven numbers make votes verified; a vote by USSD always is', async () => {
  const { contest } = await activated(aContest().verifiedPhones());
  const phone = phonesOf('transparency-rules')();
  const code = await nomineeCode(contest.contestant.id ?? '');
  expect((await castWith(contest, phone, await tokenFor(contest, phone))).status).toBe(201);
  const open = await aContest().save();
  await castFree(open);
  await waitForLog(open, 1, 1);
  const [typed] = await entriesOf(open, 1);
  expect(typed).not.toHaveProperty('verified');
  await new UssdSession('africastalking', phone).dial(code, '1', '1');
  await waitForLog(contest, 3, 2);
  const [, ...votes] = await entriesOf(contest, 3);
  expect(votes).toEqual([
    expect.objectContaining({ kind: 'free', channel: 'web', verified: true }),
    expect.objectContaining({ kind: 'free', channel: 'ussd', verified: true }),
  ]);
  expect(await verifyWithRules(contest)).toMatchObject({
    code: 0,
    out: expect.stringContaining('verified 2 of them'),
  });
  // The figures on the audit page are of the same votes.
  for (const [one, counted, verified] of [
    [contest, 2, 2],
    [open, 1, 0],
  ] as const) {
    const figures = async () => (await new ApiClient().get<FairPlay>(`/contests/${one.id}/fair-play`)).data;
    await waitFor(async () => (await figures()).counted === counted, { what: 'the fair-play figures' });
    expect((await figures()).verified).toBe(verified);
  }
});

it('the rules of a contest published otherwise than they were sealed are found by the verifier', async () => {
  const { contest } = await activated();
  await waitForLog(contest, 1, 0);
  await behindTheGuards([
    `UPDATE contest_rules SET document = replace(document, '"votePricePesewas":0', '"votePricePesewas":5') WHERE contest_id = $1`,
    [contest.id],
  ]);
  expect(await verifyWithRules(contest)).toMatchObject({
    code: 1,
    out: expect.stringContaining('version 1 of the published rules is not the one that was sealed'),
  });
});

it('the rules of a contest of a draft are not found; those of a running contest are logged although nothing was voted', async () => {
  const draft = await aContest().draft().save();
  expect(await rulesOf(draft)).toMatchObject({ status: 404, code: 'CONTEST_NOT_FOUND' });
  const { owner, contest } = await activated();
  await waitFor(async () => (await rulesOf(contest)).data.sealed?.index === 0, {
    what: 'the rules to be logged',
  });
  // From then on only something new brings the log builder back to this contest.
  const searched = () =>
    sql`SELECT FROM log_trees WHERE contest_id = ${contest.id} AND searched_version IS NOT NULL`;
  await waitFor(async () => (await searched()).length, { what: 'the ledger to be searched' });
  await change(owner, contest, { freeVotesPerDevice: 40 });
  await waitFor(async () => (await rulesOf(contest)).data.amendments[0]?.index === 2, {
    what: 'the amendment to be logged',
  });
});

it('the rules of a contest cannot be changed or removed by the owner of the tables', async () => {
  for (const statement of [
    `UPDATE contest_rules SET document = ''`,
    'DELETE FROM contest_rules',
    'TRUNCATE contest_rules',
  ])
    await expect(database().query(statement)).rejects.toThrow('append-only');
});
