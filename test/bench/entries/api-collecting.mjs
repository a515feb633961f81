import { pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** The product's API, which collects garbage when it is asked to, so that memory is what is used and not what is left over. */
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
process.on('message', async (message) => {
  if (!message?.collect) return;
  for (let i = 0; i < 4; i++) {
    collect();
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  process.send({ result: {} });
});
await import(pathToFileURL(process.env.ABATO_BENCH_MAIN).href);
