import type { CastVoteResult } from '@abato/contracts';
import { aContest, aUser, aVote, type BuiltContest, sql } from '../support/builders.js';
import { castByCode, withCodes } from '../support/electorate.js';
import { ApiClient } from '../support/http.js';
import { aLocalPhone, atForm, castsOf, codesTo, e164, formPath, LightBrowser } from '../support/light.js';
import { hasW3m, TextBrowser } from '../support/text-browser.js';
import { waitFor } from '../support/wait-for.js';

const api = new ApiClient();

it.each([
  ['an open contest', () => aContest(), 'Phone numbers are typed, not proven.'],
  ['a contest of verified numbers', () => aContest().verifiedPhones(), 'Each number was proven.'],
  ['a paid contest', () => aContest().paid('1.00'), 'Each vote was paid for.'],
])('the list of %s says beside its counts how it is protected', async (_what, builder, text) => {
  const contest = await builder().save();
  expect((await new LightBrowser().get(`/v/${contest.id}`)).text).toContain(text);
});

describe('a free vote', () => {
  it('is counted once, by the same intake, and shows its receipt', async () => {
    const contest = await aContest().save();
    const browser = await atForm(contest);
    const done = await browser.submit({ votes: '2', phone: aLocalPhone() });
    expect(done.status).toBe(200);
    expect(done.text).toContain('Your 2 votes are in');
    const [, code = ''] = /href="\/r\/([\w-]+)"/.exec(done.html) ?? [];
    expect(code).toMatch(/^\w{4}-\w{4}-\w{4}$/);
    const receipt = await waitFor(async () => {
      const answer = await api.get<{ contestId: string }>(`/receipts/${code}`);
      return answer.status === 200 && answer;
    });
    expect(receipt.data.contestId).toBe(contest.id);
    expect(await castsOf(contest)).toEqual([{ votes: 2, source: 'LIGHT', status: 'COMPLETED' }]);
  });

  it('is cast once when the button is pressed twice, at once or later, and when the page is loaded again', async () => {
    const contest = await aContest().save();
    const [browser, again] = [await atForm(contest), new LightBrowser()];
    again.screen = browser.screen;
    const typed = { phone: aLocalPhone() };
    const [first, second] = await Promise.all([browser.submit(typed), again.submit(typed)]);
    expect(second.path).toBe(first.path);
    expect((await again.get(first.path)).text).toContain('Your vote is in');
    expect(await castsOf(contest)).toHaveLength(1);
  });

  it('is asked again with a new key when a form that was used is sent with other votes', async () => {
    const contest = await aContest().save();
    const browser = await atForm(contest);
    const form = browser.screen;
    const phone = aLocalPhone();
    await browser.submit({ phone });
    browser.screen = form;
    const asked = await browser.submit({ phone, votes: '3' });
    expect(asked.status).toBe(409);
    expect(asked.text).toContain('Your earlier vote from this form is kept.');
    expect(asked.fields).toMatchObject({ phone, votes: '3' });
    await browser.submit();
    expect((await castsOf(contest)).map(({ votes }) => votes)).toEqual([1, 3]);
  });

  it.each([
    [{ phone: '12345' }, 400],
    [{ phone: '' }, 400],
    [{ votes: '0' }, 400],
    [{ votes: 'many' }, 400],
    [{ votes: '1.5' }, 400],
    [{ votes: '' }, 400],
    [{ votes: '100001' }, 400],
    [{ email: 'x' }, 400],
    [{ name: 'x'.repeat(101) }, 400],
    // A number of no phone.
    [{ phone: '0401234567' }, 400],
  ])('that is wrong is refused as by the API, with everything kept: %j', async (wrong, status) => {
    const contest = await aContest().save();
    const browser = await atForm(contest);
    const typed = { phone: aLocalPhone(), votes: '2', name: 'Ama', email: 'ama@example.com', ...wrong };
    const refused = await browser.submit(typed);
    expect(refused.status).toBe(status);
    expect(refused.fields).toMatchObject(typed);
    const number = /^\d+$/.test(typed.votes) ? Number(typed.votes) : typed.votes;
    const same = await api.post(
      '/votes/cast',
      aVote(contest, {
        voteCount: number,
        voterPhone: typed.phone,
        voterName: typed.name,
        voterEmail: typed.email,
      }),
    );
    expect(same.status).toBe(status);
    for (const { message } of same.errors ?? []) expect(refused.text).toContain(message);
    expect(refused.html).toMatch(/aria-invalid="true"/);
    expect(await castsOf(contest)).toEqual([]);
    expect(
      (await browser.submit({ ...typed, phone: aLocalPhone(), votes: '2', name: '', email: '' })).text,
    ).toContain('are in');
  });

  it('has the limits of every free vote', async () => {
    const contest = await aContest().freeVotesPerHour(1).save();
    const phone = aLocalPhone();
    await (await atForm(contest)).submit({ phone });
    const limited = await (await atForm(contest)).submit({ phone });
    expect(limited.status).toBe(429);
    expect(limited.text).toMatch(/You have used your 1 free vote for this hour/);
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await (await atForm(contest)).submit({ phone: aLocalPhone(), votes: '2' })).status).toBe(400);
    expect(await castsOf(contest)).toHaveLength(1);
  });

  it('has the limit of its device', async () => {
    const contest = await aContest().freeVotesPerHour(1).freeVotesPerDevice(2).save();
    const browser = await atForm(contest);
    const statuses: number[] = [];
    for (let nr = 0; nr < 3; nr++) {
      await browser.get(await formPath(contest));
      statuses.push((await browser.submit({ phone: aLocalPhone() })).status);
    }
    expect(statuses).toEqual([200, 200, 429]);
  });

  it('that does not count any more says who has taken it back', async () => {
    const owner = await aUser().save();
    const { contest, codes } = await withCodes(owner, 1, { change: true });
    const { data } = await castByCode(contest, codes[0] ?? '');
    await castByCode(contest, codes[0] ?? '', { contestantId: contest.categories[0]?.contestants[1]?.id });
    const open = await aContest().ownedBy(owner).save();
    const entered = await owner.api.post<CastVoteResult>('/votes/manual', {
      ...aVote(open),
      reason: 'Paper votes',
    });
    const undone = await owner.api.post(`/votes/manual/${entered.data.id}/undo`, { reason: 'Counted twice' });
    expect(undone.status).toBe(200);
    const browser = new LightBrowser();
    const result = async (of: BuiltContest, id: string) => (await browser.get(`/v/${of.id}/vote/${id}`)).text;
    expect(await result(contest, data.id)).toContain('You have changed this vote');
    expect(await result(open, entered.data.id)).toContain('entered by mistake');
    await sql`INSERT INTO held_votes (vote_id, contest_id, votes, reason, held_at, decision, decided_at,
       decided_by)
       SELECT id, contest_id, 1, 'DEVICE_MANY_PHONES', now(), 'REJECTED', now(), ${owner.id} FROM votes
       WHERE id = ${entered.data.id}`;
    expect(await result(open, entered.data.id)).toContain('The organiser has looked at this vote');
  });
});

(hasW3m ? describe : describe.skip)('in a text browser', () => {
  it('a voter reads list and form line by line, proves the number by SMS, and votes again without', async () => {
    const contest = await aContest().verifiedPhones().withContestants(2).save();
    const browser = new TextBrowser();
    const list = await browser.open(`/v/${contest.id}`);
    expect(list.lines).toEqual(
      expect.arrayContaining([
        contest.title,
        expect.stringMatching(/^(1\. )?Contestant 1\.1$/),
        expect.stringMatching(/^Rank 1 · 0 votes · Code \d{4,6}$/),
      ]),
    );
    const form = await browser.open(await formPath(contest));
    expect(form.lines).toEqual(
      expect.arrayContaining([
        'Number of votes',
        'Your phone number',
        'Keeps voting fair. Masked for the organiser; each look at all of it is recorded.',
      ]),
    );
    const refused = await browser.submit({ phone: '024', step: 'vote' });
    expect(refused.lines).toContain('Enter a valid phone number, for example 024 123 4567');
    const phone = aLocalPhone();
    const asked = await browser.submit({ phone, votes: '2', step: 'vote' });
    expect(asked.lines.join(' ')).toContain(`We have sent a code to ${phone}.`);
    const [code = ''] = await codesTo(e164(phone));
    const done = await browser.submit({ code, step: 'code' });
    expect(done.lines).toEqual(
      expect.arrayContaining([
        'Your 2 votes are in',
        'Receipt code',
        expect.stringMatching(/^\w{4}-\w{4}-\w{4} /),
      ]),
    );
    // The browser has kept the proof.
    await browser.open(await formPath(contest));
    expect((await browser.submit({ phone, step: 'vote' })).lines).toContain('Your vote is in');
    expect((await castsOf(contest)).map(({ votes }) => votes)).toEqual([2, 1]);
  });
});
