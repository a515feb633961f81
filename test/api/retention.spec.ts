import { randomUUID } from 'node:crypto';
import type { CastVoteResult } from '@abato/contracts';
import { runAdmin } from '../support/admin.js';
import { aContest, aUser, aVote, type BuiltContest, type BuiltUser, sql } from '../support/builders.js';
import { manyPhonesOfOneDevice } from '../support/held-votes.js';
import { ApiClient } from '../support/http.js';
import { beginPaid, castPaid, publicTotal } from '../support/payments.js';
import { phonesOf } from '../support/phones.js';
import { differencesFromLedger } from '../support/transparency.js';
import { waitFor } from '../support/wait-for.js';

const api = new ApiClient();
const PERSON = { voterName: 'Ama Mensah', voterEmail: 'ama@example.com' };

/** Rows beside a vote that name its phone or network. */
async function besides(contest: BuiltContest) {
  const rows = await sql<{ prompts: number; verifications: number }>`SELECT (SELECT count(*)::int
       FROM ussd_charges u JOIN votes v ON v.id = u.vote_id WHERE v.contest_id = ${contest.id}) AS prompts,
       (SELECT count(*)::int FROM phone_verifications WHERE contest_id = ${contest.id}) AS verifications`;
  return rows[0];
}

async function addBesides(contest: BuiltContest, phone = '+233244000998'): Promise<void> {
  await sql`INSERT INTO ussd_charges (vote_id, network, status, created_at, sent_at)
     SELECT id, 'mtn', 'SENT', now(), now() FROM votes WHERE contest_id = ${contest.id}`;
  await sql`INSERT INTO phone_verifications (id, contest_id, phone, created_at, expires_at, channel,
      dial_number) VALUES (${randomUUID()}, ${contest.id}, ${phone}, now(), now(), 'ussd', '4821')`;
}

/** Move a contest's end into the past, as if it had ended by itself then. */
async function endedMonthsAgo(contest: BuiltContest, months: number): Promise<void> {
  await sql`UPDATE contests SET status = 'ENDED', start_date = now() - interval '2 years',
       end_date = now() - make_interval(months => ${months}),
       ended_at = now() - make_interval(months => ${months}) WHERE id = ${contest.id}`;
}

async function personalData(contest: BuiltContest) {
  const rows = await sql<{ kept: number; votes: number; phones: number }>`SELECT count(*) FILTER (WHERE
    coalesce(voter_name, voter_email,
    voter_phone) IS NOT NULL OR device_digest IS NOT NULL OR request_digest <> '' OR network_digest IS NOT
    NULL OR token_minutes IS NOT NULL) AS kept, coalesce(sum(vote_count), 0)::bigint AS votes,
    (SELECT count(*) FROM payments p WHERE p.contest_id = ${contest.id}
    AND p.phone_number IS NOT NULL) AS phones FROM votes WHERE contest_id = ${contest.id}`;
  return rows[0];
}

/** Who was listed, whose vote each was, and which networks tried wrong codes. */
async function electorate(contest: BuiltContest): Promise<number[]> {
  return sql.value<number[]>`SELECT ARRAY[(SELECT count(*) FROM electors
       WHERE contest_id = ${contest.id}), (SELECT count(*) FROM ballots WHERE contest_id = ${contest.id}),
       (SELECT count(*) FROM ballot_guesses WHERE contest_id = ${contest.id})]::int[] AS rows`;
}

/** Cash of an amount that waits for a second person, who never comes. */
async function enterCash(owner: BuiltUser, contest: BuiltContest): Promise<void> {
  const body = { ...aVote(contest, { ...PERSON, voteCount: 10_001 }), reason: 'A sponsor' };
  const { status, data } = await owner.api.post<CastVoteResult>('/votes/manual', body);
  expect([status, data.awaitsConfirmation]).toEqual([201, true]);
}

/** Of entries of cash: how many parts name their voter, and what stays. */
const cashEntries = (contest: BuiltContest): Promise<object[]> =>
  sql<object>`SELECT num_nonnulls(voter_name, voter_email,
      voter_phone) + (request_digest <> '')::int AS personal, votes, reason
      FROM cash_entries WHERE contest_id = ${contest.id}`;

const isErased = async (contest: BuiltContest): Promise<boolean> => {
  return sql.value<boolean>`SELECT voters_erased_at IS NOT NULL AS done FROM contests
    WHERE id = ${contest.id}`;
};

const isLogged = async (contest: BuiltContest, votes: number): Promise<boolean> =>
  (await publicTotal(contest.id)) === votes && (await differencesFromLedger(contest)) === 0;

it('voters are erased when a contest has been over as long as it says; counts and money stay', async () => {
  const owner = await aUser().save();
  const [due, kept] = await Promise.all([aContest().save(), aContest().save()]);
  const [paid, paidKept] = [
    await aContest().ownedBy(owner).paid('1.00').save(),
    await aContest().ownedBy(owner).paid('1.00').save(),
  ];
  for (const contest of [due, kept]) {
    await sql`WITH listed AS (INSERT INTO electors (contest_id, digest, kind, added_at)
       VALUES (${contest.id}, '\\x01', 'PHONE', now())),
         guessed AS (INSERT INTO ballot_guesses (contest_id, network, since, wrong)
         VALUES (${contest.id}, '\\x01', now(), 1))
       INSERT INTO ballots (contest_id, category_id, elector, vote_id, cast_at)
       VALUES (${contest.id}, ${contest.id}, '\\x01', ${contest.id}, now())`;
    await api.post('/votes/cast', aVote(contest, { ...PERSON, deviceId: randomUUID(), voteCount: 3 }));
  }
  await beginPaid(paid, PERSON);
  await castPaid(paid, PERSON);
  await sql`UPDATE payments SET phone_number = '+233244000999' WHERE contest_id = ${paid.id}`;
  expect(await personalData(due)).toEqual({ kept: 1, votes: 3, phones: 0 });
  await Promise.all([addBesides(due), addBesides(kept), enterCash(owner, paid), enterCash(owner, paidKept)]);
  // What is not tallied and logged before the end is moved would be of after the end.
  await waitFor(() => isLogged(due, 3), { what: 'the log of the votes' });
  await Promise.all([endedMonthsAgo(due, 7), endedMonthsAgo(paid, 7)]);
  await Promise.all([endedMonthsAgo(kept, 5), endedMonthsAgo(paidKept, 5)]);

  await waitFor(async () => (await isErased(due)) && (await isErased(paid)), {
    withinMs: 120_000,
    what: 'the erasing of voters',
  });
  expect(await personalData(due)).toEqual({ kept: 0, votes: 3, phones: 0 });
  expect(await personalData(paid)).toEqual({ kept: 0, votes: 2, phones: 0 });
  expect(await personalData(kept)).toMatchObject({ kept: 1 });
  expect(await isErased(kept)).toBe(false);
  expect([await besides(due), await besides(kept)]).toEqual([
    { prompts: 0, verifications: 0 },
    { prompts: 1, verifications: 1 },
  ]);
  expect([await electorate(due), await electorate(kept)]).toEqual([
    [0, 0, 0],
    [1, 1, 1],
  ]);
  const cash = { votes: 10_001, reason: 'A sponsor' };
  expect(await cashEntries(paid)).toEqual([{ personal: 0, ...cash }]);
  expect(await cashEntries(paidKept)).toEqual([{ personal: 4, ...cash }]);

  const rows = await sql<{ payments: number }>`SELECT count(*) AS payments FROM payments
    WHERE contest_id = ${paid.id}`;
  expect(rows[0]?.payments).toBe(1);
  for (const contest of [due, paid]) {
    const { code, out } = await runAdmin(['verify-tallies', '--contest', contest.id]);
    expect(code === 0 ? '' : out).toBe('');
  }
  const audit = await sql<{ detail: unknown }>`SELECT detail FROM audit_log WHERE subject_id = ${due.id}
    AND action = 'contest.erase-voters'`;
  expect(audit).toEqual([{ detail: { by: 'retention', votes: 1, payments: 0, messages: 0 } }]);
});

it('a person’s export and erasing know devices, held votes, USSD prompts and verifications', async () => {
  const contest = await aContest().save();
  const deviceId = randomUUID();
  await manyPhonesOfOneDevice(contest, 5, { deviceId });
  const voterPhone = phonesOf('retention')();
  const { held } = await manyPhonesOfOneDevice(contest, 1, { deviceId, voterPhone });
  await addBesides(contest, voterPhone);
  const exported = await runAdmin(['export-person', '--phone', voterPhone]);
  expect(JSON.parse(exported.out)).toMatchObject({
    votes: [
      {
        id: held[0]?.id,
        device: expect.stringMatching(/^[0-9a-f]{32}$/),
        held_for: 'DEVICE_MANY_PHONES',
        held_decision: null,
      },
    ],
    verifications: [{ contest: contest.title, channel: 'ussd', phone: voterPhone }],
    ussd: [{ vote_id: held[0]?.id, network: 'mtn', status: 'SENT' }],
  });
  expect((await runAdmin(['erase-person', '--phone', voterPhone, '--yes'])).code).toBe(0);
  const rows = await sql`SELECT voter_phone, device_digest, length(request_digest) AS digest FROM votes
    WHERE id = ${held[0]?.id}`;
  expect(rows).toEqual([{ voter_phone: null, device_digest: null, digest: 0 }]);
  const left = await sql`SELECT 1 FROM ussd_charges WHERE vote_id = ${held[0]?.id} UNION ALL SELECT 2
    FROM phone_verifications WHERE phone = ${voterPhone}`;
  expect(left).toEqual([]);
});
