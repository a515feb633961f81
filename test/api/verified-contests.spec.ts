import { randomUUID } from 'node:crypto';
import type {
  CastVoteResult,
  ContestProposal,
  ContestView,
  PersonChallenge,
  PublicContestView,
} from '@abato/contracts';
import { aContest, aUser, aVote, withOwner } from '../support/builders.js';
import { countedCasts } from '../support/held-votes.js';
import { ApiClient } from '../support/http.js';
import { solvedCheck } from '../support/person-check.js';
import { phonesOf } from '../support/phones.js';
import { castWith, tokenFor } from '../support/verification.js';

const api = new ApiClient();
const aPhone = phonesOf('verified-contests');

it('the level of verification of a contest is open unless the organiser asks for verified numbers, is shown to voters and copied', async () => {
  const { owner, contest } = await withOwner(aContest().draft());
  const { data } = await owner.api.get<ContestView>(`/contests/${contest.id}`);
  expect(data.verification).toBe('OPEN');
  const changed = await owner.api.put<ContestView>(`/contests/${contest.id}`, { verification: 'PHONE' });
  expect(changed.data.verification).toBe('PHONE');
  const copy = await owner.api.post<ContestView>(`/contests/${contest.id}/duplicate`);
  expect(copy.data.verification).toBe('PHONE');
  expect((await owner.api.put(`/contests/${contest.id}`, { status: 'ACTIVE' })).status).toBe(200);
  const shown = await api.get<PublicContestView>(`/contests/${contest.id}/public`);
  expect(shown.data.verification).toBe('PHONE');
});

it('the level of verification of a contest is one of those that exist', async () => {
  const { owner, contest } = await withOwner(aContest().draft());
  const answer = await owner.api.put(`/contests/${contest.id}`, { verification: 'SURE' });
  expect([answer.status, answer.code]).toEqual([400, 'VALIDATION_FAILED']);
});

it.each(['active', 'paused', 'ended'] as const)(
  'the level of verification of a contest is fixed once the contest is %s, in both directions',
  async (state) => {
    const owner = await aUser().save();
    const open = await aContest().ownedBy(owner)[state]().save();
    const tightened = await owner.api.put(`/contests/${open.id}`, { verification: 'PHONE' });
    expect([tightened.status, tightened.code]).toEqual([409, 'INVALID_TRANSITION']);
    expect(tightened.message).toContain('while the contest is a draft');
    // Forms send whole records.
    expect((await owner.api.put(`/contests/${open.id}`, { verification: 'OPEN' })).status).toBe(200);
    const verified = await aContest().ownedBy(owner)[state]().verifiedPhones().save();
    const loosened = await owner.api.put(`/contests/${verified.id}`, { verification: 'OPEN' });
    expect([loosened.status, loosened.code]).toEqual([409, 'INVALID_TRANSITION']);
  },
);

it('the level of verification of a contest is proposed with the means of this platform', async () => {
  const owner = await aUser().save();
  const { data } = await owner.api.get<ContestProposal>('/contests/proposal');
  expect(data).toEqual({ verification: 'PHONE', canSendCodes: true });
});

it('a free vote with a number of an unassigned range is refused at its field, in open contests too; landlines and paid votes are taken', async () => {
  const [open, paid] = await Promise.all([aContest().save(), aContest().paid('1.00').save()]);
  for (const phone of ['0402123456', '+233211234567', '0581234567', '0590123456']) {
    const refused = await castWith(open, phone);
    expect([refused.status, refused.errors]).toEqual([
      400,
      [{ field: 'voterPhone', message: 'Enter a valid phone number, for example 024 123 4567' }],
    ]);
  }
  expect(await countedCasts(open)).toBe(0);
  expect((await castWith(open, '0302123456')).status).toBe(201);
  expect((await castWith(paid, '0402123456')).status).toBe(201);
});

it('a free vote in a contest of verified numbers is refused without a token, with one of another phone or contest, and with one that was made up', async () => {
  const [contest, other] = await Promise.all([1, 2].map(() => aContest().verifiedPhones().save()));
  if (!contest || !other) throw new Error('contests are missing');
  const [phone, friend] = [aPhone(), aPhone()];
  const [ofFriend, elsewhere] = [await tokenFor(contest, friend), await tokenFor(other, phone)];
  for (const token of [undefined, '', 'x', 'zzzzzz.AAAAAAAAAAAAAAAAAAAAAA', ofFriend, elsewhere])
    expect(await castWith(contest, phone, token)).toMatchObject({ status: 403, code: 'PHONE_NOT_VERIFIED' });
  expect(await countedCasts(contest)).toBe(0);
  // A browser that several people share sends the tokens of all of them.
  expect((await castWith(contest, friend, `${elsewhere},${ofFriend}`)).status).toBe(201);
  expect(await countedCasts(contest)).toBe(1);
});

it('a free vote in a contest of verified numbers has the limits of its phone as before, and one that is refused uses nothing of them', async () => {
  const contest = await aContest().verifiedPhones().freeVotesPerHour(1).save();
  const phone = aPhone();
  for (let nr = 0; nr < 3; nr++) expect((await castWith(contest, phone)).status).toBe(403);
  const token = await tokenFor(contest, phone);
  expect((await castWith(contest, phone, token)).status).toBe(201);
  expect((await castWith(contest, phone, token)).code).toBe('VOTE_LIMIT_REACHED');
});

it('a free vote in a contest of verified numbers needs no token where it is paid, or entered by the organiser', async () => {
  const owner = await aUser().save();
  const paid = await aContest().verifiedPhones().paid('1.00').save();
  expect((await castWith(paid, aPhone())).status).toBe(201);
  const contest = await aContest().ownedBy(owner).verifiedPhones().save();
  const manual = { ...aVote(contest), reason: 'Ballots at the gate' };
  expect((await owner.api.post('/votes/manual', manual)).status).toBe(201);
});

it('a free vote in a contest of verified numbers names what is wrong with the contest first', async () => {
  const contest = await aContest().verifiedPhones().paused().save();
  expect((await castWith(contest, aPhone())).code).toBe('CONTEST_PAUSED');
});

const cast = (vote: Record<string, unknown>, key: string, challenge?: string) =>
  api.post<CastVoteResult>('/votes/cast', { ...vote, challenge }, { headers: { 'idempotency-key': key } });

it('a contest that wants a person check refuses a free vote without one, and takes it with one', async () => {
  const contest = await aContest().personCheck().save();
  const [vote, key] = [aVote(contest), randomUUID()];
  expect(await cast(vote, key)).toMatchObject({ status: 403, code: 'CHALLENGE_REQUIRED' });
  expect(await countedCasts(contest)).toBe(0);
  const taken = await cast(vote, key, await solvedCheck(contest.id, key));
  expect([taken.status, taken.data.status]).toEqual([201, 'COMPLETED']);
});

it('a contest that wants a person check counts one vote per solved check, however often and however many at once it is used', async () => {
  const contest = await aContest().personCheck().save();
  const [vote, key] = [aVote(contest), randomUUID()];
  const solved = await solvedCheck(contest.id, key);
  const atOnce = await Promise.all([1, 2, 3, 4].map(() => cast(vote, key, solved)));
  expect(new Set(atOnce.map((answer) => answer.data.id)).size).toBe(1);
  // Without its check too: a repeated request gets its first answer.
  expect((await cast(vote, key)).status).toBe(201);
  const others = await Promise.all([1, 2, 3].map(() => cast(aVote(contest), randomUUID(), solved)));
  expect(others.map((answer) => answer.code)).toEqual(Array(3).fill('CHALLENGE_REQUIRED'));
  expect((await cast(aVote(contest), key, solved)).code).toBe('IDEMPOTENCY_KEY_REUSED');
  expect(await countedCasts(contest)).toBe(1);
});

it('a contest that wants a person check takes no check of another contest, none that was tampered with, and nothing that is none', async () => {
  const [contest, other] = await Promise.all([
    aContest().personCheck().save(),
    aContest().personCheck().save(),
  ]);
  const key = randomUUID();
  const foreign = await solvedCheck(other.id, key);
  const payload = JSON.parse(Buffer.from(foreign, 'base64').toString()) as {
    challenge: PersonChallenge;
    solution: { derivedKey: string };
  };
  const seal = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');
  const moved = structuredClone(payload);
  moved.challenge.parameters.data = { contestId: contest.id, key };
  const unsigned = structuredClone(moved);
  delete unsigned.challenge.signature;
  const wrong = { ...payload, solution: { counter: 0, derivedKey: '00'.repeat(32) } };
  for (const challenge of [foreign, seal(moved), seal(unsigned), 'x', seal(null), seal({ challenge: 1 })])
    expect((await cast(aVote(contest), key, challenge)).code).toBe('CHALLENGE_REQUIRED');
  expect((await cast(aVote(other), key, seal(wrong))).code).toBe('CHALLENGE_REQUIRED');
});

it('a contest that wants a person check tells of limits before it asks for work', async () => {
  const contest = await aContest().personCheck().freeVotesPerHour(1).save();
  expect((await cast(aVote(contest, { voteCount: 2 }), randomUUID())).status).toBe(400);
});

it('a contest that wants a person check is not asked of payers', async () => {
  const contest = await aContest().personCheck().paid('1.00').save();
  expect((await cast(aVote(contest), randomUUID())).status).toBe(201);
});

it('a contest that wants a person check gives a check only for a key', async () => {
  const contest = await aContest().personCheck().save();
  const answer = await api.post('/votes/challenge', { contestId: contest.id });
  expect([answer.status, answer.code]).toEqual([400, 'IDEMPOTENCY_KEY_INVALID']);
});
