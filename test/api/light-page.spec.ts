import { createHash, randomUUID } from 'node:crypto';
import { startApiProcess } from '../support/api-process.js';
import { aContest, aVote, closeDatabase, database } from '../support/builders.js';
import { countedCasts } from '../support/held-votes.js';
import { ApiClient } from '../support/http.js';
import {
  aLocalPhone,
  atForm,
  castsOf,
  codesTo,
  e164,
  formPath,
  LightBrowser,
  nomineeCode,
} from '../support/light.js';
import type { TestPlatform } from '../support/platform.js';
import { testState } from '../support/state.js';
import { waitFor } from '../support/wait-for.js';

const api = new ApiClient();
let withoutSms: TestPlatform;
beforeAll(async () => {
  withoutSms = await startApiProcess({ SMS_API_KEY: 'none' });
}, 120_000);
afterAll(async () => {
  await withoutSms?.platform.destroy();
  await closeDatabase();
}, 60_000);

describe('every page', () => {
  it('has no script, loads nothing, and says so in its policy', async () => {
    const contest = await aContest().verifiedPhones().save();
    const browser = await atForm(contest);
    const form = browser.screen;
    const list = await browser.get(`/v/${contest.id}`);
    const missing = await browser.get(`/v/${randomUUID()}`);
    for (const { html, headers } of [list, form ?? list, missing]) {
      expect(html).not.toMatch(
        /<script|<link|<img|<iframe|\ssrc=|\son\w+=|\sstyle=|@import|@font-face|url\(/i,
      );
      const [, style = ''] = /<style>(.*?)<\/style>/s.exec(html) ?? [];
      const hash = createHash('sha256').update(style).digest('base64');
      expect(headers.get('content-security-policy')).toBe(
        `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
      );
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    }
    expect([list, form, missing].map((one) => one?.headers.get('cache-control'))).toEqual([
      'public, max-age=1',
      'no-store',
      'no-store',
    ]);
    expect(missing.status).toBe(404);
    expect(missing.text).toContain('Contest not found');
  });

  it('has at most 15 KB with 62 nominees whose names have 70 letters', async () => {
    const contest = await aContest().withContestants(62).save();
    const letters = `Ɔbaa Yaa "Ŋkɛ" & ${'Á'.repeat(53)}`;
    await database().query('UPDATE contestants SET name = $2, bio = $3 WHERE contest_id = $1', [
      contest.id,
      letters,
      'Ɔ'.repeat(2_000),
    ]);
    await database().query('UPDATE contests SET title = $2 WHERE id = $1', [contest.id, 'Ɛ'.repeat(200)]);
    const browser = await atForm(contest);
    const sizes = [Buffer.byteLength(browser.screen?.html ?? '')];
    for (const query of ['', '?p=2', '?p=4', '?q=yaa', '?q=nothing', '?p=99999'])
      sizes.push(Buffer.byteLength((await browser.get(`/v/${contest.id}${query}`)).html));
    expect(sizes.filter((bytes) => bytes > 15 * 1024 || bytes < 1024)).toEqual([]);
    const all = new Set<string>();
    for (const page of [1, 2, 3, 4])
      for (const [, code] of (await browser.get(`/v/${contest.id}?p=${page}`)).html.matchAll(
        /href="\/v\/[^"/]+\/(\d+)"/g,
      ))
        all.add(code as string);
    expect(all.size).toBe(62);
  });

  it('cannot be broken out of by names', async () => {
    const contest = await aContest().save();
    const nasty = `</title></style><script>alert(1)</script>"'><img src=x>`;
    for (const [table, column] of [
      ['contests', 'title'],
      ['contestants', 'name'],
      ['contestants', 'bio'],
      ['categories', 'name'],
    ] as const)
      await database().query(
        `UPDATE ${table} SET ${column} = $2 WHERE ${table === 'contests' ? 'id' : 'contest_id'} = $1`,
        [contest.id, nasty],
      );
    const browser = await atForm(contest);
    const refused = await browser.submit({ votes: nasty, phone: nasty, name: nasty, email: nasty });
    const searched = await browser.get(`/v/${contest.id}?q=${encodeURIComponent(nasty)}`);
    for (const html of [refused.html, searched.html]) {
      expect(html).not.toContain('<script');
      expect(html).not.toContain('<img');
      expect(html).toContain('&lt;/title&gt;');
    }
    expect(refused.fields).toMatchObject({ votes: nasty, phone: nasty, name: nasty, email: nasty });
  });

  it('is linked from the full page before its code has come, and where there is no JavaScript', async () => {
    const contest = await aContest().save();
    const html = await (await fetch(`${testState().baseUrl}/contests/${contest.id}`)).text();
    expect(html).toContain(`<a href="/v/${contest.id}"`);
  });
});

describe('the list', () => {
  it('shows names, codes and counts, finds names without accents and codes, and goes through categories', async () => {
    const contest = await aContest().withContestants(12, 12).save();
    const [first, second] = contest.categories[1]?.contestants ?? [];
    await database().query('UPDATE contestants SET name = $2 WHERE id = $1', [first?.id, 'Kofí Mensah']);
    await api.post('/votes/cast', aVote(contest, { voteCount: 1_234 }));
    const browser = new LightBrowser();
    const start = await browser.get(`/v/${contest.id}`);
    expect(start.text).toContain(contest.title);
    expect(start.text).toContain('Category 2 12 nominees');
    const listed = await waitFor(async () => {
      const page = await browser.get(`/v/${contest.id}?c=1`);
      return page.text.includes('Rank 1 · 1,234 votes') && page;
    });
    expect(listed.text).not.toContain('Kofí');
    const found = await browser.get(`/v/${contest.id}?q=mensah+KOFI`);
    expect(found.text).toContain('1 nominee found');
    expect(found.text).toMatch(/Kofí Mensah Rank 1 · 0 votes · Code \d+ · Category 2/);
    const byCode = await browser.get(`/v/${contest.id}?q=${await nomineeCode(second?.id ?? '')}`);
    expect(byCode.text).toContain('Contestant 2.2');
  });

  it('tells nothing of hidden counts', async () => {
    const contest = await aContest().resultsHidden().save();
    expect((await api.post('/votes/cast', aVote(contest, { voteCount: 7 }))).status).toBe(201);
    const { text } = await new LightBrowser().get(`/v/${contest.id}`);
    expect(text).toContain('The organiser shows the results later');
    expect(text).not.toMatch(/\d votes?\b|Rank/);
  });

  it.each([
    ['paused', () => aContest().paused(), 'Voting is paused. Please try again later.'],
    ['ended', () => aContest().ended(), 'Voting has ended.'],
    ['not started', () => aContest().startingIn(3_600_000), 'Voting has not started yet. It opens on'],
    ['of an inactive host', () => aContest().ofInactiveHost(), 'not active at the moment'],
  ])('says why a contest that is %s takes no votes, and the form does so too', async (_, builder, reason) => {
    const contest = await builder().save();
    const browser = await atForm(contest);
    expect(browser.screen?.text).toContain(reason);
    expect(browser.screen?.html).not.toContain('<form method="post"');
    expect((await browser.get(`/v/${contest.id}`)).text).toContain(reason);
  });

  it('shows results of an ended contest as what they are', async () => {
    const contest = await aContest().ended().save();
    const { text } = await new LightBrowser().get(`/v/${contest.id}`);
    expect(text).toContain('Provisional results');
  });

  it('knows no draft and no nominee of another contest', async () => {
    const [draft, contest, other] = await Promise.all([
      aContest().draft().save(),
      aContest().save(),
      aContest().save(),
    ]);
    const code = await nomineeCode(other.contestant.id);
    const answers = await Promise.all(
      [`/v/${draft.id}`, `/v/x`, `/v/${contest.id}/${code}`, `/v/${contest.id}/vote/${randomUUID()}`].map(
        (path) => new LightBrowser().get(path),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });
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
    expect(await castsOf(contest)).toEqual([{ votes: 2, source: 'WEB', status: 'COMPLETED' }]);
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
        ...{ voteCount: number, voterPhone: typed.phone, voterName: typed.name, voterEmail: typed.email },
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
});

describe('a contest with verified numbers', () => {
  it('asks for the code from the SMS, counts nothing before, and remembers the browser', async () => {
    const contest = await aContest().verifiedPhones().save();
    const browser = await atForm(contest);
    const phone = aLocalPhone();
    const asked = await browser.submit({ phone, votes: '2', name: 'Ama' });
    expect(asked.text).toContain(`We have sent a code to ${phone}.`);
    expect(asked.html).toContain('autocomplete="one-time-code"');
    expect(asked.fields).toMatchObject({ phone, votes: '2', name: 'Ama' });
    expect(await castsOf(contest)).toEqual([]);
    const [code = ''] = await codesTo(e164(phone));
    const wrong = await browser.submit({ code: code === '123456' ? '654321' : '123456' }, 'code');
    expect([wrong.status, wrong.fields['phone']]).toEqual([400, phone]);
    expect(wrong.text).toContain('This code is not right. 4 tries left.');
    const done = await browser.submit({ code: `${code.slice(0, 3)} ${code.slice(3)}` }, 'code');
    expect(done.text).toContain('Your 2 votes are in');
    await browser.get(await formPath(contest));
    expect((await browser.submit({ phone })).text).toContain('Your vote is in');
    expect((await castsOf(contest)).map(({ votes }) => votes)).toEqual([2, 1]);
    // Another number in the same browser is proven by itself.
    await browser.get(await formPath(contest));
    expect((await browser.submit({ phone: aLocalPhone() })).text).toContain('We have sent a code');
  });

  it('sends one code when the button is pressed twice, and another when it is asked for', async () => {
    const contest = await aContest().verifiedPhones().save();
    const browser = await atForm(contest);
    const form = browser.screen;
    const phone = aLocalPhone();
    const again = new LightBrowser();
    again.screen = form;
    await Promise.all([browser.submit({ phone }), again.submit({ phone })]);
    browser.screen = form;
    expect((await browser.submit({ phone })).text).toContain('We have sent a code');
    expect(await codesTo(e164(phone))).toHaveLength(1);
    const tooSoon = await browser.submit({}, 'again');
    expect([tooSoon.status, tooSoon.fields['phone']]).toEqual([429, phone]);
    await database().query(
      `UPDATE phone_verifications SET created_at = created_at - interval '1 minute' WHERE phone = $1`,
      [e164(phone)],
    );
    browser.screen = form;
    await browser.submit({ phone });
    await browser.submit({}, 'again');
    expect(await codesTo(e164(phone))).toHaveLength(2);
    const [code = ''] = await codesTo(e164(phone));
    expect((await browser.submit({ code }, 'code')).text).toContain('Your vote is in');
  });

  it('sends a new code by the same form when the first one is not valid any more', async () => {
    const contest = await aContest().verifiedPhones().save();
    const browser = await atForm(contest);
    const form = browser.screen;
    const phone = aLocalPhone();
    await browser.submit({ phone });
    await database().query(
      `UPDATE phone_verifications SET created_at = created_at - interval '6 minutes', expires_at = expires_at - interval '6 minutes' WHERE phone = $1`,
      [e164(phone)],
    );
    const [old = ''] = await codesTo(e164(phone));
    expect((await browser.submit({ code: old }, 'code')).status).toBe(410);
    browser.screen = form;
    await browser.submit({ phone });
    const [code = ''] = await codesTo(e164(phone));
    expect(await codesTo(e164(phone))).toHaveLength(2);
    expect((await browser.submit({ code }, 'code')).text).toContain('Your vote is in');
  });

  it('lets the number be changed before the code is typed', async () => {
    const contest = await aContest().verifiedPhones().save();
    const browser = await atForm(contest);
    const phone = aLocalPhone();
    await browser.submit({ phone, name: 'Ama' });
    const form = await browser.submit({}, 'edit');
    expect(form.fields).toMatchObject({ phone, name: 'Ama' });
    const other = aLocalPhone();
    expect((await browser.submit({ phone: other })).text).toContain(`We have sent a code to ${other}.`);
    // The code of one number does not prove another.
    const [code = ''] = await codesTo(e164(other));
    expect((await browser.submit({ phone, code }, 'code')).status).toBe(400);
    expect(await countedCasts(contest)).toBe(0);
  });

  it('says that a landline cannot have a code', async () => {
    const contest = await aContest().verifiedPhones().save();
    const refused = await (await atForm(contest)).submit({ phone: '0302123456' });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('Codes can only be sent to mobile numbers of Ghana.');
  });
});

describe('where the API asks for a person check', () => {
  it('a code by SMS takes its place, for that number only', async () => {
    const contest = await aContest().personCheck().freeVotesPerHour(2).save();
    const browser = await atForm(contest);
    const phone = aLocalPhone();
    expect((await browser.submit({ phone })).text).toContain('We have sent a code');
    expect(await castsOf(contest)).toEqual([]);
    const [code = ''] = await codesTo(e164(phone));
    expect((await browser.submit({ code }, 'code')).text).toContain('Your vote is in');
    await browser.get(await formPath(contest));
    expect((await browser.submit({ phone })).text).toContain('Your vote is in');
    // The limits of free votes hold for proven numbers too, and other numbers are not proven.
    await browser.get(await formPath(contest));
    expect((await browser.submit({ phone })).status).toBe(429);
    await browser.get(await formPath(contest));
    expect((await browser.submit({ phone: aLocalPhone() })).text).toContain('We have sent a code');
    expect(await countedCasts(contest)).toBe(2);
  });

  it('names the code to dial where no SMS can be sent', async () => {
    const contest = await aContest().personCheck().save();
    const browser = new LightBrowser({}, withoutSms.baseUrl);
    await browser.get(await formPath(contest));
    const refused = await browser.submit({ phone: aLocalPhone() });
    expect([refused.status, (await castsOf(contest)).length]).toEqual([403, 0]);
    expect(refused.text).toContain(
      `Please dial *713*${await nomineeCode(contest.contestant.id)}# on your phone`,
    );
  });

  it('the proof of the light page is no check for the API', async () => {
    const contest = await aContest().personCheck().save();
    const browser = await atForm(contest);
    const phone = aLocalPhone();
    await browser.submit({ phone });
    await browser.submit({ code: (await codesTo(e164(phone)))[0] ?? '' }, 'code');
    const token = browser.cookies.get('abato_proof') ?? '';
    expect(token).not.toBe('');
    const refused = await api.post('/votes/cast', aVote(contest, { voterPhone: phone }), {
      headers: { 'x-voter-token': token },
    });
    expect([refused.status, refused.code]).toEqual([403, 'CHALLENGE_REQUIRED']);
  });
});
