import type { Page } from '@playwright/test';
import { database, sql } from '../support/builders.js';
import { aContest, aUser, expect, overflow, signedIn, test } from './page.js';

/** Seventy letters, without a place to break in the middle. */
const LONG = 'Nana Akua Serwaa-Bonsu-Frimpong-Owusu-Ansah of Kumasi and Greater Accra';
const TITLE = 'The Greater Accra Schools Talent, Innovation and Community Service Awards';
const MILLIONS = 4_000_000;

type Builder = ReturnType<typeof aContest>;
interface Extreme {
  name: string;
  build: (builder: Builder) => Builder;
  people: string[];
  title: string;
  votes: number;
}

const named = (count: number, name: string) => Array.from({ length: count }, () => name);

/** Each size, length of names, number of votes and state at least once, and the worst of them together. */
const EXTREMES: Extreme[] = [
  { name: 'draft of 3', build: (of) => of.draft(), people: named(3, 'Ama'), title: 'Ama', votes: 0 },
  { name: 'active 3', build: (of) => of.active(), people: ['Ama', LONG, 'Efo'], title: TITLE, votes: 0 },
  { name: 'active 62', build: (of) => of.active(), people: named(62, LONG), title: TITLE, votes: MILLIONS },
  {
    name: 'hidden 12',
    build: (of) => of.active().resultsHidden(),
    people: named(12, LONG),
    title: TITLE,
    votes: MILLIONS,
  },
  { name: 'paused 12', build: (of) => of.paused(), people: named(12, LONG), title: 'Ama', votes: MILLIONS },
  { name: 'ended 12', build: (of) => of.ended(), people: named(12, LONG), title: TITLE, votes: MILLIONS },
];

const withTallies: string[] = [];
// Counts without the votes they are made of: other tests compare all of them.
test.afterAll(async () => {
  for (const table of ['contestant_tallies', 'contest_tallies', 'contest_hours'])
    await database().query(`DELETE FROM ${table} WHERE contest_id = ANY($1::uuid[])`, [withTallies]);
});

async function made(owner: { id: string }, { build, people, title, votes }: Extreme): Promise<string> {
  const contest = await build(aContest().ownedBy(owner).titled(title)).withContestants(people.length).save();
  const [category] = contest.categories;
  const ids = category?.contestants.map(({ id }) => id);
  await sql`UPDATE contestants c SET name = n.name
    FROM unnest(${ids}::uuid[], ${people}::text[]) AS n (id, name) WHERE c.id = n.id`;
  if (!votes) return contest.id;
  withTallies.push(contest.id);
  await sql`INSERT INTO contest_tallies (contest_id, votes, transactions, version, version_at_end, updated_at)
     VALUES (${contest.id}, ${votes * people.length}::bigint, 41, 1, 1, now())`;
  await sql`INSERT INTO contestant_tallies (contestant_id, contest_id, category_id, votes, transactions, version)
     SELECT id, ${contest.id}, ${category?.id}, ${votes}::bigint - place, 41, 1 FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS n (id, place)`;
  return contest.id;
}

/**
 * Texts of which a part is out of sight: of their own box, or of one around them that hides what is larger. A text that is shortened on
 * purpose says so by dots (`line-clamp`, `truncate`), which no nominee's name is; what can be scrolled can be read.
 */
async function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate((name) => {
    const cut: string[] = [];
    const tooLarge = (box: HTMLElement) =>
      box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1;
    const shortened = (of: CSSStyleDeclaration) =>
      of.webkitLineClamp !== 'none' || of.textOverflow === 'ellipsis';
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent?.trim() ?? '';
      const parent = node.parentElement;
      if (!text || !parent?.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      if (parent.closest('.sr-only, [aria-hidden="true"], option')) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const ink = range.getBoundingClientRect();
      if (ink.width === 0) continue;
      for (let box: HTMLElement | null = parent; box && box !== document.body; box = box.parentElement) {
        const style = getComputedStyle(box);
        if (text === name && shortened(style) && tooLarge(box)) cut.push(`${text.slice(0, 40)}: shortened`);
        if (shortened(style) || /auto|scroll/.test(style.overflowX + style.overflowY)) break;
        if (style.position === 'fixed') break;
        if (!/hidden|clip/.test(style.overflowX + style.overflowY)) continue;
        const edge = box.getBoundingClientRect();
        const out = Math.max(edge.left - ink.left, ink.right - edge.right, ink.bottom - edge.bottom);
        if (out > 2) cut.push(`${text.slice(0, 40)}: ${Math.round(out)} px`);
      }
    }
    return cut;
  }, LONG);
}

async function looksWhole(page: Page, where: string): Promise<void> {
  await page.evaluate('document.fonts.ready');
  await expect.poll(() => overflow(page), `${where}: wider than its window`).toBeLessThanOrEqual(0);
  await expect.poll(() => cutTexts(page), `${where}: cut texts`).toEqual([]);
}

test('contests at their extremes fit list, page, stage, frame and console', async ({ page }) => {
  const owner = await aUser().save();
  const contests = [];
  for (const extreme of EXTREMES) contests.push({ ...extreme, id: await made(owner, extreme) });
  await signedIn(page, owner);
  for (const { name, id } of contests) {
    const isPublic = name !== 'draft of 3';
    const screens: [path: string, width: number, height: number][] = [
      [`/admin/contests/${id}`, 360, 740],
      ...(isPublic
        ? ([
            [`/contests/${id}`, 360, 740],
            [`/embed/contests/${id}`, 360, 740],
            [`/contests/${id}/stage`, 1920, 1080],
          ] as [string, number, number][])
        : []),
    ];
    for (const [path, width, height] of screens) {
      await page.setViewportSize({ width, height });
      await page.goto(path);
      await expect(page.locator('h1').first()).toBeVisible();
      await looksWhole(page, `${name}: ${path}`);
      if (width !== 360 || path.startsWith('/embed')) continue;
      await page.setViewportSize({ width: 768, height: 1024 });
      await looksWhole(page, `${name}: ${path} at 768 px`);
    }
  }
  for (const path of ['/contests?search=Talent%2C+Innovation', '/admin/contests']) {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(path);
    await expect(page.getByText(TITLE).filter({ visible: true }).first()).toBeVisible();
    await looksWhole(page, path);
    await page.setViewportSize({ width: 1280, height: 800 });
    await looksWhole(page, `${path} at 1280 px`);
  }
  // The controls: a heading that is cut is seen, and a name that ends in dots.
  const heading = page.locator('h1');
  await heading.evaluate((h1) => Object.assign(h1.style, { height: '4px', overflow: 'hidden' }));
  expect(await cutTexts(page)).toHaveLength(1);
  await heading.evaluate((h1, name) => {
    h1.textContent = name;
    h1.style.textOverflow = 'ellipsis';
  }, LONG);
  expect(await cutTexts(page)).toEqual([`${LONG.slice(0, 40)}: shortened`]);
});

test('millions of cedis stay inside their card on a phone', async ({ page }) => {
  const owner = await aUser().save();
  const contest = await aContest().ownedBy(owner).active().paid('1.00').save();
  withTallies.push(contest.id);
  await sql`INSERT INTO contest_hours (contest_id, hour, method, channel, votes, transactions, amount_pesewas)
     VALUES (${contest.id}, '2026-01-01Z', 'PAYSTACK', 'card', ${MILLIONS}, 41, 100 * ${MILLIONS}::bigint)`;
  await signedIn(page, owner);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/admin/statistics');
  const figure = page.getByText('GHS 4,000,000.00').first();
  await expect(figure).toBeVisible();
  await expect
    .poll(() => figure.evaluate((text) => text.scrollWidth - text.clientWidth))
    .toBeLessThanOrEqual(0);
});
