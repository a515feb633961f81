import { ensureBuild } from './lib/build.mjs';
import { main } from './lib/output.mjs';

/** `npm run build`: install what is missing, then build the server and the web app into `dist/<hash of the inputs>`. */
await main(async () => {
  process.stdout.write(`${await ensureBuild()}\n`);
});
