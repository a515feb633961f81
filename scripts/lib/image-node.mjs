import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { say } from './output.mjs';
import { ensureTool } from './packages.mjs';
import { ROOT } from './paths.mjs';
import { run } from './processes.mjs';

/** Version of the Node.js in the images, such as "24.20.0": the Dockerfile is the one place that says it. */
export function imageNodeVersion(dockerfile = readFileSync(join(ROOT, 'Dockerfile'), 'utf8')) {
  return /^ARG NODE_VERSION=(\d+\.\d+\.\d+)$/m.exec(dockerfile)[1];
}

/** True when the Node.js of the images has another major version than this one, and ABATO_TEST_NODE does not ask for this one (ADR 2). */
export function wantsImageNode(env = process.env, version = process.versions.node) {
  return env.ABATO_TEST_NODE !== 'own' && version.split('.')[0] !== imageNodeVersion().split('.')[0];
}

/**
 * The Node.js that serves voters, for tests and benchmarks: npm brings it where this one is another.
 * @returns {Promise<string>} path of the program; this one's where there is none for this machine, or npm cannot bring it
 */
export async function imageNode() {
  if (!wantsImageNode()) return process.execPath;
  const version = imageNodeVersion();
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  try {
    const folder = await ensureTool(name, version);
    const program = join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
    const { code } = await run(program, ['--version']);
    if (code === 0) {
      say('node', `going on with Node.js ${version} of the images`);
      return program;
    }
  } catch {
    // Said by npm, or by the system: the program does not start here.
  }
  say('node', `Node.js ${version} of the images cannot be had here: going on with ${process.versions.node}`);
  return process.execPath;
}
