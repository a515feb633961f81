import type { ContestStats, PublicContestView } from '@abato/contracts';
import { homeTexts } from '../../apps/web/src/texts/en/home.js';
import { aContest, aVote, database, sql, withOwner } from '../support/builders.js';
import { HIDDEN_FIGURE } from '../support/hidden-figure.js';
import { ApiClient } from '../support/http.js';
import { testState } from '../support/state.js';
import { waitFor } from '../support/wait-for.js';

const api = new ApiClient();
const page = async (path: string) => {
  const response = await fetch(`${testState().baseUrl}${path}`);
  return { status: response.status, headers: response.headers, html: await response.text() };
};

it('served pages carry a link preview of the contest and its first data', async () => {
  const contest = await aContest().save();
  const { status, html } = await page(`/contests/${contest.id}`);
  expect(status).toBe(200);
  expect(html).toContain(`<title>${contest.title}</title>`);
  expect(html).toContain(`<meta property="og:title" content="${contest.title}" />`);
  const json = /<script type="application\/json" id="server-data">(.*?)<\/script>/.exec(html)?.[1];
  const data = JSON.parse(json as string) as Record<string, unknown>;
  expect(data[`/contests/${contest.id}/public`]).toEqual(
    (await api.get(`/contests/${contest.id}/public`)).body,
  );
  const shared = await page(`/contests/${contest.id}?contestant=${contest.contestant.id}`);
  expect(shared.html).toContain(`content="Vote for ${contest.contestant.name} – ${contest.title}"`);
});

it('served pages name the code of the page and its banner, so that neither waits for the shell', async () => {
  const contest = await aContest().save();
  const named = (html: string, rel: string) =>
    [...html.matchAll(new RegExp(`<link rel="${rel}"[^>]*>`, 'g'))].map(([tag]) => tag).join('\n');
  for (const [path, code] of [
    ['/', 'home'],
    ['/contests', 'contests-page'],
    [`/contests/${contest.id}`, 'contest-page'],
  ] as const) {
    const [, file] =
      new RegExp(`href="(/assets/${code}-[^"]+\\.js)"`).exec(
        named((await page(path)).html, 'modulepreload'),
      ) ?? [];
    expect((await page(file as string)).status).toBe(200);
  }
  const pictured = await aContest().save();
  await database().query('UPDATE contests SET banner = $2 WHERE id = $1', [
    pictured.id,
    `uploads/${'0'.repeat(32)}-640.webp`,
  ]);
  const preload = named((await page(`/contests/${pictured.id}`)).html, 'preload');
  expect(preload).toContain('as="image"');
  expect(preload).toContain(`/uploads/${'0'.repeat(32)}-320.webp 320w, `);
  // A screen with other pictures and code names neither.
  expect(named((await page(`/contests/${pictured.id}/stage`)).html, '(?:module)?preload')).not.toMatch(
    /uploads|contest-page/,
  );
});

it('served pages cannot be broken out of by a title', async () => {
  const contest = await aContest().save();
  const nasty = `</script><script>alert(1)</script>"><img src=x> $& \u2028`;
  await sql`UPDATE contests SET title = ${nasty} WHERE id = ${contest.id}`;
  const { html } = await page(`/contests/${contest.id}`);
  expect(html).not.toContain('<script>alert');
  expect(html).not.toContain('<img src=x>');
  expect(html).toContain('$&amp;');
});

it('served pages never give their nonce to a text', async () => {
  const contest = await aContest().save();
  const placeholder = '__CSP_NONCE__ <!--server-data-->';
  for (const [column, value] of [
    ['title', placeholder],
    ['description', placeholder],
  ] as const)
    await database().query(`UPDATE contests SET ${column} = $2 WHERE id = $1`, [contest.id, value]);
  const { html, headers } = await page(`/contests/${contest.id}`);
  const nonce = /'nonce-([^']+)'/.exec(headers.get('content-security-policy') ?? '')?.[1] as string;
  expect(html).toContain('<title>__CSP_NONCE__ &lt;!--server-data--&gt;</title>');
  const outsideOfAttributes = html
    .replaceAll(`nonce="${nonce}"`, '')
    .replace(`<meta name="csp-nonce" content="${nonce}" />`, '');
  expect(outsideOfAttributes).not.toContain(nonce);
  // Other tests look at the list, where it would appear too.
  await sql`UPDATE contests SET title = 'x', description = 'x' WHERE id = ${contest.id}`;
});

it('served pages say nothing that depends on hidden counts', async () => {
  const { owner, contest } = await withOwner(aContest().resultsHidden().withContestants(3));
  const contestants = contest.categories[0]?.contestants.map(({ id }) => id) ?? [];
  const vote = aVote(contest, { voteCount: 98_765, contestantId: contestants[2] });
  expect((await api.post('/votes/cast', vote)).status).toBe(201);
  await waitFor(async () => {
    const { data } = await owner.api.get<ContestStats>(`/contests/${contest.id}/stats`);
    return data.totalVotes === 98_765;
  });
  // Not before: while results are hidden, an answer is kept for seconds whatever is counted meanwhile.
  const { html } = await page(`/contests/${contest.id}`);
  expect(html).not.toMatch(/98[,\u202f ]?765/);
  const json = /<script type="application\/json" id="server-data">(.*?)<\/script>/.exec(html)?.[1];
  const data = JSON.parse(json as string) as Record<string, { data: PublicContestView }>;
  const view = data[`/contests/${contest.id}/public`]?.data;
  expect([view?.totalVotes, view?.version]).toEqual([null, null]);
  expect(JSON.stringify(view)).not.toMatch(HIDDEN_FIGURE);
  expect(view?.categories[0]?.contestants.map(({ id }) => id)).toEqual(contestants);
});

it('served pages have a policy without inline code, a nonce of their own each time, and no referrer after a payment', async () => {
  const [one, two] = [await page('/'), await page('/')];
  const policy = one.headers.get('content-security-policy') as string;
  expect(policy).not.toMatch(/unsafe-/);
  // Every source is this origin, by name, or what the page makes itself.
  expect(policy).not.toMatch(/(?:^|[ ;])(?:https?|wss?|data):(?:[ ;]|$)|\*[.:]/);
  expect(policy).not.toBe(two.headers.get('content-security-policy'));
  expect(one.html).not.toContain('__CSP_NONCE__');
  expect(one.headers.get('x-frame-options')).toBe('DENY');
  expect((await page('/payment/verify?reference=x')).headers.get('referrer-policy')).toBe('no-referrer');
});

it('served pages include the API reference, without inline scripts: it shares their origin', async () => {
  const { html, headers } = await page('/api/docs');
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toMatch(/(^|; )script-src 'self'(;|$)/);
  expect(policy).toMatch(/(^|; )frame-ancestors 'none'(;|$)/);
  for (const [tag] of html.matchAll(/<script[^>]*>/g)) expect(tag).toContain('src=');
  expect(html).not.toMatch(/<[^>]+\son\w+=/);
});

it('served pages may be framed by other sites only as the ranking of a contest', async () => {
  const id = (await aContest().save()).id;
  const framing = async (path: string) => {
    const { headers } = await page(path);
    const [, ancestors] = /frame-ancestors (.*)$/.exec(headers.get('content-security-policy') ?? '') ?? [];
    return [path, ancestors, headers.get('x-frame-options')];
  };
  for (const path of [`/embed/contests/${id}`, `/embed/contests/${id}?theme=dark`])
    expect(await framing(path)).toEqual([path, '*', null]);
  for (const path of [
    '/embed/',
    '/embed/admin/hosts',
    '/embed/contests/x',
    `/embed/contests/${id}/`,
    `/embed/contests/${id}/stage`,
    `/embed//contests/${id}`,
    `/embed/contests/..%2f..%2fcontests%2f${id}`,
    `/embed/hosts/${id}`,
    `/contests/${id}?/embed/contests/${id}`,
    `/contests/${id}`,
  ])
    expect(await framing(path)).toEqual([path, "'none'", 'DENY']);
});

it('served pages serve their scripts compressed beforehand and cached for good', async () => {
  const script = /src="(\/assets\/[^"]+\.js)"/.exec((await page('/')).html)?.[1];
  const response = await fetch(`${testState().baseUrl}${script}`, { headers: { 'accept-encoding': 'br' } });
  expect(response.headers.get('content-encoding')).toBe('br');
  expect(response.headers.get('cache-control')).toContain('immutable');
  expect((await page('/assets/missing.js')).status).toBe(404);
});

const rootOf = (html: string) => /<div id="root">([^]*)<\/div>\s*<link rel="stylesheet"/.exec(html)?.[1];

it('the first paint is drawn by the server on the pages a voter opens first, and before any file is needed', async () => {
  const contest = await aContest().withContestants(3).save();
  const { html } = await page(`/contests/${contest.id}`);
  const root = rootOf(html) ?? '';
  expect(root).toContain(`>${contest.title}</h1>`);
  const names = root.match(/<h3[^>]*>[^<]+<\/h3>/g)?.map((tag) => tag.replace(/<[^>]+>/g, ''));
  expect(names).toEqual(contest.categories[0]?.contestants.map(({ name }) => name));
  // A style sheet before it would hold it up.
  expect(html.split('<div id="root">')[0]).not.toContain('rel="stylesheet"');
  expect(html).toMatch(/<style nonce="[^"]{20,}">/);
  expect(rootOf((await page('/')).html)).toContain(homeTexts.hero.title);
  expect(rootOf((await page('/contests')).html)).toMatch(/ href="\/contests\/[\da-f-]{36}"/);
  // The other pages of the list are not known.
  expect(rootOf((await page('/contests?page=2')).html)).not.toMatch(/ href="\/contests\//);
  const others = ['/login', '/offline', `/contests/${contest.id}/stage`, `/embed/contests/${contest.id}`];
  for (const path of others) expect([path, rootOf((await page(path)).html)]).toEqual([path, '']);
});

it('the first paint escapes every text of a contest', async () => {
  const nasty = '<script>alert(1)</script>"><img src=x> __CSP_NONCE__ <!--server-data--> $&';
  const contest = await aContest().withContestants(2, 1).save();
  const change = (table: string, columns: string[], id: string) =>
    database().query(
      `UPDATE ${table} SET ${columns.map((column) => `${column} = $2`).join(', ')} WHERE id = $1`,
      [id, nasty],
    );
  await change('contests', ['title', 'description'], contest.id);
  await change('hosts', ['name', 'description'], contest.hostId);
  for (const { id, contestants } of contest.categories) {
    await change('categories', ['name', 'description'], id);
    for (const person of contestants) await change('contestants', ['name', 'bio'], person.id);
  }
  const { html, headers } = await page(`/contests/${contest.id}`);
  const nonce = /'nonce-([^']+)'/.exec(headers.get('content-security-policy') ?? '')?.[1] as string;
  const root = rootOf(html) ?? '';
  expect(root).toContain(
    '&lt;script&gt;alert(1)&lt;/script&gt;&quot;&gt;&lt;img src=x&gt; __CSP_NONCE__ &lt;!--server-data--&gt; $&amp;',
  );
  expect(root).not.toMatch(/<script|<img|<!--/);
  expect(root).not.toContain(nonce);
  await sql`UPDATE contests SET title = 'x', description = 'x' WHERE id = ${contest.id}`;
  await sql`UPDATE hosts SET name = 'x', description = 'x' WHERE id = ${contest.hostId}`;
});

it('the first paint follows a change of the contest', async () => {
  const { owner, contest } = await withOwner();
  expect(rootOf((await page(`/contests/${contest.id}`)).html)).toContain(contest.title);
  await api.as(owner.token).put(`/contests/${contest.id}`, { title: 'Renamed overnight' });
  await waitFor(async () =>
    (rootOf((await page(`/contests/${contest.id}`)).html) ?? '').includes('>Renamed overnight</h1>'),
  );
});

it('answers of the API are data: never framed, guessed at, kept, or read by a page of another origin', async () => {
  const { headers, status } = await fetch(`${testState().baseUrl}/api/auth/profile`, {
    headers: { origin: 'https://elsewhere.example' },
  });
  expect(status).toBe(401);
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('access-control-allow-origin')).toBeNull();
});
