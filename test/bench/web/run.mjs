import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { withBrowser } from './browser.mjs';
import { CODE_BUDGET, FIRST_LOAD, KILOBYTE, codeSent } from './code-sent.mjs';
import { withPlatform } from './platform.mjs';

/** Scores of 100. */
const SCORES = { performance: 90, accessibility: 100, 'best-practices': 95 };
/** Kilobytes of code and style before the first tap. */
const CODE_BUDGETS = { detail: CODE_BUDGET / KILOBYTE };

/**
 * Measure home, list and detail.
 * @returns {Promise<boolean>} whether every budget was kept
 */
export async function runWebBenchmarks(options) {
  const { default: lighthouse } = await import(
    pathToFileURL(join(options.lighthouse, 'core', 'index.js')).href
  );
  const measure = async (origin) => {
    const pages = { home: '/', list: '/contests', detail: `/contests/${await busiestContest(origin)}` };
    const rows = [];
    for (const [name, path] of Object.entries(pages)) {
      const turns = [];
      for (let turn = 0; turn < options.turns; turn++) {
        options.say('bench', `${name} ${turn + 1}/${options.turns}`);
        turns.push(await oneTurn(lighthouse, options.chromium, origin + path));
      }
      rows.push({ name, ...medianOf(turns) });
    }
    return rows;
  };
  const rows = options.url ? await measure(options.url) : await withPlatform(options, measure);
  return report(rows);
}

/** An open contest with results shown: the page with the most on it. */
async function busiestContest(origin) {
  const response = await fetch(`${origin}/api/contests/public?pageSize=100`);
  const { data } = await response.json();
  const open = data.filter(({ status, showResults }) => status === 'ACTIVE' && showResults);
  open.sort((a, b) => b._count.votes - a._count.votes);
  if (!open[0]) throw new Error(`${origin} has no open contest with results shown`);
  return open[0].id;
}

async function oneTurn(lighthouse, chromium, url) {
  return withBrowser(chromium, async (port) => {
    const { lhr, artifacts } = await lighthouse(url, {
      port,
      output: 'json',
      logLevel: 'error',
      onlyCategories: Object.keys(SCORES),
    });
    if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.message}`);
    return { ...figuresOf(lhr), 'code KB': codeOf(artifacts), complaints: complaintsOf(lhr) };
  });
}

function figuresOf(lhr) {
  const score = (id) => Math.round((lhr.categories[id].score ?? 0) * 100);
  const time = (id) => Math.round(lhr.audits[id].numericValue);
  const requests = lhr.audits['network-requests'].details.items;
  const sent = (types) =>
    requests
      .filter(({ resourceType }) => types.includes(resourceType))
      .reduce((sum, { transferSize }) => sum + transferSize, 0) / KILOBYTE;
  return {
    ...Object.fromEntries(Object.keys(SCORES).map((id) => [id, score(id)])),
    'FCP ms': time('first-contentful-paint'),
    'LCP ms': time('largest-contentful-paint'),
    'TBT ms': time('total-blocking-time'),
    CLS: Math.round(lhr.audits['cumulative-layout-shift'].numericValue * 1000) / 1000,
    'pictures KB': Math.round(sent(['Image'])),
    'fonts KB': Math.round(sent(['Font'])),
  };
}

/** Kilobytes of the page alone: its service worker fetches for later visits. */
function codeOf({ DevtoolsLog }) {
  const ofPage = DevtoolsLog.filter(({ targetType }) => (targetType ?? 'page') === 'page');
  const bytes = codeSent(ofPage)
    .filter(({ url }) => FIRST_LOAD.test(url))
    .reduce((sum, file) => sum + file.bytes, 0);
  return Math.round((bytes / KILOBYTE) * 10) / 10;
}

/** What keeps a score below 100, in Lighthouse's words. */
function complaintsOf(lhr) {
  return Object.keys(SCORES).flatMap((id) =>
    lhr.categories[id].auditRefs
      .filter(({ weight, id: audit }) => weight > 0 && (lhr.audits[audit].score ?? 1) < 0.9)
      .map(({ id: audit }) => {
        const { title, displayValue, details } = lhr.audits[audit];
        const nodes = (details?.items ?? []).flatMap(
          ({ node, description }) => node?.selector ?? description ?? [],
        );
        return `${id}: ${title} ${displayValue ?? ''} ${nodes.slice(0, 3).join(' | ')}`.trim();
      }),
  );
}

function medianOf(turns) {
  const median = (key) => turns.map((turn) => turn[key]).sort((a, b) => a - b)[Math.floor(turns.length / 2)];
  const { complaints: _, ...figures } = turns[0];
  return {
    ...Object.fromEntries(Object.keys(figures).map((key) => [key, median(key)])),
    complaints: [...new Set(turns.flatMap(({ complaints }) => complaints))],
  };
}

function report(rows) {
  const print = (text) => process.stdout.write(`${text}\n`);
  const names = Object.keys(rows[0]).filter((key) => key !== 'complaints');
  const line = (cells) => `| ${cells.join(' | ')} |`;
  print(line(names.map((name) => (name === 'name' ? 'page' : name))));
  print(line(names.map(() => '---')));
  for (const row of rows) print(line(names.map((name) => row[name])));
  for (const { name, complaints } of rows) for (const text of complaints) print(`${name}: ${text}`);
  const broken = rows.flatMap((row) => [
    ...Object.entries(SCORES)
      .filter(([id, least]) => row[id] < least)
      .map(([id, least]) => `${row.name}: ${id} ${row[id]}, at least ${least} wanted`),
    ...(row['code KB'] > (CODE_BUDGETS[row.name] ?? Infinity)
      ? [`${row.name}: ${row['code KB']} KB of code and style, at most ${CODE_BUDGETS[row.name]} wanted`]
      : []),
  ]);
  for (const text of broken) print(`over budget: ${text}`);
  print(broken.length ? `${broken.length} budgets broken` : 'every budget was kept');
  return broken.length === 0;
}
