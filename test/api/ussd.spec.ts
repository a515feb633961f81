import { randomBytes, randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import type { FoundVote, VoteTimeline } from '@abato/contracts';
import type { Environment } from '@abato/platform';
import { AWAY, type Session, SessionStore } from '@abato/testing/ussd';
import type { BuiltContest } from '../support/builders.js';
import { aContest, aUser, aVote, nomineeCode, withOwner, sql } from '../support/builders.js';
import { addElectors } from '../support/electorate.js';
import { ApiClient } from '../support/http.js';
import { ledgerOf, waitForState } from '../support/payments.js';
import { phonesOf } from '../support/phones.js';
import { testState } from '../support/state.js';
import type { UssdGateway, UssdScreen } from '../support/ussd.js';
import { loseSessions, USSD_GATEWAYS, UssdSession } from '../support/ussd.js';
import { waitFor } from '../support/wait-for.js';

const api = new ApiClient();
const redis = new Redis(testState().redisUrl);
afterAll(() => redis.disconnect());

const newPhone = phonesOf('ussd', 1_000);
const newPhoneOf = { mtn: newPhone, at: phonesOf('ussd-at'), telecel: phonesOf('ussd-telecel') };

interface CastRow {
  id: string;
  vote_count: number;
  status: string;
  source: string;
}

const votesOf = (contest: BuiltContest): Promise<CastRow[]> =>
  sql<CastRow>`SELECT id, vote_count, status, source FROM votes
    WHERE contest_id = ${contest.id} ORDER BY id`;

/** Dial and choose a contest by its line of the list. */
async function chosenFromList(
  gateway: UssdGateway,
  { title }: BuiltContest,
  phone: string,
): Promise<{ session: UssdSession; screen: UssdScreen }> {
  // A process keeps its list for some seconds: another spec may have asked for it before this contest was there.
  const { session, line } = await waitFor(async () => {
    const opened = new UssdSession(gateway, phone);
    await opened.dial();
    // The newest contest is on the first page; another spec may have made newer ones.
    let { text } = await opened.type('0');
    for (let page = 0; page < 9 && !text.includes(title); page++) ({ text } = await opened.type('0'));
    const found = text.split('\n').find((one) => one.includes(title));
    return found ? { session: opened, line: found } : null;
  });
  return { session, screen: await session.type(line[0] ?? '') };
}

it('a free vote by USSD is cast step by step, counts as one of the channel ussd, and is found by the receipt of the last screen', async () => {
  const { owner, contest } = await withOwner(aContest().personCheck().freeVotesPerHour(10));
  const session = new UssdSession('africastalking', newPhone());
  expect(await session.dial()).toMatchObject({ text: expect.stringContaining('Welcome'), goesOn: true });
  const code = await nomineeCode(contest.contestant.id);
  expect((await session.type(code)).text).toBe(
    `Contestant 1.1\n${contest.title}\nFree, up to 10 an hour. How many votes?`,
  );
  expect(await session.type('3')).toEqual({
    text: '3 votes for Contestant 1.1\n1 Confirm\n2 Cancel',
    goesOn: true,
  });
  const last = await session.type('1');
  expect(last).toEqual({
    text: expect.stringMatching(/^Thank you! 3 votes for Contestant 1\.1 counted\. Receipt \S{14}$/),
    goesOn: false,
  });
  const [vote] = await votesOf(contest);
  expect(vote).toMatchObject({ vote_count: 3, status: 'COMPLETED', source: 'USSD' });
  const reference = last.text.split(' ').at(-1);
  const found = await api.post<FoundVote>('/votes/find', { phone: session.phone, reference });
  expect(found.data).toMatchObject({ id: vote?.id, voteCount: 3 });
  const ledger = await sql`SELECT channel FROM vote_ledger WHERE vote_id = ${vote?.id}`;
  expect(ledger).toEqual([{ channel: 'ussd' }]);
  await waitFor(async () => {
    const timeline = await owner.api.get<VoteTimeline>(`/votes/contest/${contest.id}/timeline?unit=day`);
    return timeline.data.channels.some(({ channel, votes }) => channel === 'ussd' && votes === 3);
  });
});

it.each(USSD_GATEWAYS)(
  'a free vote by USSD is cast from one dialled string at %s, within the limit of the phone',
  async (gateway) => {
    const contest = await aContest().freeVotesPerHour(5).save();
    const code = await nomineeCode(contest.contestant.id);
    const phone = newPhone();
    const session = new UssdSession(gateway, phone);
    expect((await session.dial(code, '4')).text).toContain('4 votes for');
    expect((await session.type('1')).text).toContain('counted');
    const more = new UssdSession(gateway, phone);
    expect((await more.dial(code, '6')).text).toBe('At most 5 votes an hour. How many votes?');
    expect((await more.type('2', '1')).goesOn).toBe(false);
    expect((await votesOf(contest)).map((vote) => vote.vote_count)).toEqual([4]);
    // Votes of the same phone on the web count against the same limit.
    const web = await api.post('/votes/cast', aVote(contest, { voterPhone: phone, voteCount: 2 }));
    expect(web.code).toBe('VOTE_LIMIT_REACHED');
  },
);

it('a free vote by USSD is found through the lists of contests, categories and nominees', async () => {
  const contest = await aContest().startingIn(-1_000).withContestants(2, 3).save();
  const { session, screen } = await chosenFromList('nalo', contest, newPhone());
  expect(screen.text).toBe('Categories\n1 Category 1\n2 Category 2');
  expect((await session.type('2')).text).toMatch(/^Nominees\n1 Contestant 2\.1 \d{4,6}\n2 /);
  expect((await session.type('3')).text).toContain('Contestant 2.3');
  expect((await session.type('2', '1')).text).toContain('2 votes for Contestant 2.3 counted');
  expect(await votesOf(contest)).toHaveLength(1);
});

it.each(USSD_GATEWAYS)(
  'a free vote by USSD takes the line of a nominee and the same digit as the number of votes at %s, in an election too',
  async (gateway) => {
    const owner = await aUser().save();
    const [free, election] = [
      await aContest().startingIn(-1_000).withContestants(2).save(),
      await aContest().ownedBy(owner).startingIn(-1_000).electorate().withContestants(2).save(),
    ];
    const phone = newPhone();
    await addElectors(owner, election, { list: phone });
    for (const [contest, line] of [
      [free, '1'],
      [free, '2'],
      [election, '1'],
    ] as const) {
      const { session, screen } = await chosenFromList(gateway, contest, phone);
      expect(screen.text).toMatch(/^Nominees\n1 Contestant 1\.1 /);
      expect((await session.type(line)).text).toContain(`Contestant 1.${line}\n`);
      expect((await session.type(line)).text).toMatch(
        new RegExp(`^${line} votes? for Contestant 1\\.${line}\n1 Confirm`),
      );
      expect((await session.type('1')).text).toContain('counted');
    }
    expect((await votesOf(free)).map((vote) => vote.vote_count)).toEqual([1, 2]);
    expect((await votesOf(election)).map((vote) => vote.vote_count)).toEqual([1]);
  },
);

/** `1` as the number of votes and `1` to confirm are one text where a gateway neither counts its requests nor sends all inputs. */
const TELLING: readonly UssdGateway[] = ['africastalking', 'hubtel'];

it.each([
  ...USSD_GATEWAYS.map((gateway) => ({ gateway, votes: 3 })),
  ...TELLING.map((gateway) => ({ gateway, votes: 1 })),
])(
  'a request that a gateway repeats gets the same answer at every step of $gateway and casts nothing twice: votes $votes',
  async ({ gateway, votes }) => {
    const contest = await aContest().save();
    const session = new UssdSession(gateway, newPhone());
    const thrice = async (first: Promise<{ text: string }>): Promise<string> => {
      // One beside the first, one after both.
      const [a, b] = await Promise.all([first, session.again()]);
      const c = await session.again();
      expect([b.text, c.text]).toEqual([a.text, a.text]);
      return a.text;
    };
    await thrice(session.dial());
    expect(await thrice(session.type(await nomineeCode(contest.contestant.id)))).toContain('How many votes?');
    expect(await thrice(session.type(String(votes)))).toContain('1 Confirm');
    expect(await thrice(session.type('1'))).toContain('counted');
    expect((await votesOf(contest)).map((vote) => vote.vote_count)).toEqual([votes]);
  },
);

it.each(USSD_GATEWAYS)(
  'a request that a gateway repeats gets the same last text after the session was lost at %s',
  async (gateway) => {
    for (const contest of [await aContest().save(), await aContest().paid('1.00').save()]) {
      const session = new UssdSession(gateway, newPhone());
      await session.dial(await nomineeCode(contest.contestant.id), '2');
      const last = await session.type('1');
      await loseSessions(redis, session);
      expect(await Promise.all([session.again(), session.again()])).toEqual([last, last]);
      expect(await votesOf(contest)).toHaveLength(1);
    }
  },
);

it('a request that a gateway repeats is answered while Redis hangs: a session is waited for half a second, and then taken for unknown', async () => {
  const release = `abato:test:${randomUUID()}`;
  // Nothing ends a command but its answer, and what is sent after a blocking command waits for its end.
  const hanging = new Redis(testState().redisUrl);
  const blocked = hanging.blpop(release, 0);
  try {
    const key = randomBytes(32).toString('base64');
    const sessions = new SessionStore(hanging, { DATA_ENCRYPTION_KEY: key } as Environment);
    const { redis: name } = sessions.keysOf('nalo', 'x', newPhone());
    const screen = { text: 'Welcome', goesOn: true };
    const last = { screen, input: null, sequence: null, at: 0 };
    const session: Session = { state: { at: 'start', mistakes: 0 }, inputs: 0, first: screen, last };
    expect(await sessions.read(name)).toBe(AWAY);
    await sessions.write(name, session);
    await redis.rpush(release, 'go on');
    await blocked;
    expect(JSON.parse((await hanging.get(name)) ?? '')).toEqual(session);
  } finally {
    hanging.disconnect();
  }
});

it('a request that a gateway repeats goes on without its session where the gateway sends everything, and says so where it does not', async () => {
  const contest = await aContest().save();
  const code = await nomineeCode(contest.contestant.id);
  const whole = new UssdSession('africastalking', newPhone());
  await whole.dial();
  await whole.type(code);
  await loseSessions(redis, whole);
  expect((await whole.type('2')).text).toContain('1 Confirm');
  const parts = new UssdSession('arkesel', newPhone());
  await parts.dial(code, '2');
  await loseSessions(redis, parts);
  expect(await parts.type('1')).toEqual({
    text: 'This session has ended and nothing was voted. Please dial *713# again.',
    goesOn: false,
  });
  expect(await votesOf(contest)).toHaveLength(0);
});

/** The prompt waits until the session is off the screen; here until the test has looked. */
const send = (voteId: string | undefined) =>
  sql`UPDATE ussd_charges SET next_attempt_at = created_at WHERE vote_id = ${voteId}`;

it('a paid vote by USSD ends the session before its prompt is sent, and counts once it is approved', async () => {
  const contest = await aContest().paid('0.50').save();
  // The simulator approves for numbers that end like this.
  const phone = newPhone('4987');
  const session = new UssdSession('hubtel', phone);
  const confirm = await session.dial(await nomineeCode(contest.contestant.id), '4');
  expect(confirm.text).toBe('4 votes for Contestant 1.1, GHS 2.00\n1 Confirm\n2 Cancel');
  const last = await session.type('1');
  expect(last).toEqual({
    text: 'Approve GHS 2.00 with your PIN on the prompt that comes now. No prompt? Dial *170#, My Wallet, My Approvals.',
    goesOn: false,
  });
  const [vote] = await votesOf(contest);
  expect(vote).toMatchObject({ status: 'PENDING', source: 'USSD' });
  const waits = await sql.value<number>`SELECT extract(epoch
      FROM next_attempt_at - created_at)::integer AS waits FROM ussd_charges WHERE vote_id = ${vote?.id}`;
  expect(waits).toBeGreaterThanOrEqual(3);
  await send(vote?.id);
  const reference = await waitFor(async () => {
    const found = await sql<{ reference: string; phone_number: string; network: string }>`SELECT reference,
        phone_number, network FROM payments WHERE vote_id = ${vote?.id} AND flow = 'CHARGE'`;
    expect(found[0]).toMatchObject({ phone_number: phone, network: 'mtn' });
    return found[0]?.reference;
  });
  await waitForState(reference, 'COMPLETED');
  expect(await ledgerOf(vote?.id ?? '')).toEqual([4]);
  // Once, also after the gateway has repeated its request.
  expect((await session.again()).text).toBe(last.text);
  expect(await sql`SELECT 1 FROM payments WHERE vote_id = ${vote?.id}`).toHaveLength(1);
});

it.each(
  USSD_GATEWAYS.map((gateway, nr) => ({ gateway, prefix: nr % 2 ? ('at' as const) : ('mtn' as const) })),
)(
  'a paid vote by USSD of a phone of AT asks its wallet for the money and names its approvals: $gateway, prefix of $prefix',
  async ({ gateway, prefix }) => {
    const contest = await aContest().paid('0.50').save();
    // The last four digits say that the prompt is approved; a number with MTN's prefix was taken along.
    const phone = newPhoneOf[prefix]('4987');
    const session = new UssdSession(gateway, phone, 'at');
    await session.dial(await nomineeCode(contest.contestant.id));
    expect((await session.type('4')).text).toBe('4 votes for Contestant 1.1, GHS 2.00\n1 Confirm\n2 Cancel');
    expect((await session.type('1')).text).toBe(
      'Approve GHS 2.00 with your PIN on the prompt that comes now. No prompt? Dial *110#, approvals.',
    );
    const [vote] = await votesOf(contest);
    await send(vote?.id);
    const charge = await waitFor(async () => {
      const rows = await sql<{ reference: string; phone_number: string; network: string }>`SELECT
          reference, phone_number, network FROM payments WHERE vote_id = ${vote?.id} AND flow = 'CHARGE'`;
      return rows[0];
    });
    expect(charge).toMatchObject({ phone_number: phone, network: 'at' });
    await waitForState(charge.reference, 'COMPLETED');
    expect(await ledgerOf(vote?.id ?? '')).toEqual([4]);
  },
);

it('a paid vote by USSD of a Telecel wallet asks for its voucher when the phone dials again', async () => {
  const contest = await aContest().paid('1.00').save();
  const phone = newPhoneOf.telecel('0007');
  const session = new UssdSession('nalo', phone, 'telecel');
  expect((await session.dial(await nomineeCode(contest.contestant.id), '2')).goesOn).toBe(true);
  expect((await session.type('1')).text).toContain('Dial *110#');
  const [vote] = await votesOf(contest);
  await send(vote?.id);
  const reference = await waitFor(async () => {
    return sql.value<string>`SELECT reference FROM payments
        WHERE vote_id = ${vote?.id} AND charge_status = 'send_otp'`;
  });
  // Typed before the session was lost, at a gateway that sends everything: no nominee has it as a code, so it is asked for again.
  const lost = new UssdSession('africastalking', phone, 'telecel');
  expect((await lost.dial()).text).toContain('Enter the voucher code');
  await loseSessions(redis, lost);
  expect((await lost.type('123456')).text).toContain('Enter the voucher code');
  const again = new UssdSession('nalo', phone, 'telecel');
  expect((await again.dial()).text).toContain('Enter the voucher code');
  expect(await again.type('123456')).toMatchObject({
    goesOn: false,
    text: expect.stringContaining('Thank you'),
  });
  await waitForState(reference, 'COMPLETED');
});

it.each(USSD_GATEWAYS)(
  'the keypad page of the simulator speaks the protocol of %s from the dial to the receipt',
  async (gateway) => {
    const { simulatorUrl } = testState();
    const contest = await aContest().save();
    const post = async (path: string, body: object) => {
      const answer = await fetch(`${simulatorUrl}/phone/sessions${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return (await answer.json()) as { id: string; text: string; goesOn: boolean; request: string };
    };
    const dialled = `*713*${await nomineeCode(contest.contestant.id)}#`;
    const first = await post('', { gateway, network: 'mtn', phone: newPhone(), dialled });
    expect(first.text).toContain('How many votes?');
    await post(`/${first.id}`, { input: '2' });
    const last = await post(`/${first.id}`, { input: '1' });
    expect(last).toMatchObject({ text: expect.stringContaining('Receipt'), goesOn: false });
    expect(await votesOf(contest)).toMatchObject([{ vote_count: 2, source: 'USSD' }]);
    const page = await fetch(`${simulatorUrl}/phone`);
    expect(await page.text()).toContain('data-testid="ussd-send"');
  },
);

it('what cannot be voted is said in one sentence: closed contests, unknown codes, foreign numbers', async () => {
  const say = async (phone: string, ...inputs: string[]) =>
    (await new UssdSession('arkesel', phone).dial(...inputs)).text;
  const [ended, paused, draft] = [
    await aContest().ended().save(),
    await aContest().paused().save(),
    await aContest().draft().save(),
  ];
  expect(await say(newPhone(), await nomineeCode(ended.contestant.id))).toBe('Voting has ended.');
  expect(await say(newPhone(), await nomineeCode(paused.contestant.id))).toContain('paused');
  expect(await say(newPhone(), await nomineeCode(draft.contestant.id))).toContain('No nominee has the code');
  expect(await say('+2348012345678')).toBe('Only Ghanaian numbers can vote.');
});

it('what cannot be voted costs nothing when it is cancelled', async () => {
  const contest = await aContest().save();
  const session = new UssdSession('hubtel', newPhone());
  await session.dial(await nomineeCode(contest.contestant.id), '5');
  expect(await session.type('2')).toEqual({ text: 'Cancelled. Nothing was voted.', goesOn: false });
  expect(await session.type('1')).toEqual({ text: 'Cancelled. Nothing was voted.', goesOn: false });
  expect(await votesOf(contest)).toHaveLength(0);
});
