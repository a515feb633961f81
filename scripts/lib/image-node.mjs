import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { say } from './output.mjs';
import { ensureTool } from './packages.mjs';
import { ROOT } from './paths.mjs';
import { run } from './processes.mjs';

/** Set in the second run of a script: the Node.js that the first one ran with. */
export const STARTED_WITH = 'ABATO_STARTED_WITH';
/** `own`: tests run with the Node.js that started them (ADR 2). */
const CHOICE = 'ABATO_TEST_NODE';
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Version of the Node.js in the images, such as "24.20.0": the Dockerfile is the one place that says it. */
export function imageNodeVersion(dockerfile = readFileSync(join(ROOT, 'Dockerfile'), 'utf8')) {
  return /^ARG NODE_VERSION=(\d+\.\d+\.\d+)$/m.exec(dockerfile)[1];
}

/** True when the Node.js of the images is another major version than this one, and nobody asked for this one. */
export function wantsImageNode(env = process.env, version = process.versions.node) {
  if (env[CHOICE] === 'own' || env[STARTED_WITH]) return false;
  return version.split('.')[0] !== imageNodeVersion().split('.')[0];
}

/**
 * A Node.js of the images' version, brought by npm.
 * @returns {Promise<string | undefined>} nothing where there is none for this machine, or npm cannot bring it
 */
async function ensureImageNode() {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  try {
    const folder = await ensureTool(name, imageNodeVersion());
    const program = join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
    const { code } = await run(program, ['--version']);
    if (code === 0) return program;
  } catch {
    // Said by npm, or by the system: the program does not start here.
  }
  say(
    'node',
    `Node.js ${imageNodeVersion()} of the images cannot be had here: going on with ${process.versions.node}`,
  );
  return undefined;
}

/**
 * Run this script once more with the Node.js of the images, which is what serves voters, unless this is it.
 * Signals are passed on; when this process is killed, the second run gets SIGHUP.
 * @param onHandOver called before it begins
 * @returns {Promise<boolean>} false: go on here. After true there is nothing left to do, the exit code is that of the second run.
 */
export async function runWithImageNode(onHandOver = () => {}) {
  if (process.env[STARTED_WITH]) endWithFirstRun();
  const program = wantsImageNode() && (await ensureImageNode());
  if (!program) return false;
  say('node', `going on with Node.js ${imageNodeVersion()} of the images`);
  onHandOver();
  process.exitCode = await runAgain(program, process.argv.slice(1));
  return true;
}

/** Called in the second run, which does not stay alive for it. */
function endWithFirstRun() {
  process.on('disconnect', () => process.kill(process.pid, 'SIGHUP'));
  process.channel?.unref();
}

/** @param args the script and its arguments @returns {Promise<number>} its exit code */
export async function runAgain(program, args) {
  const child = spawn(program, args, {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, [STARTED_WITH]: process.execPath },
  });
  const pass = (signal) => child.kill(signal);
  for (const signal of SIGNALS) process.on(signal, pass);
  const [code] = await once(child, 'exit');
  for (const signal of SIGNALS) process.off(signal, pass);
  return code ?? 1;
}
