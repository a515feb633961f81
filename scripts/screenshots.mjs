import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { main, Problem, say } from './lib/output.mjs';
import { ensurePackages } from './lib/packages.mjs';
import { ROOT } from './lib/paths.mjs';
import { ensureChromium } from './lib/system.mjs';

/**
 * `npm run screenshots`: the pictures of docs/organisers and the README, taken from a running `npm start` with its demo data. Run it again after a
 * change of these screens, look at the pictures, and commit them. With `--all [part of a name …]` every screen at four widths in light and
 * dark, in `screenshots/`, which git ignores: for looking at. It adds contests at their extremes to the demo data.
 */
await main(async () => {
  const [, , ...words] = process.argv;
  const base = words.find((word) => /^https?:/.test(word)) ?? 'http://localhost:3000';
  const [all, ...only] = words.filter((word) => word !== base);
  if (!URL.canParse(base) || (all && all !== '--all'))
    throw new Problem('Usage: npm run screenshots -- [http://localhost:3000] [--all [part of a name …]]');
  await ensurePackages();
  // Only now: entry scripts run before anything is installed.
  const part = (name) => import(pathToFileURL(join(ROOT, 'test', 'browser', name)).href);
  if (all) {
    const { takeAllScreens } = await part('all-screens.mjs');
    await takeAllScreens({
      base,
      only,
      executablePath: await ensureChromium(),
      folder: join(ROOT, 'screenshots', 'all'),
      onSheet: (name, wide) =>
        say('screenshots', wide.length > 0 ? `${name}: wider than its window at ${wide.join(', ')}` : name),
    });
    return;
  }
  const { takePictures } = await part('organisers-pictures.mjs');
  await takePictures({
    base,
    executablePath: await ensureChromium(),
    folder: join(ROOT, 'docs', 'images'),
    onPicture: (name, bytes) => say('screenshots', `${name}: ${Math.round(bytes / 1024)} KB`),
  });
});
