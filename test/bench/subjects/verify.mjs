import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';
import {
  commitment,
  filesOf,
  id,
  rulesAnswer,
  rulesEntry,
} from '../../../apps/verifier/test/published-contest.mjs';
import { ensureChromium } from '../../../scripts/lib/system.mjs';
import { judged, median } from '../lib/report.mjs';

const ENTRIES = 1_000_000;
const COMMAND_SECONDS = 15;
const PAGE_SECONDS = 30;
const LIMIT_MS = 300_000;
/** Has the command print the microseconds of processor time that it used when it ends. */
const SAYS_PROCESSOR_TIME = `data:text/javascript,${encodeURIComponent(
  "process.once('exit', () => { const { user, system } = process.cpuUsage(); process.stderr.write(String(user + system)); });",
)}`;

/** The verifier on a folder with a log of a million votes: as a command, and as the page opened from disk. */
export async function verifySubject(_installation, { turns, say, buildDir, root }) {
  const folder = mkdtempSync(join(tmpdir(), 'abato-bench-log-'));
  try {
    writeLog(folder, ENTRIES);
    say(`a log of ${ENTRIES} entries is written`);
    const found = { command: [], processor: [], page: [], pageProcessor: [] };
    for (let turn = 1; turn <= turns; turn++) {
      const { seconds, processor } = await runCommand(
        join(root, 'apps', 'verifier', 'src', 'main.mjs'),
        folder,
      );
      found.command.push(seconds);
      found.processor.push(processor);
      const page = await runPage(join(buildDir, 'apps', 'web', 'verifier.html'), folder);
      found.page.push(page.seconds);
      found.pageProcessor.push(page.processor);
      say(`run ${turn}: ${JSON.stringify({ seconds, processor, page })}`);
    }
    const row = (subject, figures, target) =>
      judged(`verifier, 1,000,000 entries, ${subject}`, 's', median(figures), `≤ ${target} s`);
    return [
      row('command', found.command, COMMAND_SECONDS),
      { subject: 'verifier, 1,000,000 entries, command', unit: 's of a core', ours: median(found.processor) },
      row('page in Chromium', found.page, PAGE_SECONDS),
      {
        subject: 'verifier, 1,000,000 entries, page in Chromium',
        unit: 's of a core',
        ours: median(found.pageProcessor),
        note: 'all processes of the browser',
      },
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Free votes under sealed rules with a commitment each, as most entries are, for nominees of a list; beside them the rules, by which each is checked. */
function writeLog(folder, size) {
  const document = {
    endDate: '2026-12-31T00:00:00.000Z',
    freeVotesPerHour: 10,
    startDate: '2026-11-01T00:00:00.000Z',
    votePricePesewas: 0,
  };
  const contest = { rules: [{ at: '2026-11-22T20:00:00.000Z', document }], entries: [] };
  const sealed = rulesEntry(contest, 0);
  const { minute, rules } = sealed;
  const category = { id: id(100), name: 'K' };
  const contestants = Array.from({ length: 40 }, (_, nr) => ({
    categoryId: category.id,
    code: `${1000 + nr}`,
    id: id(nr),
    name: `N${nr}`,
  }));
  const vote = (nr) => {
    const at = `2026-11-${22 + Math.floor(nr / 200_000)}T21:${10 + (Math.floor(nr / 5_000) % 40)}Z`;
    return {
      amount: 0,
      cast: at,
      channel: 'web',
      contestant: id(nr % 40),
      kind: 'free',
      minute: at,
      rules,
      v: 2,
      voter: commitment(nr),
      votes: 1,
    };
  };
  contest.entries.push(sealed, { categories: [category], contestants, kind: 'roster', minute, v: 2 });
  // One after the other: a million at once would take a gigabyte.
  function* entries() {
    yield* contest.entries;
    for (let nr = 2; nr < size; nr++) yield vote(nr);
  }
  const files = filesOf(entries());
  files.set('rules.json', JSON.stringify({ data: rulesAnswer(contest) }));
  for (const [path, bytes] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes);
  }
}

/** @returns {Promise<{ seconds: number, processor: number }>} by the clock, and of the processor */
async function runCommand(program, folder) {
  const began = performance.now();
  const child = spawn(process.execPath, ['--import', SAYS_PROCESSOR_TIME, program, folder], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk) => (said += chunk));
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`the verifier ended with ${code}: ${said}`);
  return { seconds: (performance.now() - began) / 1000, processor: Number(said) / 1e6 };
}

/** @returns {Promise<{ seconds: number, processor: number }>} from the button to the verdict */
async function runPage(file, folder) {
  const browser = await chromium.launch({
    executablePath: await ensureChromium(),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  try {
    const page = await browser.newPage();
    await page.goto(pathToFileURL(file).href);
    await page.getByLabel('A folder with the log’s files').setInputFiles(folder);
    const processes = await browser.newBrowserCDPSession();
    const processorTime = async () => {
      const { processInfo } = await processes.send('SystemInfo.getProcessInfo');
      return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
    };
    const before = await processorTime();
    const began = performance.now();
    await page.getByRole('button', { name: 'Check' }).click();
    const verdict = page.locator('#verdict strong');
    await verdict.waitFor({ timeout: LIMIT_MS });
    if ((await verdict.innerText()) !== 'Everything holds')
      throw new Error(await page.locator('#verdict').innerText());
    return { seconds: (performance.now() - began) / 1000, processor: (await processorTime()) - before };
  } finally {
    await browser.close();
  }
}
