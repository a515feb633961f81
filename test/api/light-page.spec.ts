import { createHash, randomUUID } from 'node:crypto';
import { aContest, aVote, database, nomineeCode, sql } from '../support/builders.js';
import { ApiClient } from '../support/http.js';
import { aLocalPhone, atForm, castsOf, codesTo, e164, formPath, LightBrowser } from '../support/light.js';
import { testState } from '../support/state.js';
import { waitFor } from '../support/wait-for.js';

const api = new ApiClient();

it('every page has no script, loads nothing, and says so in its policy', async () => {
  const contest = await aContest().verifiedPhones().save();
  const browser = await atForm(contest);
  const form = browser.screen;
  const list = await browser.get(`/v/${contest.id}`);
  const missing = await browser.get(`/v/${randomUUID()}`);
  for (const { html, headers } of [list, form ?? list, missing]) {
    expect(html).not.toMatch(/<script|<link|<img|<iframe|\ssrc=|\son\w+=|\sstyle=|@import|@font-face|url\(/i);
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(html) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    expect(headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
    );
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
  }
  expect([list, form, missing].map((one) => one?.headers.get('cache-control'))).toEqual([
    'public, max-age=0, s-maxage=1, stale-while-revalidate=1',
    'no-store',
    'no-store',
  ]);
  expect(missing.status).toBe(404);
  expect(missing.text).toContain('Contest not found');
});

it('every page has at most 15 KB with 62 nominees whose names have 70 letters', async () => {
  const contest = await aContest().withContestants(62).save();
  const letters = `Ɔbaa Yaa "Ŋkɛ" & ${'Á'.repeat(53)}`;
  await sql`UPDATE contestants SET name = ${letters}, bio = ${'Ɔ'.repeat(2_000)}
      WHERE contest_id = ${contest.id}`;
  await sql`UPDATE contests SET title = ${'Ɛ'.repeat(200)} WHERE id = ${contest.id}`;
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

it('every page cannot be broken out of by names', async () => {
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

it('every page is linked from the full page before its code has come, and where there is no JavaScript', async () => {
  const contest = await aContest().save();
  const html = await (await fetch(`${testState().baseUrl}/contests/${contest.id}`)).text();
  expect(html).toContain(`<a href="/v/${contest.id}"`);
});

it('the list shows names, codes and counts, finds names without accents and codes, and goes through categories', async () => {
  const contest = await aContest().withContestants(12, 12).save();
  const [first, second] = contest.categories[1]?.contestants ?? [];
  await sql`UPDATE contestants SET name = ${'Kofí Mensah'} WHERE id = ${first?.id}`;
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
  expect(listed.html).toMatch(/<h2>Category 1<\/h2>/);
  const found = await browser.get(`/v/${contest.id}?q=mensah+KOFI`);
  expect(found.text).toContain('1 nominee found');
  expect(found.text).toMatch(/Kofí Mensah Rank 1 · 0 votes · Code \d+ · Category 2/);
  const byCode = await browser.get(`/v/${contest.id}?q=${await nomineeCode(second?.id ?? '')}`);
  expect(byCode.text).toContain('Contestant 2.2');
});

it('the list tells nothing of hidden counts', async () => {
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
])(
  'the list says why a contest that is %s takes no votes, and the form does so too',
  async (_, builder, reason) => {
    const contest = await builder().save();
    const browser = await atForm(contest);
    expect(browser.screen?.text).toContain(reason);
    expect(browser.screen?.html).not.toContain('method="post"');
    expect((await browser.get(`/v/${contest.id}`)).text).toContain(reason);
  },
);

it('the list shows results of an ended contest as what they are', async () => {
  const contest = await aContest().ended().save();
  const { text } = await new LightBrowser().get(`/v/${contest.id}`);
  expect(text).toContain('Provisional results');
});

it('the list knows no draft and no nominee of another contest', async () => {
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

const origin = (): string => testState().baseUrl;

it('a form of another site is refused, whatever it holds', async () => {
  const contest = await aContest().save();
  const browser = await atForm(contest, { origin: 'https://elsewhere.example' });
  const refused = await browser.submit({ phone: aLocalPhone() });
  expect([refused.status, refused.headers.get('content-type')]).toEqual([403, 'text/html; charset=utf-8']);
  expect(await castsOf(contest)).toEqual([]);
});

it('a form is taken from a browser that names no origin only with the cookie it was made for', async () => {
  const contest = await aContest().save();
  const send = async (browser: LightBrowser, cookies: [string, string][]) => {
    const device = new Map(cookies);
    const cookie = [...device].map((pair) => pair.join('=')).join('; ');
    const { fields = {} } = browser.screen ?? {};
    return fetch(`${origin()}${await formPath(contest)}`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ ...fields, phone: aLocalPhone(), step: 'vote' }),
      headers: cookie ? { cookie } : {},
    });
  };
  const browser = await atForm(contest);
  const without = await send(browser, []);
  expect(without.status).toBe(403);
  expect(await without.text()).toContain('allow cookies for this page');
  expect((await send(browser, [['abato_light', randomUUID()]])).status).toBe(403);
  expect(await castsOf(contest)).toEqual([]);
  expect((await send(browser, [...browser.cookies])).status).toBe(303);
});

it('a form that is not signed for this contest is shown again, with what was typed', async () => {
  const [contest, other] = await Promise.all([aContest().save(), aContest().save()]);
  const foreign = (await atForm(other)).screen?.fields ?? {};
  for (const forged of [
    { key: randomUUID() },
    { sig: undefined },
    { sig: 'x' },
    { key: 'x' },
    { at: '0' },
    { key: foreign['key'], at: foreign['at'], sig: foreign['sig'], own: foreign['own'] },
  ]) {
    const browser = await atForm(contest);
    const phone = aLocalPhone();
    const refused = await browser.submit({ phone, ...forged });
    expect([refused.status, refused.fields['phone']]).toEqual([403, phone]);
    expect(await castsOf(contest)).toEqual([]);
  }
});

it('a form is the only body that is taken: 16 KB and 200 fields at most', async () => {
  const contest = await aContest().save();
  const path = `${origin()}${await formPath(contest)}`;
  const send = async (body: string, type = 'application/x-www-form-urlencoded') =>
    (await fetch(path, { method: 'POST', body, headers: { 'content-type': type, origin: origin() } })).status;
  expect(await send(`phone=${'x'.repeat(16 * 1024)}`)).toBe(413);
  expect(await send('a=1&'.repeat(201))).toBe(400);
  expect(await send('<xml/>', 'text/xml')).toBe(415);
  expect(await send('{"phone":{"a":1}}', 'application/json')).toBe(403);
});

it('a form that a browser sends by itself, without a button, takes the code', async () => {
  const contest = await aContest().verifiedPhones().save();
  const browser = await atForm(contest);
  const phone = aLocalPhone();
  expect((await browser.submit({ phone, step: undefined })).text).toContain('We have sent a code');
  const [code = ''] = await codesTo(e164(phone));
  expect((await browser.submit({ code, step: undefined })).text).toContain('Your vote is in');
});

it('a form of any content is answered without an error of the server', async () => {
  const contest = await aContest().verifiedPhones().save();
  const browser = await atForm(contest);
  const { fields = {} } = browser.screen ?? {};
  const signed = new URLSearchParams({
    key: fields['key'] ?? '',
    at: fields['at'] ?? '',
    sig: fields['sig'] ?? '',
  });
  const path = await formPath(contest);
  for (const wild of [
    '',
    '%',
    '%ff%fe=%00',
    '__proto__=x&constructor=y',
    'votes=%F0%9F%98%80&phone=%00',
    `nr=${'9'.repeat(400)}&step=again&phone=0201234567`,
    'nr=9&step=again&phone=x',
    'step=code&code=%00&phone=0201234567',
    'step=code&code=123456&nr=-1&phone=0201234567',
    'step=code&phone=',
    'step=toString',
    'votes=1e3&phone=0201234567',
    'phone=0301234567',
    `phone=${'5'.repeat(9_000)}`,
  ]) {
    for (const body of [wild, `${signed}&${wild}`]) {
      const answer = await fetch(`${origin()}${path}`, {
        method: 'POST',
        body,
        redirect: 'manual',
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin: origin() },
      });
      expect([wild, answer.status < 500, answer.headers.get('content-type')]).toEqual([
        wild,
        true,
        'text/html; charset=utf-8',
      ]);
    }
  }
  for (const wild of [
    `${path}?x=%`,
    `/v/${contest.id}?q=%00%ff&c=-1&p=x&p=y`,
    `/v/${contest.id}?q=${'Á'.repeat(2_000)}&c=99999`,
    `/v/${contest.id}/..%2f`,
    `/v/${contest.id}/${'9'.repeat(150)}`,
    `/v/${contest.id}/pay`,
    `/v/${contest.id}/pay?reference=%00&n=-5`,
    `/v/${contest.id}/pay?reference=a&reference=b`,
    `/v/${contest.id}/vote/x`,
  ])
    expect([wild, (await fetch(`${origin()}${wild}`)).status < 500]).toEqual([wild, true]);
  expect(await castsOf(contest)).toEqual([]);
});
