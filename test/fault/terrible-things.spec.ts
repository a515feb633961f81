import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { testRun } from '../support/state.js';

/**
 * The short form of `npm run fault`: some of the terrible things, with a seed that is the same every time, and those planted bugs
 * that are found quickly. The harness runs as a program of its own and reports each result as a line of JSON.
 */
const SCENARIOS = [
  'connections cut while COMMIT is under way',
  'PostgreSQL half-open',
  'Redis emptied',
  'death at a commit',
  'disk full under an API',
  'provider in chaos',
];
const PLANTED = ['answer before commit', 'publish before commit', 'drain without its transaction'];
const SEED = 20_261_121;
/** A test waits for the harness to start and for all that comes before its own part. */
const PATIENCE_MS = 300_000;

interface Violation {
  invariant: string;
  wrong: string;
}
type Line =
  | {
      kind: 'seed';
      scenarios: string[];
      violations: Violation[];
      votes: { acknowledged: number; payments: number };
    }
  | { kind: 'orphans'; orphans: string[]; stored: number }
  | { kind: 'planted'; name: string; caught: Violation[] };

let child: ChildProcess;
const lines: Line[] = [];
let ended = false;
let woken = (): void => undefined;

beforeAll(() => {
  const { buildDir, redisProgram, scratchDir } = testRun();
  const program = join(import.meta.dirname, 'harness', 'short-form.mjs');
  child = spawn(process.execPath, [program], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  child.stdin?.end(
    JSON.stringify({
      buildDir,
      redisProgram,
      dataDir: scratchDir,
      seed: SEED,
      names: SCENARIOS,
      planted: PLANTED,
    }),
  );
  createInterface({ input: child.stdout! }).on('line', (line) => {
    lines.push(JSON.parse(line) as Line);
    woken();
  });
  void once(child, 'exit').then(() => {
    ended = true;
    woken();
  });
});

afterAll(() => {
  child?.kill('SIGTERM');
});

/** The harness's report about one thing, as soon as it is there. */
async function reportOf(wanted: (line: Line) => boolean): Promise<Line> {
  for (;;) {
    const found = lines.find(wanted);
    if (found) return found;
    if (ended) throw new Error('the harness ended without a report about this');
    await new Promise<void>((resolve) => (woken = resolve));
  }
}

it.each(SCENARIOS)(
  '%s: no vote, no money and no count is wrong afterwards',
  async (name) => {
    const report = await reportOf((line) => line.kind === 'seed' && line.scenarios[0] === name);
    if (report.kind !== 'seed') throw new Error('not a seed');
    expect(report.violations).toEqual([]);
    expect(report.votes.acknowledged).toBeGreaterThan(0);
    expect(report.votes.payments).toBeGreaterThan(0);
  },
  PATIENCE_MS,
);

it(
  'leaves no picture behind that belongs to nobody',
  async () => {
    const report = await reportOf((line) => line.kind === 'orphans');
    expect(report).toMatchObject({ orphans: [] });
  },
  PATIENCE_MS,
);

it.each(PLANTED)(
  'the checks catch a planted bug: %s',
  async (name) => {
    const report = await reportOf((line) => line.kind === 'planted' && line.name === name);
    if (report.kind !== 'planted') throw new Error('not a planted bug');
    expect(report.caught).not.toEqual([]);
  },
  PATIENCE_MS,
);
