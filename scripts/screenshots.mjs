import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkNodeVersion } from './lib/node-version.mjs';
import { main, Problem, say } from './lib/output.mjs';
import { ensurePackages } from './lib/packages.mjs';
import { ROOT } from './lib/paths.mjs';
import { ensureChromium } from './lib/system.mjs';

/**
 * `npm run screenshots`: the pictures of docs/organisers, taken from a running `npm start` with its demo data. Run it again after a
 * change of these screens, look at the pictures, and commit them.
 */
await main(async () => {
  checkNodeVersion();
  const base = process.argv[2] ?? 'http://localhost:3000';
  if (!URL.canParse(base)) throw new Problem('Usage: npm run screenshots -- [http://localhost:3000]');
  await ensurePackages();
  // Only now: entry scripts run before anything is installed.
  const code = join(ROOT, 'test', 'browser', 'organisers-pictures.mjs');
  const { takePictures } = await import(pathToFileURL(code).href);
  await takePictures({
    base,
    executablePath: await ensureChromium(),
    folder: join(ROOT, 'docs', 'images', 'organisers'),
    onPicture: (name, bytes) => say('screenshots', `${name}: ${Math.round(bytes / 1024)} KB`),
  });
});
