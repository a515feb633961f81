import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { brotliCompressSync, constants } from 'node:zlib';
import { ensureBuild } from './lib/build.mjs';
import { listFiles } from './lib/inputs.mjs';
import { main, Problem, say } from './lib/output.mjs';
import { ROOT } from './lib/paths.mjs';

/**
 * `node scripts/keep-release.mjs [--from dist/<hash>]`: keep the compiled API, worker and libraries of the release that is being made
 * under `test/upgrade/releases/<version>.json.br`, so that the next release can be tested beside it (test/fault/upgrade.spec.ts), also
 * in a clone without history. One compressed JSON object from path to text: readable with nothing but Node.js, the same bytes each time.
 */
const FOLDERS = ['apps/api/src', 'apps/worker/src', 'libs'];
const MOST_BYTES = 600_000;

await main(async () => {
  const { values } = parseArgs({ options: { from: { type: 'string' } } });
  const buildDir = values.from ? resolve(values.from) : await ensureBuild();
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const target = join(ROOT, 'test', 'upgrade', 'releases', `${version}.json.br`);
  if (existsSync(target)) {
    throw new Problem(
      `${version} is kept already. A release does not change: raise the version in package.json first.`,
    );
  }
  const files = FOLDERS.flatMap((folder) => listFiles(folder, buildDir))
    // Fonts are no text; no test draws a PDF with an old release.
    .filter((path) => !/\.(map|ttf)$/.test(path))
    .sort();
  const contents = Object.fromEntries(
    files.map((path) => [
      path,
      readFileSync(join(buildDir, path), 'utf8').replace(/^\/\/# sourceMappingURL=.*$/m, ''),
    ]),
  );
  const packed = brotliCompressSync(JSON.stringify(contents), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 },
  });
  if (packed.length > MOST_BYTES)
    throw new Problem(`The release takes ${packed.length} bytes: too much for a repository.`);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, packed);
  say('release', `kept ${files.length} files of ${version} in ${packed.length} bytes`);
});
