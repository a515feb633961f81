import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './paths.mjs';
import { isAlive, processIdentity, processesMarked } from './processes.mjs';

/** Every process of a run carries this variable, so that whatever is left at the end can be found. */
const RUN_MARK = 'ABATO_TEST_RUN';
/** Of a command that is printed. */
const COMMAND_LENGTH = 120;
const SCRATCH_PREFIX = 'abato-test-';
/** All that tests see of the shell: no setting of the product, so that they never touch a database that is not theirs. */
const PASSED_ON =
  /^(PATH|HOME|USER|SHELL|TERM|LANG|LC_\w+|TZ|TMPDIR|TE?MP|SYSTEMROOT|APPDATA|LOCALAPPDATA|XDG_\w+|CI|NO_COLOR|FORCE_COLOR|GOGC|\w+_PROXY|SSL_CERT_\w+|NODE_EXTRA_CA_CERTS|CHROMIUM_PATH|PLAYWRIGHT_\w+|UPDATE_\w+|STUFFING_RUNS|ABATO_(?!ROLE$)\w+)$/i;

/** Folders and environment of one `npm test`. */
export class TestRun {
  /** @param node the program that runs the suites */
  constructor(node) {
    this.node = node;
    this.id = randomBytes(6).toString('hex');
    this.scratchDir = mkdtempSync(join(tmpdir(), SCRATCH_PREFIX));
    // The database's account must be able to pass.
    chmodSync(this.scratchDir, 0o755);
    writeFileSync(
      join(this.scratchDir, 'owner.json'),
      JSON.stringify({ run: this.id, identity: processIdentity(process.pid) }),
    );
    this.resultsDir = join(ROOT, 'test-results', this.id);
    mkdirSync(this.resultsDir, { recursive: true });
    process.env[RUN_MARK] = this.id;
    this.environment = {
      ...Object.fromEntries(Object.entries(process.env).filter(([name]) => PASSED_ON.test(name))),
      NODE_ENV: 'test',
      // Another Node.js than that of the suites may be in a folder that only their account reads.
      ...(node !== process.execPath && { ABATO_STARTED_WITH: process.execPath }),
      // The processes of a run load the same modules: compiled once (Node.js from 22.1 on).
      NODE_COMPILE_CACHE: join(this.scratchDir, 'compiled'),
    };
  }

  /**
   * Make the empty database that the platforms of this run begin with, and write down for the suites what is prepared: each starts its own
   * servers (test/support/servers.mjs).
   */
  async prepare({ buildDir, redis }) {
    const main = pathToFileURL(join(buildDir, 'apps', 'local', 'src', 'main.js')).href;
    const { Platform, findFreePort } = await import(main);
    const port = await findFreePort();
    const databaseOf = join(this.scratchDir, 'empty');
    const platform = new Platform({
      buildDir,
      dataDir: databaseOf,
      ports: { public: port, api: port, metrics: port, workerMetrics: port, simulator: port },
      environment: { ...this.environment, REDIS_URL: `redis://127.0.0.1:${port}` },
      processes: [],
      isThrowAway: true,
    });
    await platform.start();
    await platform.stop();
    const { scratchDir, resultsDir } = this;
    const state = {
      buildDir,
      redisProgram: redis.program,
      redisUrl: redis.url,
      scratchDir,
      resultsDir,
      databaseOf,
    };
    this.environment.ABATO_TEST_STATE = join(scratchDir, 'state.json');
    writeFileSync(this.environment.ABATO_TEST_STATE, JSON.stringify(state));
  }

  /**
   * Leave nothing behind.
   * @param keepResults logs and traces of a failed run are worth reading
   * @returns {string[]} the commands of processes that had to be killed
   */
  cleanUp(keepResults) {
    const left = killMarked(this.id);
    removeScratch(this.scratchDir);
    if (!keepResults) rmSync(this.resultsDir, { recursive: true, force: true });
    return left;
  }
}

function killMarked(run) {
  const killed = [];
  for (const pid of processesMarked(`${RUN_MARK}=${run}`)) {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ').trim();
      process.kill(pid, 'SIGKILL');
      killed.push(command.slice(0, COMMAND_LENGTH));
    } catch {
      // Ended by itself.
    }
  }
  return killed;
}

function removeScratch(folder) {
  // Platforms of tests that did not clean up may have a database outside of their folder.
  for (const name of readdirSync(folder)) {
    try {
      const outside = readFileSync(join(folder, name, 'postgres.location'), 'utf8').trim();
      rmSync(outside, { recursive: true, force: true });
    } catch {
      // Nothing outside.
    }
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** Remove what runs left behind that were killed without a chance to clean up. */
export function cleanUpAfterTheDead() {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(SCRATCH_PREFIX))) {
    const folder = join(tmpdir(), name);
    try {
      const { run, identity } = JSON.parse(readFileSync(join(folder, 'owner.json'), 'utf8'));
      if (isAlive(identity)) continue;
      killMarked(run);
      removeScratch(folder);
    } catch {
      // Another run's folder, or one being made at this moment.
    }
  }
}
