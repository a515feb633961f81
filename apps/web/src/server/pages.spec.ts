import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { keptSettings, type PublicContestView, shownSettings } from '@abato/contracts';
import { expect, it } from '@jest/globals';

const WEB = join(process.cwd(), 'apps', 'web');
const ID = '00000000-0000-4000-8000-000000000000';
const NASTY = '<script>alert(1)</script>"><img src=x>';

const nominee = (nr: number, name = '9'.repeat(70)) => ({
  id: `${nr}`,
  categoryId: '1',
  code: `${4000 + nr}`,
  name,
  bio: '7'.repeat(900),
  photo: 'x.webp',
  order: nr,
  voteCount: 1_234,
  releasedVotes: 0,
  rank: 1,
  percentage: 1,
  categoryPercentage: 1,
  _count: { votes: 1_234 },
});

function aContest(fields: Partial<PublicContestView> = {}, names: string[] = []): PublicContestView {
  const contestants = names.length
    ? names.map((name, nr) => nominee(nr, name))
    : Array.from({ length: 40 }, (_, nr) => nominee(nr));
  const category = {
    id: '1',
    contestId: ID,
    name: 'Best',
    description: '',
    order: 0,
    votePrice: null,
    bundles: [],
  };
  return {
    id: ID,
    hostId: ID,
    title: '1'.repeat(255),
    description: '',
    banner: null,
    amendment: null,
    ...shownSettings(
      keptSettings({
        startDate: '2026-11-20T18:00:00.000Z',
        endDate: '2026-12-20T18:00:00.000Z',
        verification: 'PHONE',
      }),
      'page',
    ),
    status: 'ACTIVE',
    isPaused: false,
    open: true,
    reason: null,
    version: 1,
    totalVotes: 5_678,
    resultsFinal: false,
    provisional: false,
    paymentsWaiting: null,
    host: { id: ID, name: 'Host', logo: null, description: '' },
    categories: [{ ...category, contestants, _count: { contestants: contestants.length, votes: 1 } }],
    _count: { categories: 1, contestants: contestants.length, votes: 5_678 },
    ...fields,
  };
}

const CONFIG = `
import { mergeConfig } from 'vite';
import base from ${JSON.stringify(join(WEB, 'vite.server.ts'))};

const CHANGES = {
  '/components/nominee.tsx': ['<Element ', '<Element data-changed="name" '],
  '/features/contest/nominee-card.tsx': ['<article', '<article data-changed="card"'],
};
const changed = {
  name: 'changed-components',
  enforce: 'pre',
  transform(code, id) {
    const [, change] = Object.entries(CHANGES).find(([file]) => id.endsWith(file)) ?? [];
    if (change && !code.includes(change[0])) this.error('nothing to change in ' + id);
    return change && code.replace(change[0], change[1]);
  },
};
export default mergeConfig(base, { plugins: [changed], logLevel: 'error', build: { minify: false } });
`;

const ENTRY = `
import { renderToStaticMarkup } from 'react-dom/server';
import { ContestantCard } from '@/features/contest/contestant-card';
import { pages } from '@/server/pages';

const { contest, nasty, now } = JSON.parse(process.argv[2]);
const [nominee] = contest.categories[0].contestants;
const drawings = (of) => ({
  first: pages.first.contest(of, now),
  contests: pages.first.list([of]),
  list: pages.light.list({ contest: of, query: { search: '', category: 0, page: 1 } }),
});
console.log(JSON.stringify({
  ...drawings(contest),
  app: renderToStaticMarkup(<ContestantCard contestant={nominee} showResults voting="open" onVote={() => {}} />),
  nasty: drawings(nasty),
}));
`;

/** Builds what the API renders, of components that were changed for it, and runs it as the API does. */
function draw(): Record<'first' | 'contests' | 'list' | 'app', string> & { nasty: Record<string, string> } {
  const folder = mkdtempSync(join(process.cwd(), '.cache', 'changed-pages-'));
  try {
    writeFileSync(join(folder, 'config.ts'), CONFIG);
    writeFileSync(join(folder, 'entry.tsx'), ENTRY);
    const vite = join(process.cwd(), 'node_modules', 'vite', 'bin', 'vite.js');
    const config = ['--config', join(folder, 'config.ts'), '--ssr', join(folder, 'entry.tsx')];
    execFileSync(process.execPath, [vite, 'build', ...config, '--outDir', folder], {
      cwd: WEB,
      env: { ...process.env, NODE_ENV: 'production' },
    });
    const data = {
      contest: aContest(),
      nasty: aContest({ title: NASTY, host: { id: ID, name: NASTY, logo: null, description: NASTY } }, [
        NASTY,
      ]),
      now: Date.parse('2026-11-27T12:00:00Z'),
    };
    const run = [join(folder, 'entry.mjs'), JSON.stringify(data)];
    return JSON.parse(execFileSync(process.execPath, run, { encoding: 'utf8' })) as ReturnType<typeof draw>;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const drawn = draw();

it('pages that the server renders show a change of a nominee’s name and card wherever the app shows it', () => {
  const name = new RegExp(`data-changed="name"[^>]*>9{69,70}`);
  expect(drawn.app).toMatch(name);
  expect(drawn.first).toMatch(name);
  expect(drawn.list).toMatch(/data-changed="name"[^>]*>9{69}/);
  expect(drawn.app).toMatch(/^<article data-changed="card"/);
  expect(drawn.first).toContain('<article data-changed="card"');
});

it('pages that the server renders have no counts and no pictures in the first paint', () => {
  for (const html of [drawn.first, drawn.contests]) {
    expect(html).not.toMatch(/1,234|5,678|1234|5678/);
    expect(html).not.toContain('<img');
  }
});

it('pages that the server renders escape every text of a contest', () => {
  for (const html of Object.values(drawn.nasty)) {
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&gt;&lt;img src=x&gt;');
    expect(html).not.toMatch(/<script|<img/);
  }
});

it('pages that the server renders need at most 15 KB as a light page', () =>
  expect(Buffer.byteLength(drawn.list)).toBeLessThanOrEqual(15_000));
