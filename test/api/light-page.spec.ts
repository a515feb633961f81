import { createHash, randomUUID } from 'node:crypto';
import { aContest, aVote, database, sql } from '../support/builders.js';
import { ApiClient } from '../support/http.js';
import { atForm, LightBrowser, nomineeCode } from '../support/light.js';
import { testState } from '../support/state.js';
import { waitFor } from '../support/wait-for.js';

const api = new ApiClient();

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
      'public, max-age=0, s-maxage=1, stale-while-revalidate=1',
      'no-store',
      'no-store',
    ]);
    expect(missing.status).toBe(404);
    expect(missing.text).toContain('Contest not found');
  });

  it('has at most 15 KB with 62 nominees whose names have 70 letters', async () => {
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
    expect(browser.screen?.html).not.toContain('method="post"');
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
