import { ensureBuild } from './lib/build.mjs';
import { checkNodeVersion } from './lib/node-version.mjs';
import { main } from './lib/output.mjs';
import { ensurePackages } from './lib/packages.mjs';

/** `npm run build`: install what is missing, then build the server and the web app into `dist/<hash of the inputs>`. */
await main(async () => {
  checkNodeVersion();
  await ensurePackages();
  process.stdout.write(`${await ensureBuild()}\n`);
});
