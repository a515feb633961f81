import { spawn } from 'node:child_process';
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';
import { pathOf, Tree, WIDTH } from '../../../apps/verifier/src/log.mjs';
import { ensureChromium } from '../../../scripts/lib/system.mjs';
import { judged, median } from '../lib/report.mjs';

const ENTRIES = 1_000_000;
const COMMAND_SECONDS = 15;
const PAGE_SECONDS = 30;
const ORIGIN = 'vote.example/log/1';
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
  const put = (path, bytes) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes);
  };
  const hashOf = (text) => createHash('sha256').update(text).digest('base64');
  const document = {
    endDate: '2026-12-31T00:00:00.000Z',
    freeVotesPerHour: 10,
    startDate: '2026-11-01T00:00:00.000Z',
    votePricePesewas: 0,
  };
  const rules = hashOf(JSON.stringify(document));
  const minute = '2026-11-22T20:00Z';
  const sealed = { at: '2026-11-22T20:00:00.000Z', hash: rules, rules: document, reason: null, index: 0 };
  const answer = { contestId: '1', rules: document, hash: rules, sealed, amendments: [] };
  put('rules.json', JSON.stringify({ data: answer }));
  const idOf = (nr) => `0199aaaa-0000-7000-8000-0000000000${10 + nr}`;
  const category = '0199aaaa-0000-7000-8000-000000000001';
  const contestants = Array.from({ length: 40 }, (_, nr) => ({
    categoryId: category,
    code: `${1000 + nr}`,
    id: idOf(nr),
    name: `N${nr}`,
  }));
  const first = [
    { kind: 'rules', minute, rules, v: 1 },
    { categories: [{ id: category, name: 'K' }], contestants, kind: 'roster', minute, v: 2 },
  ];
  const levels = [];
  const tree = new Tree((height, hash) => {
    if (height % 8 === 0) (levels[height / 8] ??= []).push(hash);
  });
  let bundle = [];
  for (let nr = 0; nr < size; nr++) {
    const at = `2026-11-${22 + Math.floor(nr / 200_000)}T21:${10 + (Math.floor(nr / 5_000) % 40)}Z`;
    const vote = {
      amount: 0,
      cast: at,
      channel: 'web',
      contestant: idOf(nr % 40),
      kind: 'free',
      minute: at,
      rules,
      v: 2,
      voter: hashOf(`${nr}`),
      votes: 1,
    };
    const entry = Buffer.from(JSON.stringify(first[nr] ?? vote));
    tree.add(entry);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(entry.length);
    bundle.push(Buffer.concat([length, entry]));
    if (bundle.length === WIDTH || nr === size - 1) {
      put(pathOf('entries', Math.floor(nr / WIDTH), bundle.length), Buffer.concat(bundle));
      bundle = [];
    }
  }
  for (const [level, hashes] of levels.entries()) {
    for (let index = 0; index * WIDTH < hashes.length; index++) {
      const tile = hashes.slice(index * WIDTH, (index + 1) * WIDTH);
      put(pathOf(level, index, tile.length), Buffer.concat(tile));
    }
  }
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const typed = Buffer.concat([
    Buffer.of(1),
    Buffer.from(publicKey.export({ format: 'jwk' }).x, 'base64url'),
  ]);
  const id = createHash('sha256').update(`${ORIGIN}\n`).update(typed).digest().subarray(0, 4);
  const text = `${ORIGIN}\n${size}\n${Buffer.from(tree.root()).toString('base64')}\n`;
  const signature = Buffer.concat([id, sign(null, Buffer.from(text), privateKey)]).toString('base64');
  put('key', `${ORIGIN}+${id.toString('hex')}+${typed.toString('base64')}\n`);
  put('checkpoint', `${text}\n— ${ORIGIN} ${signature}\n`);
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
