import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuild } from './lib/build.mjs';
import { main } from './lib/output.mjs';

/** `npm run demo:traffic`: simulated voters on a running platform. */
await main(async () => {
  const buildDir = await ensureBuild();
  await import(pathToFileURL(join(buildDir, 'apps', 'local', 'src', 'demo', 'traffic.js')).href);
});
