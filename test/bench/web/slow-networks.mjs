import { KILOBYTE } from './code-sent.mjs';
import { withPlatform } from './platform.mjs';

/** As Chromium emulates them: kbit/s down and up, and ms that each request waits before its answer begins. */
const NETWORKS = {
  '2G': { down: 150, up: 50, latency: 800 },
  EDGE: { down: 240, up: 200, latency: 400 },
};
/** A cheap phone beside this processor, as in Lighthouse's mobile settings. */
const SLOWER_PROCESSOR = 4;
/** Nothing here takes as long; a journey that does not go on ends the run. */
const LIMIT_MS = 300_000;
const BYTES_PER_KBIT = 1000 / 8;

/** From the address of a contest to a counted vote: on the light page, and on the full one. */
const JOURNEYS = {
  async light(page, { id, code }, phone, mark) {
    await page.goto(`/v/${id}`, { waitUntil: 'commit' });
    const link = page.locator(`a[href="/v/${id}/${code}"]`);
    await link.waitFor();
    mark('names');
    await link.click();
    await page.locator('#phone').waitFor();
    // The rest of the form is below it.
    await page.locator('footer').waitFor();
    mark('form');
    await page.locator('#phone').fill(phone);
    await page.locator('button[value=vote]').click();
    await page.locator('a[href^="/r/"]').waitFor();
    mark('result');
  },
  async full(page, { id, nominee }, phone, mark) {
    await page.goto(`/contests/${id}`, { waitUntil: 'commit' });
    await page.locator('h3').first().waitFor();
    mark('names');
    await page.getByTestId(`vote-now-${nominee}`).click();
    await page.getByTestId('vote-submit').waitFor();
    mark('form');
    await page.locator('input[type=tel]').fill(phone);
    await page.getByTestId('vote-submit').click();
    await page.getByTestId('vote-done').waitFor();
    mark('result');
  },
};

/** Measure a vote from the contest's address to the result on slow networks, and print the medians. */
export async function runSlowNetworks(options) {
  const { chromium } = await import('@playwright/test');
  const browser = await chromium.launch({
    executablePath: options.chromium,
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  const measure = async (origin) => {
    const contest = await openContest(origin);
    const rows = [];
    let phones = 0;
    for (const [network, limits] of Object.entries(NETWORKS))
      for (const [name, journey] of Object.entries(JOURNEYS)) {
        const turns = [];
        for (let turn = 0; turn < options.turns; turn++) {
          options.say('bench', `${network}, ${name} page ${turn + 1}/${options.turns}`);
          const phone = `024${String(9_000_000 + phones++)}`;
          turns.push(await oneJourney(browser, { origin, contest, limits, journey, phone }));
        }
        rows.push({ network, page: name, ...medianOf(turns) });
      }
    return rows;
  };
  try {
    report(options.url ? await measure(options.url) : await withPlatform(options, measure));
  } finally {
    await browser.close();
  }
}

/** A contest that a free vote of an unknown browser counts in. */
async function openContest(origin) {
  const read = async (path) => (await (await fetch(`${origin}/api${path}`)).json()).data;
  const open = (await read('/contests/public?pageSize=100')).filter((one) => one.open && one.votePrice === 0);
  for (const { id } of open) {
    const { verification, categories } = await read(`/contests/${id}/public`);
    const [nominee] = categories.flatMap(({ contestants }) => contestants);
    // The light page lists the nominees of a contest with at most 16 on its first page.
    const count = categories.reduce((sum, { contestants }) => sum + contestants.length, 0);
    if (verification === 'OPEN' && nominee && count <= 16)
      return { id, nominee: nominee.id, code: nominee.code };
  }
  throw new Error(`${origin} has no open contest of free votes for anyone`);
}

/** One voter with an empty cache. @returns seconds from the first request, and what was sent to the page by then, headers included */
async function oneJourney(browser, { origin, contest, limits, journey, phone }) {
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 360, height: 740 } });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(LIMIT_MS);
    const session = await context.newCDPSession(page);
    const sent = { bytes: 0, requests: 0 };
    session.on('Network.requestWillBeSent', () => (sent.requests += 1));
    session.on('Network.loadingFinished', ({ encodedDataLength }) => (sent.bytes += encodedDataLength));
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: limits.latency,
      downloadThroughput: limits.down * BYTES_PER_KBIT,
      uploadThroughput: limits.up * BYTES_PER_KBIT,
    });
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER_PROCESSOR });
    const figures = {};
    const began = Date.now();
    await journey(page, contest, phone, (name) => {
      figures[`${name}, s`] = (Date.now() - began) / 1000;
      figures[`KB until ${name}`] = sent.bytes / KILOBYTE;
    });
    return { ...figures, requests: sent.requests };
  } finally {
    await context.close();
  }
}

function medianOf(turns) {
  const median = (key) => turns.map((turn) => turn[key]).sort((a, b) => a - b)[Math.floor(turns.length / 2)];
  return Object.fromEntries(Object.keys(turns[0]).map((key) => [key, Math.round(median(key) * 10) / 10]));
}

function report(rows) {
  const names = Object.keys(rows[0]);
  const line = (cells) => process.stdout.write(`| ${cells.join(' | ')} |\n`);
  line(names);
  line(names.map(() => '---'));
  for (const row of rows) line(names.map((name) => row[name]));
}
