import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import swc from '@swc/core';

/** Compile the textbook server (it needs decorators) to a file that Node.js runs. @returns its path */
export async function compileTextbook() {
  const root = fileURLToPath(new URL('../../..', import.meta.url));
  const { code } = await swc.transformFile(join(root, 'test', 'bench', 'textbook', 'server.ts'), {
    configFile: join(root, '.swcrc'),
    sourceMaps: false,
  });
  const folder = join(root, '.cache', 'bench');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'textbook-server.js');
  writeFileSync(path, code);
  return path;
}
